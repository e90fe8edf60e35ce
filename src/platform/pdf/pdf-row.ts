import { INK, LEADING, MARGIN, type PdfCanvas, QUIET, SMALL, TEXT, WIDTH } from './pdf-canvas.ts'
import type { Weight } from './pdf-fonts.ts'
import { wrapText } from './wrap-text.ts'

/** The content of a report in its order. It knows no domain. */
export type PdfReport = {
  title: string
  author: string
  madeAt: Date
  /** Shown at the top of every page. */
  mark: string | null
  /** The operator's name as its site shows it, and the colour of its buttons, as `#rrggbb`. */
  brand: { name: string; colour: string }
  sender: readonly string[]
  /** Label and value pairs below the title. */
  facts: readonly { label: string; value: string }[]
  /** Totals above the table. */
  summary: readonly { label: string; value: string; total?: boolean }[]
  columns: readonly { head: string; width: number; end?: boolean }[]
  rows: readonly PdfReportRow[]
  /** Terms of the report and what they mean, below the table. */
  terms: readonly { term: string; meaning: string }[]
  /** Sentences at the end. */
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

export const COLUMN_GAP = 10

/** Returns the height of a line of text of this size, in points. */
export const computeLineHeight = (size: number) => size * LEADING

type LaidLine = { text: string; small: boolean }
type RowLayout = { cells: LaidLine[][]; height: number }

const computeCellHeight = (lines: readonly LaidLine[]) =>
  lines.reduce((sum, { small }) => sum + computeLineHeight(small ? SMALL : TEXT), 0)

/** Wraps the cells of a row and returns its lines and height. */
export function computeRowLayout(
  pen: PdfCanvas,
  columns: PdfReport['columns'],
  row: PdfReportRow,
): RowLayout {
  if ('group' in row) return { cells: [], height: computeLineHeight(TEXT) + 10 }

  const cells = row.cells.map((cell, at) => {
    const texts = typeof cell === 'string' ? [cell] : cell
    const { width = WIDTH, end } = columns[at] ?? {}
    if (end) return [{ text: texts[0] ?? '', small: false }]

    return texts.flatMap((text, index) => {
      const small = index > 0
      const lines = wrapText(pen, text, width, small ? SMALL : TEXT)
      // the next text is another sentence to a reader
      const separator = index < texts.length - 1 ? ' ' : ''

      return lines.map((line, number) => ({
        text: number === lines.length - 1 ? line + separator : line,
        small,
      }))
    })
  })

  return { cells, height: Math.max(...cells.map(computeCellHeight)) + 6 }
}

export type PdfTable = { columns: PdfReport['columns']; places: readonly number[] }

/** Draws a row of the table. */
export function drawRow(
  pen: PdfCanvas,
  { columns, places }: PdfTable,
  row: PdfReportRow,
  { cells, height }: RowLayout,
  top: number,
) {
  const { tags } = pen
  if ('total' in row && row.total)
    for (const y of [top - 1, top + height - 3, top + height - 1]) pen.rule(y, { colour: INK })

  tags.open('TR')

  if ('group' in row)
    tags.leaf('TH', () => pen.write(row.group, MARGIN, top + 7, { weight: 600 }), {
      scope: 'Row',
      span: columns.length,
    })

  cells.forEach((lines, at) => {
    const weight = 'cells' in row && (row.strong || row.total) ? 600 : 400
    const place = { x: places[at] ?? 0, y: top + 2, end: columns[at]?.end ?? false }
    tags.leaf('TD', () => drawCell(pen, lines, weight, place))
  })

  tags.close()
}

function drawCell(
  pen: PdfCanvas,
  lines: readonly LaidLine[],
  weight: Weight,
  { x, y, end }: { x: number; y: number; end: boolean },
) {
  let at = y
  for (const { text, small } of lines) {
    pen.write(text, x, at, { ...(small ? { size: SMALL, colour: QUIET } : { weight }), end })
    at += computeLineHeight(small ? SMALL : TEXT)
  }
}
