import { useQuery } from '@tanstack/react-query'
import { Columns } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { planCalls } from './calls.tsx'
import { owedColumns, upcomingColumns } from './plan-return-columns.tsx'

/** The most rows the server lists. */
const MAX_LISTED = 500

/** Shows the returns that are due and the next maturity days. */
export function PlanReturnsOwed({ planId }: { planId: string }) {
  const { data, isError, refetch } = useQuery(
    planCalls.returns.queryOptions({ input: { id: planId } }),
  )
  const read = { failed: isError, onRetry: () => void refetch() }

  return (
    <Columns
      rail={
        <Panel title="Maturing next" flush>
          <DataTable
            plain
            caption="Upcoming maturities"
            columns={upcomingColumns}
            rows={data?.data.upcoming}
            rowKey={(row) => row.day}
            empty="No open positions."
            {...read}
          />
        </Panel>
      }
    >
      <Panel
        title="Due, awaiting plan income"
        flush
        foot={
          <p>
            Recorded income is distributed among all of them at the same time. If it does not cover
            what is due, each due return is paid the same fraction; the rest stays due.
            {(data?.data.owed.length ?? 0) >= MAX_LISTED &&
              ` Only the oldest ${MAX_LISTED} are listed and exported.`}
          </p>
        }
      >
        <DataTable
          caption="Returns that are due and not paid, oldest first"
          columns={owedColumns}
          rows={data?.data.owed}
          rowKey={(row) => row.position}
          empty="All due returns have been paid."
          dense
          exportName="returns-owed.csv"
          rowAction={{
            to: (row) => `/admin-dashboard/manage-user/${row.member._id}`,
            label: (row) => `${row.member.name}, ${row.owed} owed`,
          }}
          {...read}
        />
      </Panel>
    </Columns>
  )
}
