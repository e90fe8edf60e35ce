import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { caretDown, caretUp, caretUpDown } from '../icons.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { getCellClass } from './get-cell-class.ts'
import type { TableState } from './table-state.ts'

type Sort = TableState['sort']

type Props<Row> = { columns: readonly Column<Row>[]; sort: Sort; onSort: (sort: Sort) => void }

/** Renders the headers, each a button that sorts by its column: ascending, descending, unsorted. */
export function TableHead<Row>({ columns, sort, onSort }: Props<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const now = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined
          return (
            <th
              key={column.id}
              scope="col"
              className={getCellClass(column, columns)}
              aria-sort={now}
            >
              {column.sort === false ? (
                <span className={joinClasses(column.hideHeader && 'visually-hidden')}>
                  {column.header}
                </span>
              ) : (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort(computeNextSort(column.id, sort))}
                >
                  {column.header}
                  <Icon glyph={now ? (now === 'descending' ? caretDown : caretUp) : caretUpDown} />
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function computeNextSort(id: string, sort: Sort): Sort {
  if (sort?.id !== id) return { id, desc: false }
  return sort.desc ? null : { id, desc: true }
}
