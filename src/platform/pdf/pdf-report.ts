import PDFDocument from 'pdfkit'
import {
  createPdfCanvas,
  INK,
  MARGIN,
  type PdfCanvas,
  QUIET,
  SMALL,
  TEXT,
  TOP,
  WIDTH,
} from './pdf-canvas.ts'
import { drawFrames, drawNotes } from './pdf-frame.ts'
import { computeLineHeight, type PdfReport } from './pdf-row.ts'
import { drawTable } from './pdf-table.ts'
import { wrapText } from './wrap-text.ts'

/**
 * Renders a report as a PDF on A4. Rows never break across pages, and the table's head is repeated
 * on each. Letters that the typeface lacks are transliterated or become their code point. Yields to
 * other work in between.
 */
export async function renderPdfReport(paper: PdfReport): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: paper.title, Author: paper.author, CreationDate: paper.madeAt },
    lang: 'en',
    displayTitle: true,
  })

  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))

  const ended = new Promise((done, failed) => doc.on('end', done).on('error', failed))
  const pen = createPdfCanvas(doc)
  let y = drawOpening(pen, paper)

  y = await drawTable(pen, paper, y)
  drawNotes(pen, paper.notes, y)
  drawFrames(pen, paper)
  doc.end()
  await ended

  return Uint8Array.from(Buffer.concat(chunks))
}

function drawOpening(pen: PdfCanvas, { title, sender, facts, summary }: PdfReport): number {
  let y = TOP
  const [name = '', ...rest] = sender
  pen.write(name, MARGIN, y, { size: 13, weight: 600 })
  y += 20

  for (const line of rest.flatMap((each) => wrapText(pen, each, WIDTH, SMALL))) {
    pen.write(line, MARGIN, y, { size: SMALL, colour: QUIET })
    y += computeLineHeight(SMALL)
  }

  y += 14
  pen.rule(y, { thick: 1, colour: INK })
  pen.write(title, MARGIN, y + 14, { size: 17, weight: 600 })
  y += 48

  return Math.max(drawFacts(pen, facts, y), drawSummary(pen, summary, y)) + 22
}

const HALF = (WIDTH - 32) / 2

function drawFacts(pen: PdfCanvas, facts: PdfReport['facts'], top: number): number {
  let y = top
  for (const { label, value } of facts) {
    pen.write(label, MARGIN, y, { size: SMALL, colour: QUIET })
    y += computeLineHeight(SMALL)

    for (const line of wrapText(pen, value, HALF, TEXT)) {
      pen.write(line, MARGIN, y)
      y += computeLineHeight(TEXT)
    }

    y += 5
  }

  return y
}

function drawSummary(pen: PdfCanvas, summary: PdfReport['summary'], top: number): number {
  const x = MARGIN + HALF + 32
  let y = top

  for (const { label, value, total } of summary) {
    const weight = total ? 600 : 400
    if (total && y > top) pen.rule(y - 2.5, { x, width: HALF, colour: INK })
    pen.write(label, x, y, { weight })
    pen.write(value, x + HALF, y, { weight, end: true })
    y += computeLineHeight(TEXT) + 3
  }

  return y
}
