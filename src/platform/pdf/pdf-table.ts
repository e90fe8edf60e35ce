import { setImmediate as nextTurn } from 'node:timers/promises'
import { BOTTOM, INK, MARGIN, type PdfCanvas, QUIET, SMALL, TEXT, TOP } from './pdf-canvas.ts'
import {
  COLUMN_GAP,
  computeLineHeight,
  computeRowLayout,
  drawRow,
  type PdfReport,
  type PdfTable,
} from './pdf-row.ts'

const ROWS_A_TURN = 200

/** Draws the table over as many pages as needed and returns where it ends. */
export async function drawTable(
  pen: PdfCanvas,
  { columns, rows }: PdfReport,
  top: number,
): Promise<number> {
  const table = { columns, places: computeColumnPositions(columns) }
  let y = drawTableHead(pen, table, top)

  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn()

    const laid = computeRowLayout(pen, columns, row)
    // a heading never ends a page
    const needed = laid.height + ('group' in row ? 3 * computeLineHeight(TEXT) : 0)

    if (y + needed > BOTTOM) {
      pen.doc.addPage()
      y = drawTableHead(pen, table, TOP)
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
    x += width + COLUMN_GAP
    return place
  })
}

function drawTableHead(pen: PdfCanvas, { columns, places }: PdfTable, y: number): number {
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
