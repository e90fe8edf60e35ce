import { drawArcs, drawSeal } from './book-marks.ts'
import { drawPage, makeSheet, type Sheet } from './book-page.ts'
import { along, type Pen, type Scene, trace } from './pen.ts'

const BLOCK_SHEETS = 7

/**
 * An open ledger in perspective; blue arcs carry each debit on the left to its credit on the right.
 */
export const book: Scene = {
  standing(pen) {
    const sheet = makeSheet(pen)
    drawBlock(pen, sheet)
    drawGutter(pen, sheet)
    drawPage(pen, sheet, -1)
    drawPage(pen, sheet, 1)
    drawSeal(pen, sheet)
  },
  moving(pen, seconds) {
    drawArcs(pen, makeSheet(pen), seconds)
  },
}

/** The pages below, then the two that lie open. */
function drawBlock({ ctx, inks }: Pen, sheet: Sheet) {
  const half = (side: number, lift: number, color: string, width: number) => {
    const there = along(28, (part) => sheet.at(side * part, 0, lift))
    const back = along(28, (part) => sheet.at(side * (1 - part), 1, lift))
    trace(ctx, [...there, ...back])
    ctx.closePath()
    ctx.fillStyle = inks.surface
    ctx.fill()
    ctx.strokeStyle = color
    ctx.lineWidth = width
    ctx.stroke()
  }

  for (let i = BLOCK_SHEETS; i >= 1; i--) {
    const bottom = i === BLOCK_SHEETS
    for (const side of [-1, 1]) {
      half(
        side * (1 + 0.004 * i),
        -0.011 * i,
        bottom ? inks['ink-3'] : inks.rule,
        bottom ? 1.2 : 0.8,
      )
    }
  }

  half(-1, 0, inks['ink-3'], 1)
  half(1, 0, inks['ink-3'], 1)
}

/** The shade where the pages meet, made of lines. */
function drawGutter({ ctx, inks }: Pen, sheet: Sheet) {
  ctx.strokeStyle = inks.ink
  ctx.lineWidth = 0.7

  for (const side of [-1, 1]) {
    for (let i = 1; i < 10; i++) {
      ctx.globalAlpha = 0.3 * (1 - i / 10)
      trace(
        ctx,
        along(20, (part) => sheet.at(side * i * 0.009, part)),
      )
      ctx.stroke()
    }
  }

  ctx.globalAlpha = 1
}
