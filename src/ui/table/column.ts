import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  /** The column's value as plain text: searched, exported, and shown unless `cell` shows more. */
  text: (row: Row) => string
  cell?: ((row: Row) => ReactNode) | undefined
  /** The sort key, by default the text. Bigints stay exact. `false`: not sortable. */
  sort?: ((row: Row) => string | bigint | number) | false | undefined
  /** Right-aligned figures; `money` has the double rule in front. */
  align?: 'start' | 'end' | 'money' | undefined
  /**
   * 1: a column at every width. 2 and 3: from 560 and 820 px of table width; below 560 px a line
   * with its header in the row's card.
   */
  priority?: 1 | 2 | 3 | undefined
  /** The header is visually hidden, as above buttons; with priority 2 or 3 phones omit it. */
  hideHeader?: boolean | undefined
}

/** Returns the last column of a table: the buttons of a row, under a hidden header. */
export const buildActionColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  text: () => '',
  sort: false,
  align: 'end',
  cell,
})

/** Returns the first column that shows at every width; it holds the row's link or button. */
export const findLeadingColumn = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => (column.priority ?? 1) === 1)

// creating a comparer for each pair of rows takes a hundred times as long
const inEnglish = new Intl.Collator('en', { numeric: true })

/** Compares two rows by a column, ascending. */
export function compareRows<Row>(column: Column<Row>, a: Row, b: Row): number {
  const key = column.sort || column.text
  const [x, y] = [key(a), key(b)]
  if (typeof x === 'string' && typeof y === 'string') return inEnglish.compare(x, y)
  return x < y ? -1 : x > y ? 1 : 0
}
