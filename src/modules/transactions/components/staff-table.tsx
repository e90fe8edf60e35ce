import type { ReactNode } from 'react'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { MoreFound } from '#ui/table/more-found.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import type { ServerTableState } from '#ui/table/use-server-table.tsx'

type Page<Row> = { data: readonly Row[]; total: number; more: boolean }

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  bar: ReactNode
  empty: string
  exportName: string
  /** The call that returns the whole list as a file. */
  exportPath: string
  query: { data: Page<Row> | undefined; isError: boolean; refetch: () => unknown }
  openId: string | undefined
  onOpen: (row: Row) => void
  formatRowLabel: (row: Row) => string
  /** Acts on several rows: shown between the filters and the list. */
  selection?: ReactNode
  state: ServerTableState
}

/** The deposits or withdrawals of all members, searched, sorted and paged by the server. */
export function StaffTable<Row extends { _id: string }>({
  bar,
  selection,
  exportPath,
  query: { data, isError, refetch },
  openId,
  onOpen,
  formatRowLabel,
  state,
  ...tableProps
}: Props<Row>) {
  const { save } = useSaveFile(toast.error)

  return (
    <Panel flush foot={data?.more && <MoreFound total={data.total} />}>
      {bar}
      {selection}
      <DataTable
        {...tableProps}
        rows={data?.data}
        total={data?.total ?? 0}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        onExport={() => void save(exportPath)}
        dense
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{ onPress: onOpen, label: formatRowLabel }}
        {...state}
      />
    </Panel>
  )
}
