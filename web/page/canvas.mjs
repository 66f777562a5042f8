// The canvas, whose pixels the game draws.

/** @type {OffscreenCanvas} */
let canvas;
/** @type {OffscreenCanvasRenderingContext2D} */
let context;

/** @param {OffscreenCanvas} offscreen */
export function take(offscreen) {
  canvas = offscreen;
  context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
}

/**
 * Puts a picture on the canvas.
 *
 * @param {{getBuffer(type: string): {data: Uint8ClampedArray<ArrayBuffer>, release(): void}}} pixels  red, green, blue and 255, of each
 * @param {number} width
 * @param {number} height
 * @param {number[][]} changes  left, top, width and height of where it differs from the picture before
 */
export function present(pixels, width, height, changes) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const buffer = pixels.getBuffer("u8clamped");
  try {
    const picture = new ImageData(buffer.data, width, height);
    for (const [x, y, wide, high] of changes) context.putImageData(picture, 0, 0, x, y, wide, high);
  } finally {
    buffer.release();
  }
}
