import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import type { Column } from './column.ts'

/** Formats rows as comma-separated values with a header line, safe against formula injection. */
export const buildTableCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  formatCsv([columns.map((c) => c.header), ...rows.map((row) => columns.map((c) => c.text(row)))])

/** Downloads a text as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
