import { traceCircle } from './frame.ts'
import { drawRosette, type SceneCanvas } from './scene-canvas.ts'

export function drawFace(pen: SceneCanvas, k: number) {
  pen.ctx.fillStyle = pen.inks.surface
  traceCircle(pen, [0, 0], 100 * k)
  pen.ctx.fill()
}

export function drawRings(pen: SceneCanvas, k: number) {
  const { ctx, inks } = pen
  const drawRing = (
    color: string,
    alpha: number,
    width: number,
    shape: Parameters<typeof drawRosette>[1],
  ) => {
    ctx.strokeStyle = color
    ctx.globalAlpha = alpha
    ctx.lineWidth = width
    drawRosette(ctx, shape)
  }

  drawRing(inks.ink, 0.62, 0.75, {
    waves: 24,
    radius: 66 * k,
    depth: 9 * k,
    fine: 72,
    fineDepth: 1.6 * k,
    turns: 14,
  })

  drawRing(inks.action, 0.8, 0.8, {
    waves: 8,
    radius: 38 * k,
    depth: 12 * k,
    fine: 24,
    fineDepth: 3.4 * k,
    turns: 16,
  })

  drawRing(inks.ink, 0.55, 0.7, {
    waves: 6,
    radius: 16 * k,
    depth: 6 * k,
    fine: 12,
    fineDepth: 2 * k,
    turns: 8,
  })

  ctx.globalAlpha = 1
  ctx.strokeStyle = inks.ink
  ctx.lineWidth = 1

  for (const radius of [100, 97.5, 80]) {
    traceCircle(pen, [0, 0], radius * k)
    ctx.stroke()
  }
}
