import { INK, LEADING, MARGIN, type PdfCanvas, QUIET, SMALL, TEXT, WIDTH } from './pdf-canvas.ts'
import type { TextStyle } from './pdf-fonts.ts'
import { wrapText } from './wrap-text.ts'

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

export type PdfTable = { columns: PdfReport['columns']; places: readonly number[] }

/** Draws a row of the table. */
export function drawRow(
  pen: PdfCanvas,
  { columns, places }: PdfTable,
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
      const style: TextStyle = small
        ? { size: SMALL, colour: QUIET }
        : { weight: row.strong || row.total ? 600 : 400 }
      pen.write(text, places[at] ?? 0, y, { ...style, end: columns[at]?.end ?? false })
      y += computeLineHeight(small ? SMALL : TEXT)
    }
  })
}
