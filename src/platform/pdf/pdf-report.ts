import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import {
  A4,
  BOTTOM,
  createPdfCanvas,
  INK,
  LEADING,
  MARGIN,
  type PdfCanvas,
  QUIET,
  SMALL,
  TEXT,
  type TextStyle,
  TOP,
  WIDTH,
  wrapText,
} from './pdf-canvas.ts'

/** The content of a report in its order. It knows no domain. */
export type PdfReport = {
  title: string
  author: string
  madeAt: Date
  /** Shown at the top of every page. */
  mark: string | null
  sender: readonly string[]
  /** Label and value pairs below the title. */
  facts: readonly { label: string; value: string }[]
  /** Totals above the table. */
  summary: readonly { label: string; value: string; total?: boolean }[]
  columns: readonly { head: string; width: number; end?: boolean }[]
  rows: readonly PdfReportRow[]
  /** Sentences below the table. */
  notes: readonly string[]
  /** The footer of every page, before 'Page 1 of 9'. */
  foot: string
}

/**
 * The first line of a cell is its text, the others are smaller. A total is ruled above and twice
 * below; `group` is a heading in the table.
 */
export type PdfReportRow =
  | { group: string }
  | { cells: readonly (string | readonly string[])[]; strong?: boolean; total?: boolean }

const GAP = 10
const ROWS_A_TURN = 200

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

const computeLineHeight = (size: number) => size * LEADING

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

type LaidLine = { text: string; small: boolean }
type RowLayout = { cells: LaidLine[][]; height: number }

async function drawTable(
  pen: PdfCanvas,
  { columns, rows }: PdfReport,
  top: number,
): Promise<number> {
  const table = { columns, places: computeColumnPositions(columns) }
  let y = drawHead(pen, table, top)

  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn()

    const laid = computeRowLayout(pen, columns, row)
    // a heading never ends a page
    const needed = laid.height + ('group' in row ? 3 * computeLineHeight(TEXT) : 0)

    if (y + needed > BOTTOM) {
      pen.doc.addPage()
      y = drawHead(pen, table, TOP)
    }

    drawRow(pen, table, row, laid, y)
    y += laid.height
  }

  return y
}

const computeColumnPositions = (columns: PdfReport['columns']) => {
  let x = MARGIN
  return columns.map(({ width, end }) => {
    const place = end ? x + width : x
    x += width + GAP
    return place
  })
}

function drawHead(pen: PdfCanvas, { columns, places }: Table, y: number): number {
  columns.forEach(({ head, end }, at) => {
    pen.write(head, places[at] ?? 0, y, {
      size: SMALL,
      weight: 600,
      colour: QUIET,
      end: end ?? false,
    })
  })

  pen.rule(y + computeLineHeight(SMALL) + 3, { colour: INK })

  return y + computeLineHeight(SMALL) + 7
}

const computeCellHeight = (lines: readonly LaidLine[]) =>
  lines.reduce((sum, { small }) => sum + computeLineHeight(small ? SMALL : TEXT), 0)

function computeRowLayout(
  pen: PdfCanvas,
  columns: PdfReport['columns'],
  row: PdfReportRow,
): RowLayout {
  if ('group' in row) return { cells: [], height: computeLineHeight(TEXT) + 10 }

  const cells = row.cells.map((cell, at) => {
    const [first = '', ...others] = typeof cell === 'string' ? [cell] : cell
    const { width = WIDTH, end } = columns[at] ?? {}
    if (end) return [{ text: first, small: false }]

    return [
      ...wrapText(pen, first, width, TEXT).map((text) => ({ text, small: false })),
      ...others.flatMap((other) =>
        wrapText(pen, other, width, SMALL).map((text) => ({ text, small: true })),
      ),
    ]
  })

  return { cells, height: Math.max(...cells.map(computeCellHeight)) + 6 }
}

type Table = { columns: PdfReport['columns']; places: readonly number[] }

function drawRow(
  pen: PdfCanvas,
  { columns, places }: Table,
  row: PdfReportRow,
  { cells, height }: RowLayout,
  top: number,
) {
  if ('group' in row) return pen.write(row.group, MARGIN, top + 7, { weight: 600 })

  if (row.total)
    for (const y of [top - 1, top + height - 3, top + height - 1]) pen.rule(y, { colour: INK })

  cells.forEach((lines, at) => {
    let y = top + 2
    for (const { text, small } of lines) {
      const look: TextStyle = small
        ? { size: SMALL, colour: QUIET }
        : { weight: row.strong || row.total ? 600 : 400 }
      pen.write(text, places[at] ?? 0, y, { ...look, end: columns[at]?.end ?? false })
      y += computeLineHeight(small ? SMALL : TEXT)
    }
  })
}

function drawNotes(pen: PdfCanvas, notes: readonly string[], from: number) {
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
function drawFrames(pen: PdfCanvas, { mark, foot }: PdfReport) {
  const { count } = pen.doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(page)

    if (mark) {
      pen.doc.rect(0, 0, A4.width, 26).fill('#feefcb')
      pen.write(mark, MARGIN, 8, { size: SMALL + 0.5, weight: 600, colour: '#875806' })
    }

    pen.rule(BOTTOM + 14)

    const number = `Page ${page + 1} of ${count}`
    const room = WIDTH - pen.widthOf(number, SMALL, 400) - GAP
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
