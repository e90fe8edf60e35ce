import { classes } from '../classes.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'

/** How a column's cells stand and from which width they show. */
export const cellClass = <Row>({ align = 'start', priority = 1 }: Column<Row>): string =>
  classes(
    align !== 'start' && styles.end,
    align === 'money' && styles.money,
    priority === 2 && styles.second,
    priority === 3 && styles.third,
  )
