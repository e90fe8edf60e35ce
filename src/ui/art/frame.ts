import { type Point, type SceneCanvas, TAU } from './scene-canvas.ts'

/** Width in pixels below which a drawing is centred below the text. */
const NARROW = 1024

export type Frame = { x: number; y: number; r: number }

/** Returns the frame of a round drawing: right of the text, or centred in a strip of its own. */
export function roundFrame({ width, height }: SceneCanvas): Frame {
  const narrow = width < NARROW
  const r = narrow ? Math.min(width * 0.37, height * 0.4) : Math.min(width * 0.21, height * 0.38)
  // next to the text it stays clear of the top bar, which overlaps it
  return { x: width * (narrow ? 0.5 : 0.755), y: height * (narrow ? 0.5 : 0.55), r }
}

export type Box = { left: number; top: number; width: number; height: number }

/** Returns the frame of a broad drawing: the right half and beyond the edge, or its whole strip. */
export function getBroadFrame({ width, height }: SceneCanvas): Box {
  if (width < NARROW) return { left: 0, top: height * 0.06, width, height: height * 0.88 }
  return { left: width * 0.52, top: height * 0.14, width: width * 0.5, height: height * 0.74 }
}

/** Returns the whole canvas as the frame of a small drawing. */
export const getWholeFrame = ({ width, height }: SceneCanvas): Box => ({
  left: 0,
  top: 0,
  width,
  height,
})

export function traceCircle({ ctx }: SceneCanvas, [x, y]: Point, r: number) {
  ctx.beginPath()
  ctx.arc(x, y, r, 0, TAU)
}

/** Returns the part of a line between `tail` and `head`, both from 0 to 1. */
export function sliceStretch(
  points: readonly Point[],
  tail: number,
  head: number,
): readonly Point[] {
  const last = points.length - 1
  return points.slice(Math.max(0, Math.floor(tail * last)), Math.max(0, Math.ceil(head * last)) + 1)
}

/** Returns a smooth random curve between -1 and 1, the sum of three waves. */
export const createSwell = (seed: number) => (part: number) =>
  (Math.sin(part * 5.1 + seed * 1.7) +
    0.6 * Math.sin(part * 9.7 + seed * 3.1) +
    0.3 * Math.sin(part * 17.3 + seed)) /
  1.9
