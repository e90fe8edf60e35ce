import { joinClasses } from '../classes.ts'
import { type Column, findLeadingColumn } from './column.ts'
import styles from './data-table.module.css'

/** Returns the classes for a column's alignment and visibility. */
export const getCellClass = <Row>(column: Column<Row>, columns: readonly Column<Row>[]): string => {
  const { align = 'start', priority = 1 } = column
  return joinClasses(
    column === findLeadingColumn(columns) && styles.leading,
    align !== 'start' && styles.end,
    align === 'money' && styles.money,
    priority === 2 && styles.second,
    priority === 3 && styles.third,
  )
}
