import { useQuery } from '@tanstack/react-query'
import { toCents } from '#lib/money.ts'
import { Figure, Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { DayOf, formatCalendarDay } from '#ui/figures/when.tsx'
import { Columns } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { type PlanPerformance, type PlanReturns, planCalls } from './calls.tsx'

/** Shows recorded income, what was paid from it and what is due. */
export function PlanFigures({ figures }: { figures: PlanPerformance['figures'] | undefined }) {
  const renderFigure = (field: Exclude<keyof PlanPerformance['figures'], 'months'>) =>
    figures && <Money amount={figures[field]} hero />
  return (
    <StatGrid>
      <StatCard label="Invested" value={renderFigure('invested')} note="by open positions" />
      <StatCard
        label="Income recorded"
        value={renderFigure('recorded')}
        note="with evidence, by two admins"
      />
      <StatCard label="Returns paid" value={renderFigure('paid')} note="out of that income" />
      <StatCard
        label="Returns owed"
        value={renderFigure('owed')}
        note="due, awaiting plan income"
        actionNeeded={figures !== undefined && toCents(figures.owed) > 0n}
      />
      <StatCard
        label="Income unused"
        value={renderFigure('unused')}
        note="for what falls due next"
      />
      <StatCard label="Lost" value={renderFigure('lost')} note="borne by its positions" />
    </StatGrid>
  )
}

type OwedReturn = PlanReturns['owed'][number]

const owedColumns: readonly Column<OwedReturn>[] = [
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
    sub: (row) => <DayOf day={row.maturedOn} />,
  },
  {
    id: 'matured',
    header: 'Matured',
    text: (row) => formatCalendarDay(row.maturedOn),
    cell: (row) => <DayOf day={row.maturedOn} />,
    sort: (row) => row.maturedOn,
    priority: 2,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) => (toCents(row.paid) > 0n ? 'Paid short' : 'Awaiting income'),
    cell: (row) =>
      toCents(row.paid) > 0n ? (
        <Tag tone="wait">Paid short</Tag>
      ) : (
        <Tag tone="wait">Awaiting income</Tag>
      ),
    priority: 2,
  },
  ...(['due', 'paid', 'owed'] as const).map(
    (field): Column<OwedReturn> => ({
      id: field,
      header: { due: 'Due', paid: 'Paid', owed: 'Owed, USD' }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'owed' ? 1 : 3,
    }),
  ),
]

const upcomingColumns: readonly Column<PlanReturns['upcoming'][number]>[] = [
  {
    id: 'day',
    header: 'Terms that end',
    text: (row) => formatCalendarDay(row.day),
    cell: (row) => <DayOf day={row.day} />,
    sort: false,
  },
  {
    id: 'positions',
    header: 'Positions',
    text: (row) => String(row.positions),
    align: 'end',
    sort: false,
  },
  {
    id: 'principal',
    header: 'Principal',
    text: (row) => row.principal,
    cell: (row) => <Figure amount={row.principal} />,
    align: 'money',
    sort: false,
  },
]

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
            caption="The next days on which terms end"
            columns={upcomingColumns}
            rows={data?.data.upcoming}
            rowKey={(row) => row.day}
            empty="No term is running."
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
            Recorded income is shared among all of them at once. Where it is short, everybody gets
            the same share of what is due.
            {(data?.data.owed.length ?? 0) >= MAX_LISTED &&
              ` The oldest ${MAX_LISTED} are listed, and exported.`}
          </p>
        }
      >
        <DataTable
          caption="Returns that are due and not paid, oldest first"
          columns={owedColumns}
          rows={data?.data.owed}
          rowKey={(row) => row.position}
          empty="Everything that fell due was paid."
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

type PlanDistribution = PlanPerformance['distributions'][number]

const sharedColumns: readonly Column<PlanDistribution>[] = [
  {
    id: 'day',
    header: 'Day',
    text: (row) => formatCalendarDay(row.day),
    cell: (row) => <DayOf day={row.day} />,
    sort: (row) => row.day,
  },
  {
    id: 'state',
    header: 'Status',
    text: (row) =>
      row.endedAt ? (toCents(row.due) > toCents(row.paid) ? 'Short' : 'In full') : 'Running',
    cell: (row) =>
      row.endedAt === null ? (
        <Tag tone="progress">Running</Tag>
      ) : toCents(row.due) > toCents(row.paid) ? (
        <Tag tone="wait">Short</Tag>
      ) : (
        <Tag tone="ok">In full</Tag>
      ),
    priority: 2,
  },
  ...(['due', 'funded', 'paid'] as const).map(
    (field): Column<PlanDistribution> => ({
      id: field,
      header: { due: 'Was due', funded: 'Income used', paid: 'Paid, USD' }[field],
      text: (row) => row[field],
      cell: (row) => <Figure amount={row[field]} />,
      sort: (row) => toCents(row[field]),
      align: 'money',
      priority: field === 'paid' ? 1 : 2,
    }),
  ),
]

/** Shows the distributions of a plan, newest first. */
export const Distributions = ({
  distributions,
}: {
  distributions: readonly PlanDistribution[] | undefined
}) => (
  <Panel title="Distributions" flush>
    <DataTable
      caption="Distributions, newest first"
      columns={sharedColumns}
      rows={distributions}
      rowKey={(row) => row._id}
      empty="Nothing was shared out yet."
      dense
      searchable={false}
    />
  </Panel>
)
