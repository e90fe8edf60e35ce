import { drawRowLine } from './book-page.ts'
import { computeRowCentre, type Sheet } from './page-sheet.ts'
import {
  drawRosette,
  type Point,
  type SceneCanvas,
  samplePath,
  TAU,
  trace,
} from './scene-canvas.ts'

/** Pairs of a row on the left page and a row on the right page. */
const POSTINGS = [
  [3, 4],
  [9, 12],
  [16, 8],
  [22, 19],
] as const

/** Draws the arcs that carry each debit to its credit. */
export function drawArcs(pen: SceneCanvas, sheet: Sheet, seconds: number | null) {
  const { ctx, inks } = pen
  POSTINGS.forEach(([from, to], index) => {
    const phase = seconds === null ? 1 : (seconds * 0.13 + index * 0.27) % 1.3
    const start = sheet.at(-0.1, computeRowCentre(from))
    const end = sheet.at(0.7, computeRowCentre(to))
    const peak: Point = [
      start[0] * 0.45 + end[0] * 0.55,
      Math.min(start[1], end[1]) - sheet.scale * (0.3 + 0.05 * index),
    ]
    const computeArcPoint = (part: number) => bend(start, peak, end, part)
    const stretch = (a: number, b: number) => {
      trace(
        ctx,
        samplePath(48, (part) => computeArcPoint(a + (b - a) * part)),
      )
      ctx.stroke()
    }

    ctx.strokeStyle = inks.action
    ctx.globalAlpha = 0.38
    ctx.lineWidth = 1.1
    stretch(0, 1)
    ctx.globalAlpha = 1
    ctx.lineWidth = 2

    const tail = Math.max(0, phase - 0.34)
    if (tail < 1) stretch(tail, Math.min(1, phase))
    drawDot(pen, start, sheet.line * 1.9)
    drawDot(pen, phase < 1 ? computeArcPoint(Math.min(1, phase)) : end, sheet.line * 1.9)

    const mark = { color: inks.action, width: sheet.line * 1.5 }
    drawRowLine(pen, sheet, -0.225, -0.075, computeRowCentre(from), mark)
    if (phase >= 1) drawRowLine(pen, sheet, 0.66, 0.76, computeRowCentre(to), mark)
  })
}

const bend = (a: Point, peak: Point, b: Point, part: number): Point => {
  const mix = (i: 0 | 1) =>
    (1 - part) ** 2 * a[i] + 2 * (1 - part) * part * peak[i] + part ** 2 * b[i]
  return [mix(0), mix(1)]
}

function drawDot({ ctx, inks }: SceneCanvas, [x, y]: Point, radius: number) {
  ctx.fillStyle = inks.action
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, TAU)
  ctx.fill()
}

/** Draws the rosette stamped on the right page, in the plane of the page. */
export function drawStamp({ ctx, inks }: SceneCanvas, sheet: Sheet) {
  const [ox, oy] = sheet.at(0.52, 0.7)
  const [ux, uy] = sheet.at(0.7, 0.7)
  const [vx, vy] = sheet.at(0.52, 0.7 + 0.18 / 1.34)

  ctx.save()
  ctx.transform((ux - ox) / 96, (uy - oy) / 96, (vx - ox) / 96, (vy - oy) / 96, ox, oy)
  ctx.fillStyle = inks.surface
  ctx.globalAlpha = 0.86
  ctx.beginPath()
  ctx.arc(0, 0, 99, 0, TAU)
  ctx.fill()
  ctx.globalAlpha = 0.95
  ctx.strokeStyle = inks.action
  ctx.lineWidth = 0.75
  drawRosette(ctx, { waves: 9, radius: 80, depth: 9, fine: 27, fineDepth: 2.4, turns: 11 })
  drawRosette(ctx, { waves: 6, radius: 47, depth: 13, fine: 18, fineDepth: 4, turns: 12 })
  ctx.lineWidth = 1.4

  for (const radius of [99, 95.5, 25]) {
    ctx.beginPath()
    ctx.arc(0, 0, radius, 0, TAU)
    ctx.stroke()
  }

  ctx.fillStyle = inks.action
  ctx.fillRect(-11, -8, 22, 5)
  ctx.fillRect(-11, 3, 22, 5)
  ctx.restore()
}
