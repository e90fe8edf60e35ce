import { A4, BOTTOM, MARGIN, type PdfCanvas, QUIET, SMALL, TOP, WIDTH } from './pdf-canvas.ts'
import { COLUMN_GAP, computeLineHeight, type PdfReport } from './pdf-row.ts'
import { wrapText } from './wrap-text.ts'

/** Draws the notes below the table. */
export function drawNotes(pen: PdfCanvas, notes: readonly string[], from: number) {
  let y = from + 18
  for (const note of notes) {
    const lines = wrapText(pen, note, WIDTH, SMALL + 0.5)
    if (y + lines.length * computeLineHeight(SMALL + 0.5) > BOTTOM) {
      pen.doc.addPage()
      y = TOP
    }

    for (const line of lines) {
      pen.write(line, MARGIN, y, { size: SMALL + 0.5, colour: QUIET })
      y += computeLineHeight(SMALL + 0.5)
    }

    y += 4
  }
}

/** Draws mark, footer and page number on every page, once their number is known. */
export function drawFrames(pen: PdfCanvas, { mark, foot }: PdfReport) {
  const { count } = pen.doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(page)

    if (mark) {
      pen.doc.rect(0, 0, A4.width, 26).fill('#feefcb')
      pen.write(mark, MARGIN, 8, { size: SMALL + 0.5, weight: 600, colour: '#875806' })
    }

    pen.rule(BOTTOM + 14)

    const number = `Page ${page + 1} of ${count}`
    const room = WIDTH - pen.widthOf(number, SMALL, 400) - COLUMN_GAP
    wrapText(pen, foot, room, SMALL)
      .slice(0, 2)
      .forEach((line, at) => {
        pen.write(line, MARGIN, BOTTOM + 20 + at * computeLineHeight(SMALL), {
          size: SMALL,
          colour: QUIET,
        })
      })

    pen.write(number, MARGIN + WIDTH, BOTTOM + 20, { size: SMALL, colour: QUIET, end: true })
  }
}
