import { BOTTOM, computeRowCentre, ROWS, type Sheet, TOP } from './page-sheet.ts'
import {
  createSeededRandom,
  type Point,
  type SceneCanvas,
  samplePath,
  trace,
} from './scene-canvas.ts'

type Stroke = { color: string; width: number; alpha?: number }

/** Draws a line along a row. */
export function drawRowLine(
  { ctx }: SceneCanvas,
  sheet: Sheet,
  u0: number,
  u1: number,
  v: number,
  stroke: Stroke,
) {
  const count = Math.max(3, Math.ceil(Math.abs(u1 - u0) * 26))
  strokePath(
    ctx,
    samplePath(count, (part) => sheet.at(u0 + (u1 - u0) * part, v)),
    stroke,
  )
}

function drawColumnLine(
  { ctx }: SceneCanvas,
  sheet: Sheet,
  u: number,
  v0: number,
  v1: number,
  stroke: Stroke,
) {
  strokePath(
    ctx,
    samplePath(20, (part) => sheet.at(u, v0 + (v1 - v0) * part)),
    stroke,
  )
}

function strokePath(
  ctx: CanvasRenderingContext2D,
  points: readonly Point[],
  { color, width, alpha = 1 }: Stroke,
) {
  ctx.globalAlpha = alpha
  ctx.strokeStyle = color
  ctx.lineWidth = width
  trace(ctx, points)
  ctx.stroke()
  ctx.globalAlpha = 1
}

const random = createSeededRandom(20261120)
/** Lengths of each row's text and amount; `first` puts the amount into the first money column. */
const ROW_LENGTHS = Array.from({ length: ROWS * 2 }, () => ({
  text: 0.18 + random() * 0.3,
  figure: 0.1 + random() * 0.13,
  first: random() > 0.45,
}))

/** Draws one page: head, rules, money columns, rows, and the total with its double rule. */
export function drawPage(pen: SceneCanvas, sheet: Sheet, side: -1 | 1) {
  const { inks } = pen
  const toPageU = (part: number) => (side < 0 ? -1 + part : part)
  const drawSpan = (from: number, to: number, v: number, stroke: Stroke) =>
    drawRowLine(pen, sheet, toPageU(from), toPageU(to), v, stroke)

  drawSpan(0.07, 0.38, 0.062, { color: inks.ink, width: sheet.line * 1.9, alpha: 0.9 })
  drawSpan(0.07, 0.94, 0.105, { color: inks.ink, width: 1.2, alpha: 0.8 })
  for (let i = 0; i <= ROWS; i++) {
    drawSpan(0.07, 0.94, TOP + ((BOTTOM - TOP) * i) / ROWS, {
      color: inks.rule,
      width: 0.8,
      alpha: 0.9,
    })
  }

  for (const part of [0.6, 0.612, 0.775, 0.787]) {
    drawColumnLine(pen, sheet, toPageU(part), 0.105, 0.9, {
      color: inks.action,
      width: 0.7,
      alpha: 0.55,
    })
  }

  drawColumnLine(pen, sheet, toPageU(0.155), 0.105, 0.9, { color: inks.rule, width: 0.9 })
  for (let i = 0; i < ROWS; i++) drawRow(drawSpan, pen, sheet, side, i)
  for (const v of [0.905, 0.935, 0.946]) drawSpan(0.62, 0.94, v, { color: inks.ink, width: 1.1 })
  drawSpan(0.655, 0.76, 0.921, { color: inks.ink, width: sheet.line * 1.4 })
  drawSpan(0.81, 0.925, 0.921, { color: inks.ink, width: sheet.line * 1.4 })
}

type SpanDrawer = (from: number, to: number, v: number, stroke: Stroke) => void

function drawRow(
  row: SpanDrawer,
  { inks }: SceneCanvas,
  sheet: Sheet,
  side: -1 | 1,
  index: number,
) {
  const lengths = ROW_LENGTHS[(side < 0 ? 0 : ROWS) + index]
  if (!lengths) return

  const v = computeRowCentre(index)
  const end = lengths.first === side < 0 ? 0.76 : 0.925

  row(0.085, 0.13, v, { color: inks['ink-3'], width: sheet.line * 0.8, alpha: 0.6 })
  row(0.175, 0.175 + lengths.text, v, { color: inks.ink, width: sheet.line, alpha: 0.62 })
  row(end - lengths.figure, end, v, { color: inks.ink, width: sheet.line, alpha: 0.8 })
}
