import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  /**
   * What the column says of a row, in plain words: searched, exported, and shown unless `cell`
   * shows more.
   */
  text: (row: Row) => string
  cell?: ((row: Row) => ReactNode) | undefined
  /**
   * What the column is ordered by: the text when not given. Bigints stay exact. `false`: not
   * sortable.
   */
  sort?: ((row: Row) => string | bigint | number) | false | undefined
  /** Right-aligned figures; `money` with the double rule in front. */
  align?: 'start' | 'end' | 'money' | undefined
  /** 1 always shows, 2 from 560 px of table width, 3 from 820 px. */
  priority?: 1 | 2 | 3 | undefined
  /**
   * In the first column that always shows: a second line for narrow tables, such as the date that
   * lost its column.
   */
  sub?: ((row: Row) => ReactNode) | undefined
  /** The head's words are for listeners only, as above buttons. */
  hideHeader?: boolean | undefined
}

/** The first column that shows at every width: it holds what makes the row pressable. */
export const findLeadingColumn = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => (column.priority ?? 1) === 1)

// a comparer of its own a pair of rows takes a hundred times as long
const inEnglish = new Intl.Collator('en', { numeric: true })

/** Orders two rows by a column, smallest first. */
export function compareRows<Row>(column: Column<Row>, a: Row, b: Row): number {
  const key = column.sort || column.text
  const [x, y] = [key(a), key(b)]
  if (typeof x === 'string' && typeof y === 'string') return inEnglish.compare(x, y)
  return x < y ? -1 : x > y ? 1 : 0
}
