import { drawArcs, drawStamp } from './book-marks.ts'
import { drawPage } from './book-page.ts'
import { makeSheet, type Sheet } from './page-sheet.ts'
import { type Scene, type SceneCanvas, samplePath, trace } from './scene-canvas.ts'

const BLOCK_SHEETS = 7

/**
 * An open ledger in perspective; blue arcs carry each debit on the left to its credit on the right.
 */
export const book: Scene = {
  drawStatic(pen) {
    const sheet = makeSheet(pen)
    drawBlock(pen, sheet)
    drawGutter(pen, sheet)
    drawPage(pen, sheet, -1)
    drawPage(pen, sheet, 1)
    drawStamp(pen, sheet)
  },
  moving(pen, seconds) {
    drawArcs(pen, makeSheet(pen), seconds)
  },
}

/** Draws the pages below and the two open pages. */
function drawBlock({ ctx, inks }: SceneCanvas, sheet: Sheet) {
  const drawHalf = (side: number, lift: number, color: string, width: number) => {
    const there = samplePath(28, (part) => sheet.at(side * part, 0, lift))
    const back = samplePath(28, (part) => sheet.at(side * (1 - part), 1, lift))
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
      drawHalf(
        side * (1 + 0.004 * i),
        -0.011 * i,
        bottom ? inks['ink-3'] : inks.rule,
        bottom ? 1.2 : 0.8,
      )
    }
  }

  drawHalf(-1, 0, inks['ink-3'], 1)
  drawHalf(1, 0, inks['ink-3'], 1)
}

/** Draws the shade of the gutter as lines. */
function drawGutter({ ctx, inks }: SceneCanvas, sheet: Sheet) {
  ctx.strokeStyle = inks.ink
  ctx.lineWidth = 0.7

  for (const side of [-1, 1]) {
    for (let i = 1; i < 10; i++) {
      ctx.globalAlpha = 0.3 * (1 - i / 10)
      trace(
        ctx,
        samplePath(20, (part) => sheet.at(side * i * 0.009, part)),
      )
      ctx.stroke()
    }
  }

  ctx.globalAlpha = 1
}
