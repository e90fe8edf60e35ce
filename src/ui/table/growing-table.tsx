import { Button } from '../actions/button.tsx'
import { Panel } from '../layout/panel.tsx'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'

/** A paged read, as the query library returns it. */
type GrowingRead = {
  isError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

type FixedTableProps = 'failed' | 'onRetry' | 'pageSize' | 'searchable' | 'unpaged' | 'dense'

type Props<Row> = Omit<DataTableProps<Row>, FixedTableProps> & {
  list: GrowingRead
  /** Label of the button that reads the next part. */
  more: string
}

/**
 * Renders a list in a panel that grows on request: every row read so far, without search and pages.
 */
export function GrowingTable<Row extends object>({ list, more, ...table }: Props<Row>) {
  const next = list.hasNextPage && (
    <Button
      onClick={() => void list.fetchNextPage()}
      pending={list.isFetchingNextPage}
      pendingLabel="Loading..."
    >
      {more}
    </Button>
  )

  return (
    <Panel flush foot={next}>
      <DataTable
        {...table}
        failed={list.isError && !table.rows}
        onRetry={() => void list.refetch()}
        pageSize={table.rows?.length || 10}
        searchable={false}
        unpaged
        dense
      />
    </Panel>
  )
}
