import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import type { Column } from './column.ts'

/** Formats rows as comma-separated values with a header line, safe against formula injection. */
export const buildTableCsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  formatCsv([columns.map((c) => c.header), ...rows.map((row) => columns.map((c) => c.text(row)))])

/** Downloads comma-separated values, with the mark by which spreadsheets know the encoding. */
export const downloadCsv = (name: string, text: string) =>
  download(name, [BYTE_ORDER_MARK, text], 'text/csv;charset=utf-8')

/** Downloads a value as JSON, without a mark: programs that read it refuse one. */
export const downloadJson = (name: string, value: unknown) =>
  download(name, [JSON.stringify(value)], 'application/json')

function download(name: string, parts: string[], type: string) {
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
