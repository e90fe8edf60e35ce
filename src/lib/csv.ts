const NUMBER = /^[+-]?[\d.,]+$/
/** The beginnings that a spreadsheet takes for a formula, in half and full width. */
const ACTIVE = /^[\s\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/
/** The separators of all spreadsheets: each reads the one of its own country. */
const SEPARATING = /[",;\t\n\r]/

/** Formats one cell; a text that a spreadsheet would run as a formula is quoted. */
function formatCell(text: string): string {
  const safe = ACTIVE.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return SEPARATING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Formats rows as comma-separated values with the line ends of RFC 4180; no cell is ever a formula.
 */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Precedes a text that spreadsheets should read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
