import { computeOutlines, hasLetters, measureLine } from './outlines.ts'
import { INK, MARGIN, type PdfCanvas, QUIET, SMALL, TEXT, TOP, WIDTH } from './pdf-canvas.ts'
import { drawMark } from './pdf-frame.ts'
import { computeLineHeight, type PdfReport } from './pdf-row.ts'
import { wrapText } from './wrap-text.ts'

export function drawOpening(pen: PdfCanvas, paper: PdfReport): number {
  const { mark, brand, sender, title, facts, summary } = paper
  const { tags } = pen
  if (mark) drawMark(pen, mark, true)

  let y = drawSender(pen, sender, drawWordmark(pen, brand.name, TOP))

  pen.rule(y, { thick: 1.5, colour: brand.colour })
  tags.leaf('H1', () => pen.write(title, MARGIN, y + 14, { size: 17, weight: 600 }))
  y += 48

  const below = drawFacts(pen, facts, y)

  return Math.max(below, drawSummary(pen, summary, y)) + 22
}

const WORDMARK = 18

/** Draws the operator's name over a double rule, as its site does. */
function drawWordmark(pen: PdfCanvas, name: string, top: number): number {
  const base = top + WORDMARK
  const hasDisplay = hasLetters('display', name)
  const width = hasDisplay
    ? measureLine('display', WORDMARK, name)
    : pen.widthOf(name, WORDMARK, 600)

  if (hasDisplay) pen.tags.leaf('Figure', () => drawOutlines(pen, name, base), { alt: name })
  else pen.tags.leaf('P', () => pen.write(name, MARGIN, top, { size: WORDMARK, weight: 600 }))

  for (const down of [6, 8.5])
    pen.rule(base + down, { width: Math.min(width, WIDTH), thick: 1, colour: INK })

  return base + 18
}

/** Draws the wordmark as outlines: its face is no font that pdfkit can embed. */
function drawOutlines({ doc }: PdfCanvas, name: string, base: number) {
  const { glyphs, scale } = computeOutlines('display', WORDMARK, name)
  doc.save().translate(MARGIN, base).scale(scale, -scale).fillColor(INK)

  for (const { path, advance } of glyphs) {
    doc.path(path).fill()
    doc.translate(advance, 0)
  }

  doc.restore()
}

function drawSender(pen: PdfCanvas, sender: readonly string[], top: number): number {
  const lines = sender.flatMap((each) => wrapText(pen, each, WIDTH, SMALL))
  pen.tags.leaf('P', () => {
    for (const [at, line] of lines.entries())
      pen.write(`${line.trimEnd()} `, MARGIN, top + at * computeLineHeight(SMALL), {
        size: SMALL,
        colour: QUIET,
      })
  })

  return top + lines.length * computeLineHeight(SMALL) + 14
}

const HALF = (WIDTH - 32) / 2

function drawFacts(pen: PdfCanvas, facts: PdfReport['facts'], top: number): number {
  const { tags } = pen
  let y = top
  tags.open('L')

  for (const { label, value } of facts) {
    const lines = wrapText(pen, value, HALF, TEXT)
    const below = y + computeLineHeight(SMALL)

    tags.open('LI')
    tags.leaf('Lbl', () => pen.write(label, MARGIN, y, { size: SMALL, colour: QUIET }))
    tags.leaf('LBody', () => {
      for (const [at, line] of lines.entries())
        pen.write(line, MARGIN, below + at * computeLineHeight(TEXT))
    })
    tags.close()

    y = below + lines.length * computeLineHeight(TEXT) + 5
  }

  tags.close()

  return y
}

function drawSummary(pen: PdfCanvas, summary: PdfReport['summary'], top: number): number {
  const x = MARGIN + HALF + 32
  const { tags } = pen
  let y = top
  tags.open('Table')

  for (const { label, value, total } of summary) {
    const weight = total ? 600 : 400
    if (total && y > top) pen.rule(y - 2.5, { x, width: HALF, colour: INK })

    tags.open('TR')
    tags.leaf('TH', () => pen.write(label, x, y, { weight }), { scope: 'Row' })
    tags.leaf('TD', () => pen.write(value, x + HALF, y, { weight, end: true }))
    tags.close()
    y += computeLineHeight(TEXT) + 3
  }

  tags.close()

  return y
}
