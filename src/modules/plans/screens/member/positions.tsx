import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { toCents } from '#lib/money.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { type OwnPosition, planCalls } from '../../components/calls.tsx'
import { describePositionState, familyText, PositionTag } from '../../components/plan-labels.tsx'

const columns: readonly Column<OwnPosition>[] = [
  {
    id: 'plan',
    header: 'Plan',
    text: (row) => `${row.plan.name} ${familyText(row.plan.family)}`,
    cell: (row) => (
      <>
        <span className="strong">{row.plan.name}</span>{' '}
        <span className="muted">{familyText(row.plan.family)}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => describePositionState(row)[1],
    cell: (row) => <PositionTag position={row} />,
    priority: 2,
  },
  {
    id: 'opened',
    header: 'Opened',
    text: (row) => formatCalendarDay(row.openedOn),
    cell: (row) => <CalendarDay day={row.openedOn} />,
    sort: (row) => row.openedOn,
    priority: 3,
  },
  {
    id: 'matures',
    header: 'Matures',
    text: (row) => formatCalendarDay(row.maturesOn),
    cell: (row) => <CalendarDay day={row.maturesOn} />,
    sort: (row) => row.maturesOn,
    priority: 2,
  },
  ...(['returnDue', 'returnPaid', 'remaining'] as const).map(
    (field): Column<OwnPosition> => ({
      id: field,
      header: {
        returnDue: 'Matured return',
        returnPaid: 'Return paid',
        remaining: 'Invested, USD',
      }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'remaining' ? 1 : 3,
    }),
  ),
]

/** Lists all positions of the member: active, matured, withdrawn and lost. */
export default function Positions() {
  const { data, isError, refetch } = useQuery(planCalls.positions.queryOptions())
  const state = useUrlTableState()
  const label = data?.data.find(({ plan }) => plan.label)?.plan.label

  return (
    <Stack>
      <PageTitle>Your investments</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Your investments"
        lead={
          'All your investments. Select one to see returns, losses and where each return came from.'
        }
      />
      <Panel
        flush
        foot={
          <p>
            Returns become due at maturity and are paid only from income recorded for the plan. You
            can lose money. {label && `These are ${label}.`}
          </p>
        }
      >
        <DataTable
          caption="Your investments, newest first"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row._id}
          failed={isError}
          onRetry={() => void refetch()}
          empty={
            <EmptyState action={<ButtonLink to="/dashboard/deposit">View plans</ButtonLink>}>
              You have no investments yet.
            </EmptyState>
          }
          exportName="investments.csv"
          rowAction={{
            to: (row) => `/dashboard/positions/${row._id}`,
            label: (row) =>
              `${row.plan.name} ${familyText(row.plan.family)}, ` +
              `opened ${formatCalendarDay(row.openedOn)}`,
          }}
          {...state}
        />
      </Panel>
    </Stack>
  )
}
