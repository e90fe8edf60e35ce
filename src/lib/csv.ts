const NUMBER = /^[+-]?[\d.,]+$/
/** What a spreadsheet takes as the beginning of a formula, in half and in full width. */
const ACTIVE = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** Separators of all spreadsheets, since each reads its own country's. */
const SEPARATING = /[",;\t\n\r]/

/** One cell; what a spreadsheet would run as a formula is made text. */
function formatCell(text: string): string {
  const safe = ACTIVE.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return SEPARATING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Rows of cells as comma-separated values, lines ended as RFC 4180 wants; no cell is ever a
 * formula.
 */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Before a text that spreadsheets shall read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
