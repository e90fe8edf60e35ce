import { type Point, type SceneCanvas, TAU } from './scene-canvas.ts'

/** Narrower than this a drawing stands in the middle, below the words. */
const NARROW = 1024

export type Frame = { x: number; y: number; r: number }

/** Where a round drawing stands: to the right of the words, or in the middle of its own strip. */
export function roundFrame({ width, height }: SceneCanvas): Frame {
  const narrow = width < NARROW
  const r = narrow ? Math.min(width * 0.37, height * 0.4) : Math.min(width * 0.21, height * 0.38)
  // beside the words it keeps clear of the top bar, which lies over it
  return { x: width * (narrow ? 0.5 : 0.755), y: height * (narrow ? 0.5 : 0.55), r }
}

export type Box = { left: number; top: number; width: number; height: number }

/**
 * Where a broad drawing stands: the right half and over the edge, or the whole of its own strip.
 */
export function getBroadFrame({ width, height }: SceneCanvas): Box {
  if (width < NARROW) return { left: 0, top: height * 0.06, width, height: height * 0.88 }
  return { left: width * 0.52, top: height * 0.14, width: width * 0.5, height: height * 0.74 }
}

/** A small drawing that fills what it has. */
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

/**
 * The one blue line of a drawing, or the light that runs along it: `tail` behind and up to `head`,
 * both from 0 to 1.
 */
export function sliceStretch(
  points: readonly Point[],
  tail: number,
  head: number,
): readonly Point[] {
  const last = points.length - 1
  return points.slice(Math.max(0, Math.floor(tail * last)), Math.max(0, Math.ceil(head * last)) + 1)
}

/** A smooth line of chance between -1 and 1: three waves that never quite meet again. */
export const createSwell = (seed: number) => (part: number) =>
  (Math.sin(part * 5.1 + seed * 1.7) +
    0.6 * Math.sin(part * 9.7 + seed * 3.1) +
    0.3 * Math.sin(part * 17.3 + seed)) /
  1.9
