import PDFDocument from 'pdfkit'
import { createPdfCanvas } from './pdf-canvas.ts'
import { drawFrames, drawNotes, drawTerms } from './pdf-frame.ts'
import { drawOpening } from './pdf-opening.ts'
import type { PdfReport } from './pdf-row.ts'
import { drawTable } from './pdf-table.ts'

/**
 * Renders a report as a tagged PDF on A4. Rows never break across pages, and the table's head is
 * repeated on each. Letters that the typeface lacks are transliterated or become their code point.
 * Yields to other work in between.
 */
export async function renderPdfReport(paper: PdfReport): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
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
  y = drawTerms(pen, paper.terms, y)
  drawNotes(pen, paper.notes, y)
  drawFrames(pen, paper)
  doc.end()
  await ended

  return Uint8Array.from(Buffer.concat(chunks))
}
