import { traceCircle } from './frame.ts'
import { drawCentred, drawRoundBlueLine } from './round-scene.ts'
import { type Point, type Scene, samplePath, TAU } from './scene-canvas.ts'

const CIRCLES = 15
const OPEN = 9

const computeOpenCircle = (k: number): Point[] =>
  samplePath(160, (part) => {
    const t = -1.05 + part * (TAU - 0.75)
    const radius = computeRingRadius(OPEN) * k
    return [Math.cos(t) * radius + computeRingShift(OPEN) * k, Math.sin(t) * radius]
  })
const computeRingRadius = (index: number) => 8 + index * 6.3
const computeRingShift = (index: number) => (CIRCLES - index) * 1.9

/** Nested circles, one of them open: private equity. */
export const circles: Scene = {
  drawStatic(pen) {
    drawCentred(pen, (k) => {
      for (let i = CIRCLES - 1; i >= 0; i--) {
        if (i === OPEN) continue

        pen.ctx.globalAlpha = 1
        traceCircle(pen, [computeRingShift(i) * k, 0], computeRingRadius(i) * k)

        if (i === CIRCLES - 1) {
          pen.ctx.fillStyle = pen.inks.surface
          pen.ctx.fill()
        }

        pen.ctx.strokeStyle = pen.inks.ink
        pen.ctx.globalAlpha = i % 3 === 0 ? 0.9 : 0.5
        pen.ctx.lineWidth = i % 3 === 0 ? 1.4 : 0.8
        pen.ctx.stroke()
      }

      pen.ctx.globalAlpha = 1
    })
  },
  moving(pen, seconds) {
    drawCentred(pen, (k) => {
      const line = computeOpenCircle(k)
      drawRoundBlueLine(pen, line, seconds, 10)

      const [x, y] = line.at(-1) as Point
      pen.ctx.fillStyle = pen.inks.action
      traceCircle(pen, [x, y], 3.4)
      pen.ctx.fill()
    })
  },
}
