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
  pen.tags.open('Table')
  let y = drawTableHead(pen, table, top)

  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn()

    const laid = computeRowLayout(pen, columns, row)
    // a heading never ends a page
    const needed = laid.height + ('group' in row ? 3 * computeLineHeight(TEXT) : 0)

    if (y + needed > BOTTOM) {
      pen.doc.addPage()
      y = repeatTableHead(pen, table, TOP)
    }

    drawRow(pen, table, row, laid, y)
    y += laid.height
  }

  pen.tags.close()

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

function drawTableHead(pen: PdfCanvas, table: PdfTable, y: number): number {
  pen.tags.open('TR')
  for (const draw of listHeadCells(pen, table, y)) pen.tags.leaf('TH', draw, { scope: 'Column' })
  pen.tags.close()

  return drawHeadRule(pen, y)
}

/** Draws the head on a further page. It is read once, at the beginning of the table. */
function repeatTableHead(pen: PdfCanvas, table: PdfTable, y: number): number {
  for (const draw of listHeadCells(pen, table, y)) pen.tags.decoration(draw, 'Pagination')

  return drawHeadRule(pen, y)
}

const listHeadCells = (pen: PdfCanvas, { columns, places }: PdfTable, y: number) =>
  columns.map(({ head, end }, at) => () => {
    pen.write(head, places[at] ?? 0, y, {
      size: SMALL,
      weight: 600,
      colour: QUIET,
      end: end ?? false,
    })
  })

function drawHeadRule(pen: PdfCanvas, y: number): number {
  pen.rule(y + computeLineHeight(SMALL) + 3, { colour: INK })
  return y + computeLineHeight(SMALL) + 7
}
