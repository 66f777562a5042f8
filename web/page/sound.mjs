// Short sounds through Web Audio.  The context exists from the first gesture on and sleeps when nothing is heard.

import { away } from "./host.mjs";

/** Milliseconds of silence after which the audio thread is put to sleep. */
const SILENCE = 2000;

/** @type {AudioContext | null} */
let context = null;
let sleeping = 0;
/** @type {Map<string, AudioBuffer>} */
const buffers = new Map();

/** Browsers let sound start only inside a gesture's own event, so this is where the context is made and first resumed. */
function unlock() {
  try {
    context ??= new AudioContext({ latencyHint: "interactive" });
  } catch {
    return; // no sound here; the game is playable without
  }
  if (context.state === "running") {
    for (const type of GESTURES) removeEventListener(type, unlock, true);
    rest(SILENCE);
  } else context.resume().then(unlock, () => {});
}
const GESTURES = ["pointerdown", "pointerup", "touchend", "keydown"];
for (const type of GESTURES) addEventListener(type, unlock, { capture: true, passive: true });

/** Puts the audio thread to sleep in `delay` ms unless more is played. @param {number} delay */
function rest(delay) {
  clearTimeout(sleeping);
  sleeping = setTimeout(() => context?.suspend().catch(() => {}), delay);
}

/**
 * Keeps a sound for `play`.
 *
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes  mono, signed 16-bit, little-endian
 * @param {number} rate  samples a second
 */
export function keep(name, bytes, rate) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const buffer = new AudioBuffer({ length: Math.max(1, bytes.length >> 1), sampleRate: rate, numberOfChannels: 1 });
  const channel = buffer.getChannelData(0);
  for (let i = 0; i < bytes.length >> 1; i += 1) channel[i] = view.getInt16(2 * i, true) / 32768;
  buffers.set(name, buffer);
}

/** Plays a kept sound; before the first gesture nothing is heard and nothing fails. @param {string} name @param {number} volume  0 to 1 */
export function play(name, volume) {
  const buffer = buffers.get(name);
  if (!context || !buffer || document.hidden || away()) return;
  if (context.state === "suspended") context.resume().catch(() => {});
  const gain = new GainNode(context, { gain: volume });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(gain).connect(context.destination);
  source.onended = () => gain.disconnect();
  source.start();
  rest(buffer.duration * 1000 + SILENCE);
}
