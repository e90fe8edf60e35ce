import type { Point, SceneCanvas } from './scene-canvas.ts'

export const ROWS = 30
export const TOP = 0.125
export const BOTTOM = 0.875
/** Width in pixels below which the book is centred below the text. */
const NARROW = 1024

/**
 * A projection of the open book: u from -1 (left edge) over 0 (gutter) to 1, v from 0 (top) to 1.
 */
export type Sheet = {
  scale: number
  line: number
  at: (u: number, v: number, lift?: number) => Point
}

/** Returns the v of the middle of a row. */
export const computeRowCentre = (row: number): number => TOP + ((BOTTOM - TOP) * (row + 0.5)) / ROWS

/** Returns the projection of curved pages seen from above the reader's shoulder. */
export function makeSheet({ width, height }: SceneCanvas): Sheet {
  const narrow = width < NARROW
  const scale = narrow
    ? Math.min(width * 0.47, height * 0.62)
    : Math.min(width * 0.285, height * 0.63)
  const [cx, cy] = narrow ? [width * 0.5, height * 0.47] : [width * 0.785, height * 0.475]
  const yaw = -0.27
  const pitch = 0.86
  const projectPoint = (u: number, v: number, lift = 0): Point => {
    const side = Math.abs(u)
    const z =
      0.17 * Math.sin(Math.min(1, side * 1.02) * Math.PI) * (1 - side * 0.25) + 0.03 * side + lift
    const y = (v - 0.5) * 1.34
    const turnedX = u * Math.cos(yaw) - y * Math.sin(yaw)
    const turnedY = u * Math.sin(yaw) + y * Math.cos(yaw)
    const depth = turnedY * Math.cos(pitch) + z * Math.sin(pitch)
    const down = turnedY * Math.sin(pitch) - z * Math.cos(pitch)
    const near = 1 / (1 - depth * 0.16)

    return [cx + turnedX * scale * near, cy + down * scale * near]
  }

  return { scale, line: Math.max(1, scale * 0.0037), at: projectPoint }
}
