import { type ReactNode, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import type { Column } from '#ui/table/column.ts'
import styles from './row-selection.module.css'

export type RowSelection = {
  /** The selected rows, in the order of the list. */
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  select: (ids: readonly string[]) => void
}

/**
 * Manages which rows of the shown page are selected. A row that can't be selected any more, because
 * it was decided or is on another page, is not selected either.
 */
export function useRowSelection(selectable: readonly string[]): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = selectable.filter((id) => chosen.has(id))

  return {
    ids,
    has: (id) => ids.includes(id),
    toggle: (id) =>
      setChosen(new Set(chosen.has(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    select: (all) => setChosen(new Set(all)),
  }
}

type ColumnOptions<Row> = {
  selection: RowSelection
  isSelectable: (row: Row) => boolean
  /** Names the row to a screen reader: 'Deposit of $1,000.00 by Maya'. */
  formatLabel: (row: Row) => string
}

/** Returns the column with the checkbox of each row that can be selected. */
export const buildSelectColumn = <Row extends { _id: string }>({
  selection,
  isSelectable,
  formatLabel,
}: ColumnOptions<Row>): Column<Row> => ({
  id: 'select',
  header: 'Select',
  text: () => '',
  sort: false,
  priority: 2,
  cell: (row) =>
    isSelectable(row) && (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Select: ${formatLabel(row)}`}
        checked={selection.has(row._id)}
        onChange={() => selection.toggle(row._id)}
      />
    ),
})

type BarProps = {
  selection: RowSelection
  /** Finds the rows of this page whose checks all passed. */
  onSelectPassed: () => void
  selecting: boolean
  /** The result of selecting: how many passed. */
  note: ReactNode
  /** Opens the dialog for the selected rows. */
  onDecide: () => void
  actionLabel: string
}

/** Selects rows whose checks passed, and opens the action for all selected rows. */
export const SelectionBar = ({
  selection: { ids, select },
  onSelectPassed,
  selecting,
  note,
  onDecide,
  actionLabel,
}: BarProps) => (
  <div className={styles.bar}>
    <Button size="sm" pending={selecting} pendingLabel="Loading...." onClick={onSelectPassed}>
      Select all that passed their checks
    </Button>
    {ids.length > 0 && (
      <>
        <Button size="sm" variant="primary" onClick={onDecide}>
          {actionLabel}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => select([])}>
          Clear selection
        </Button>
      </>
    )}
    <p role="status">
      {ids.length} selected{note && <>. {note}</>}
    </p>
  </div>
)
