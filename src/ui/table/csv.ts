import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import type { Column } from './column.ts'

/** The rows as comma-separated values with a line of heads; none of them is a formula. */
export const buildTableCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  formatCsv([columns.map((c) => c.header), ...rows.map((row) => columns.map((c) => c.text(row)))])

/** Hands the browser a file to keep. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
