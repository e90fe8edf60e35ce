import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import type { Permission } from '#modules/approvals/model.ts'
import type { Column } from '#ui/table/column.ts'
import { buildSelectColumn, SelectionBar, useRowSelection } from './row-selection.tsx'
import { usePassedRows } from './use-passed-rows.tsx'

type Options<Row> = {
  /** The shown page; undefined while it loads. */
  rows: readonly Row[] | undefined
  /** The shown page is the one before; the requested page loads. */
  isLoadingPage: boolean
  /** The permission to decide on a row. */
  permission: Permission
  formatLabel: (row: Row) => string
  /** Reads which of these rows are ready. */
  review: (ids: readonly string[]) => Promise<readonly { id: string; refusal: string | null }[]>
  /** The action on the selected rows: 'Confirm selected'. */
  actionLabel: string
  /** The dialog of the action. */
  renderDialog: (ids: readonly string[], close: () => void) => ReactNode
}

const isPending = ({ status }: { status: string }) => status === 'pending'

/**
 * Returns the column and the bar with which several pending rows of the shown page are decided
 * together. Both are empty for roles that can't decide and on pages without a pending row; a dialog
 * that is open stays.
 */
export function useBulkSelection<Row extends { _id: string; status: string }>({
  rows = [],
  isLoadingPage,
  permission,
  formatLabel,
  review,
  actionLabel,
  renderDialog,
}: Options<Row>): { column: Column<Row> | undefined; bar: ReactNode } {
  const queries = useQueryClient()
  const isPermitted = usePermission(permission)
  const pendingIds = rows.filter(isPending).map(({ _id }) => _id)
  const selection = useRowSelection(pendingIds)
  const { selecting, note, selectPassed } = usePassedRows(selection, review)
  const [deciding, setDeciding] = useState<readonly string[]>()
  const isShown = isPermitted && pendingIds.length > 0

  const close = () => {
    setDeciding(undefined)
    selection.select([])
    void queries.invalidateQueries()
  }

  return {
    column: isShown
      ? buildSelectColumn({ selection, isSelectable: isPending, formatLabel })
      : undefined,
    bar: (
      <>
        {isShown && (
          <SelectionBar
            selection={selection}
            onSelectPassed={() => void selectPassed(pendingIds)}
            selecting={selecting || isLoadingPage}
            note={note}
            onDecide={() => setDeciding(selection.ids)}
            actionLabel={`${actionLabel}: ${selection.ids.length}…`}
          />
        )}
        {deciding && renderDialog(deciding, close)}
      </>
    ),
  }
}
