import type { Column } from './column.ts'

const NUMBER = /^[+-]?[\d.,]+$/
const ACTIVE = /^[=+\-@\t\r]/

/** One cell; what a spreadsheet would run as a formula is made text. */
function cellText(text: string): string {
  const safe = ACTIVE.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as comma-separated values with a line of heads, lines ended as RFC 4180 wants. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map((c) => c.header), ...rows.map((row) => columns.map((c) => c.text(row)))]
  return lines.map((line) => `${line.map(cellText).join(',')}\r\n`).join('')
}

/** Hands the browser a file to keep. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8') {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
