import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Filters } from '#ui/table/filters.ts'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useFilters } from '#ui/table/use-filters.tsx'

type Props<Row> = {
  title: string
  /** The first sentences of the page; a link to the statements follows them. */
  lead: string
  actions: ReactNode
  caption: string
  exportName: string
  columns: readonly Column<Row>[]
  filters: Filters<Row>
  query: { data: { data: readonly Row[] } | undefined; isError: boolean; refetch: () => unknown }
  openId: string | undefined
  onOpen: (id: string) => void
  formatRowLabel: (row: Row) => string
  pageSize?: number
  children: ReactNode
}

/** A member's own deposits or withdrawals, newest first, with filters and an export. */
export function MemberHistory<Row extends { _id: string }>({
  title,
  lead,
  actions,
  filters,
  query,
  openId,
  onOpen,
  formatRowLabel,
  children,
  ...tableProps
}: Props<Row>) {
  const { rows, bar } = useFilters(filters, query.data?.data)
  const table = useUrlTableState()

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title={title}
        lead={
          <>
            {lead} For ledger entries, see your{' '}
            <Link to="/dashboard/statements" className="link">
              statements
            </Link>
            .
          </>
        }
        actions={actions}
      />
      <Panel flush>
        {bar}
        <DataTable
          {...tableProps}
          rows={rows}
          rowKey={(row) => row._id}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          rowAction={{ onPress: (row) => onOpen(row._id), label: formatRowLabel }}
          {...(openId ? { selectedKey: openId } : {})}
          empty={<EmptyState>No data available</EmptyState>}
          {...table}
        />
      </Panel>
      {children}
    </Stack>
  )
}
