import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { Skeleton } from '../status/skeleton.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { getCellClass } from './get-cell-class.ts'

/** Renders placeholder rows while the table loads. */
export function LoadingRows<Row>({
  columns,
  count,
}: {
  columns: readonly Column<Row>[]
  count: number
}) {
  return (
    <tbody>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.id} className={getCellClass(column, columns)}>
              <Skeleton width={column === columns[0] ? 'medium' : 'short'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Renders a message over the whole width of the table. */
export function TableMessage({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tbody>
      <tr>
        <td colSpan={span} className={styles.message}>
          {children}
        </td>
      </tr>
    </tbody>
  )
}

/** Renders the message that the table could not be loaded, with a retry. */
export function TableFailure({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <div role="alert" className={styles.failure}>
      <p>An error occurred while fetching the data.</p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
