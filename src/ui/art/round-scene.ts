import { roundFrame } from './frame.ts'
import { drawBlueLine } from './lines.ts'
import type { Point, SceneCanvas } from './scene-canvas.ts'

/** Draws around the centre of the round frame; `k` is a hundredth of its radius in pixels. */
export function drawCentred(pen: SceneCanvas, draw: (k: number) => void) {
  const { x, y, r } = roundFrame(pen)
  pen.ctx.save()
  pen.ctx.translate(x, y)
  draw(r / 100)
  pen.ctx.restore()
}

/** Draws the blue line of a round drawing, a little stronger than on broad ones. */
export const drawRoundBlueLine = (
  pen: SceneCanvas,
  points: readonly Point[],
  seconds: number | null,
  spanSeconds: number,
) => drawBlueLine(pen, points, seconds, { spanSeconds, faint: 1.5, strong: 2.6 })
