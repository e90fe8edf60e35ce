import { classes } from '../classes.ts'
import { type Column, leadingColumn } from './column.ts'
import styles from './data-table.module.css'

/** How a column's cells stand and from which width they show. */
export const cellClass = <Row>(column: Column<Row>, columns: readonly Column<Row>[]): string => {
  const { align = 'start', priority = 1 } = column
  return classes(
    column === leadingColumn(columns) && styles.leading,
    align !== 'start' && styles.end,
    align === 'money' && styles.money,
    priority === 2 && styles.second,
    priority === 3 && styles.third,
  )
}
