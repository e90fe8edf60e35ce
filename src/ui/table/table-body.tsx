import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../classes.ts'
import { type Column, findLeadingColumn } from './column.ts'
import styles from './data-table.module.css'
import type { DataTableProps, RowAction } from './data-table-props.ts'
import { getCellClass } from './get-cell-class.ts'
import { LoadingRows, TableFailure, TableMessage } from './table-messages.tsx'

type Props<Row> = DataTableProps<Row> & { shown: readonly Row[]; pageSize: number }

/** Renders the rows, or a loading, failed or empty state. */
export function TableBody<Row extends object>(props: Props<Row>) {
  const { columns, rows, shown, failed, totals } = props
  if (failed && !rows)
    return (
      <TableMessage span={columns.length}>{<TableFailure onRetry={props.onRetry} />}</TableMessage>
    )
  if (!rows)
    return <LoadingRows columns={columns} count={Math.min(Math.max(props.pageSize, 3), 5)} />
  if (shown.length === 0) {
    return <TableMessage span={columns.length}>{props.empty ?? 'No data available'}</TableMessage>
  }

  return (
    <>
      <tbody>
        {shown.map((row) => (
          <BodyRow key={props.rowKey(row)} row={row} table={props} />
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <td
                key={column.id}
                className={getCellClass(column, columns)}
                data-label={column.header}
              >
                {totals[column.id] !== undefined && (
                  <span className={joinClasses(column.align === 'money' && styles.total)}>
                    {totals[column.id]}
                  </span>
                )}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </>
  )
}

function BodyRow<Row extends object>({ row, table }: { row: Row; table: Props<Row> }) {
  const { columns, rowAction, selectedKey, rowKey } = table
  const leading = findLeadingColumn(columns)
  const selected = selectedKey !== undefined && rowKey(row) === selectedKey

  return (
    <tr
      className={joinClasses(rowAction && styles.pressable)}
      data-selected={selected || undefined}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={getCellClass(column, columns)}
          data-label={column.hideHeader ? undefined : column.header}
        >
          {column === leading && rowAction ? (
            <RowActor action={rowAction} row={row} selected={selected}>
              {renderCell(column, row)}
            </RowActor>
          ) : (
            renderCell(column, row)
          )}
        </td>
      ))}
    </tr>
  )
}

const renderCell = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : column.text(row)

type ActorProps<Row> = { action: RowAction<Row>; row: Row; selected: boolean; children: ReactNode }

/** Renders the first cell's link or button; its pressable area is the whole row. */
function RowActor<Row>({ action, row, selected, children }: ActorProps<Row>) {
  const label = action.label?.(row)
  if ('to' in action) {
    return (
      <Link to={action.to(row)} className={styles.actor} data-row-action aria-label={label}>
        {children}
      </Link>
    )
  }

  return (
    <button
      type="button"
      className={styles.actor}
      data-row-action
      aria-label={label}
      aria-expanded={selected || undefined}
      onClick={() => action.onPress(row)}
    >
      {children}
    </button>
  )
}
