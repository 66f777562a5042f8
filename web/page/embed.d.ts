// Types of <okey-game>, the element that embed.js defines, and of the messages between a page and the game in it.

/** The message protocol's version; messages with another number in `okey` are not understood. */
export type Version = 1;

/** What the game tells. */
export interface OkeyEvents {
  /** The game can be played. It comes again whenever the frame was loaded again. */
  ready: { build: string; lang: "tr" | "en"; rules: string; hand: number; scores: number[] };
  /** The height that suits the frame's width, both in CSS pixels. */
  resize: { width: number; height: number };
  /** A hand was dealt; `starter` is the seat that begins, the player's own is 0. */
  "hand-started": { hand: number; starter: number; rules: string; scores: number[] };
  /** A hand has ended; `winner` is null when nobody has finished. */
  "hand-ended": { hand: number; ending: string; winner: number | null; before: number[]; scores: number[] };
  /** The match is over; `winners` are seats. */
  "match-ended": { winners: number[]; scores: number[] };
  /** The game waits, and goes on: by command or by the player. */
  paused: Record<string, never>;
  resumed: Record<string, never>;
  /** The game does not run: why it does not start or has failed, or `elsewhere`, since it goes on in another tab. */
  error: { kind: "unsupported" | "download" | "stalled" | "stuck" | "memory" | "crash" | "elsewhere" };
}

/** What the game can be asked for. */
export interface OkeyCommands {
  start: { rules?: string; seats?: string };
  pause: {};
  resume: {};
  mute: { muted?: boolean };
  locale: { lang: string };
  theme: { theme: string };
}

type Messages<Types> = { [Type in keyof Types]: { okey: Version; type: Type } & Types[Type] }[keyof Types];
/** A message from the frame. */
export type OkeyEventMessage = Messages<OkeyEvents>;
/** A message to the frame. */
export type OkeyCommandMessage = Messages<OkeyCommands>;

export interface OkeyGameElement extends HTMLElement {
  /** Begins a match; the game asks the player first if one is running. Without a value its attribute counts. */
  start(match?: OkeyCommands["start"]): void;
  /** The same as setting the attribute `paused`. */
  pause(): void;
  /** The same as removing the attribute `paused`. */
  resume(): void;
  /** Sets or removes the attribute `muted`. */
  mute(muted?: boolean): void;

  addEventListener<Type extends keyof OkeyEvents>(
    type: Type,
    listener: (event: CustomEvent<OkeyEvents[Type]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "okey-game": OkeyGameElement;
  }
}
