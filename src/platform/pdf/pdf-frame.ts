import { A4, BOTTOM, MARGIN, type PdfCanvas, QUIET, SMALL, TEXT, TOP, WIDTH } from './pdf-canvas.ts'
import { COLUMN_GAP, computeLineHeight, type PdfReport } from './pdf-row.ts'
import { wrapText } from './wrap-text.ts'

const NOTE = SMALL + 0.5
const TERM_WIDTH = 110

/** Draws the terms of the report with their meanings, and returns where they end. */
export function drawTerms(pen: PdfCanvas, terms: PdfReport['terms'], from: number): number {
  if (terms.length === 0) return from

  const { tags } = pen
  const laid = terms.map(({ term, meaning }) => ({
    term,
    lines: wrapText(pen, meaning, WIDTH - TERM_WIDTH, NOTE),
  }))
  const computeHeight = (lines: readonly string[]) => lines.length * computeLineHeight(NOTE) + 3

  // the heading is followed by a term on the same page
  const opening = computeLineHeight(TEXT) + 5 + computeHeight(laid[0]?.lines ?? [])
  let y = makeRoom(pen, from + 18, opening)
  tags.leaf('H2', () => pen.write('Terms', MARGIN, y, { weight: 600 }))
  y += computeLineHeight(TEXT) + 5

  tags.open('L')

  for (const { term, lines } of laid) {
    y = makeRoom(pen, y, computeHeight(lines))
    tags.open('LI')
    tags.leaf('Lbl', () => pen.write(term, MARGIN, y, { size: NOTE, weight: 600 }))
    tags.leaf('LBody', () => writeLines(pen, lines, MARGIN + TERM_WIDTH, y))
    tags.close()
    y += computeHeight(lines)
  }

  tags.close()

  return y
}

/** Draws the notes at the end of the report. */
export function drawNotes(pen: PdfCanvas, notes: readonly string[], from: number) {
  let y = from + 14
  for (const note of notes) {
    const lines = wrapText(pen, note, WIDTH, NOTE)
    const height = lines.length * computeLineHeight(NOTE)
    y = makeRoom(pen, y, height)
    pen.tags.leaf('P', () => writeLines(pen, lines, MARGIN, y))
    y += height + 4
  }
}

function writeLines(pen: PdfCanvas, lines: readonly string[], x: number, top: number) {
  for (const [at, line] of lines.entries())
    pen.write(line, x, top + at * computeLineHeight(NOTE), { size: NOTE, colour: QUIET })
}

/** Returns where a block of this height begins: here, or at the top of a new page. */
function makeRoom(pen: PdfCanvas, y: number, height: number): number {
  if (y + height <= BOTTOM) return y

  pen.doc.addPage()
  return TOP
}

/** Draws the mark at the top of a page. The document begins with the first one. */
export function drawMark(pen: PdfCanvas, mark: string, isFirst: boolean) {
  const { doc, tags } = pen
  const write = () => pen.write(mark, MARGIN, 8, { size: NOTE, weight: 600, colour: '#875806' })

  tags.decoration(() => doc.rect(0, 0, A4.width, 26).fill('#feefcb'))
  if (isFirst) tags.leaf('P', write)
  else tags.decoration(write, 'Pagination')
}

/**
 * Draws the mark, the footer and the page number on every page, once their number is known; the
 * first page has its mark. Screen readers leave them out, since they repeat what was read.
 */
export function drawFrames(pen: PdfCanvas, { mark, foot }: PdfReport) {
  const { tags } = pen
  const { count } = pen.doc.bufferedPageRange()

  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(page)

    if (mark && page > 0) drawMark(pen, mark, false)

    pen.rule(BOTTOM + 14)
    tags.decoration(() => drawFoot(pen, foot, `Page ${page + 1} of ${count}`), 'Pagination')
  }
}

function drawFoot(pen: PdfCanvas, foot: string, number: string) {
  const room = WIDTH - pen.widthOf(number, SMALL, 400) - COLUMN_GAP
  const style = { size: SMALL, colour: QUIET }

  for (const [at, line] of wrapText(pen, foot, room, SMALL).slice(0, 2).entries())
    pen.write(line, MARGIN, BOTTOM + 20 + at * computeLineHeight(SMALL), style)

  pen.write(number, MARGIN + WIDTH, BOTTOM + 20, { ...style, end: true })
}
