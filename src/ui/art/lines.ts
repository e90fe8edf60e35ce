import { sliceStretch } from './frame.ts'
import { type Point, type SceneCanvas, samplePath, trace } from './scene-canvas.ts'

export type Ink = { color: string; width: number; alpha?: number }

/** Strokes a line through points. */
export function strokePath(
  { ctx }: SceneCanvas,
  points: readonly Point[],
  { color, width, alpha = 1 }: Ink,
) {
  ctx.globalAlpha = alpha
  ctx.strokeStyle = color
  ctx.lineWidth = width
  trace(ctx, points)
  ctx.stroke()
  ctx.globalAlpha = 1
}

/** Draws the blue line faintly, with a strong highlight that runs along it in `spanSeconds`. */
export function drawBlueLine(
  pen: SceneCanvas,
  points: readonly Point[],
  seconds: number | null,
  { spanSeconds = 11, faint = 1.4, strong = 2.4 } = {},
) {
  const color = pen.inks.action
  strokePath(pen, points, { color, width: faint, alpha: seconds === null ? 1 : 0.45 })
  if (seconds === null) return

  const head = (seconds / spanSeconds) % 1.35
  const highlight = sliceStretch(points, head - 0.35, Math.min(1, head))
  strokePath(pen, highlight, { color, width: strong })
}

/** Returns `count + 1` points at equal steps along the segments of a line. */
export const sampleEvenly = (points: readonly Point[], count: number): Point[] =>
  samplePath(count, (part) => {
    const at = part * (points.length - 1)
    const index = Math.min(points.length - 2, Math.floor(at))
    const [ax, ay] = points[index] as Point
    const [bx, by] = points[index + 1] as Point
    return [ax + (bx - ax) * (at - index), ay + (by - ay) * (at - index)]
  })
