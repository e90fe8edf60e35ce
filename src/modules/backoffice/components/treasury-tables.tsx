import { useQuery } from '@tanstack/react-query'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import type { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { Exact, placeText } from '#modules/treasury/components/custody-labels.tsx'
import { Money } from '#ui/figures/money.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'

export type Holdings = Awaited<ReturnType<typeof treasuryCalls.holdings.call>>['data']

export type SuspenseLine = Holdings['suspense'][number]

export type ReceiptLine = Awaited<ReturnType<typeof treasuryCalls.receipts.call>>['data'][number]

export type TableProps<Row> = {
  rows: readonly Row[] | undefined
  failed: boolean
  onRetry: () => void
}

type HeldLine = Holdings['custody'][number]

const HELD_COLUMNS: readonly Column<HeldLine>[] = [
  {
    id: 'place',
    header: 'Account',
    text: placeText,
    cell: (line) => <span className="strong">{placeText(line)}</span>,
  },
  {
    id: 'amount',
    header: 'Ledger balance',
    text: ({ amount, currency }) => `${amount} ${currency}`,
    cell: ({ amount, currency }) => <Exact {...{ amount, currency }} />,
    sort: false,
    align: 'end',
  },
  {
    id: 'worth',
    header: 'Current value',
    text: ({ worth }) => worth ?? '',
    cell: ({ worth }) => (worth === null ? 'No price' : <Money amount={worth} />),
    sort: false,
    align: 'money',
  },
]

/** Lists what the firm holds, by place and currency. */
export const HeldTable = (props: TableProps<HeldLine>) => (
  <DataTable
    {...props}
    caption="Custody accounts by location and currency"
    columns={HELD_COLUMNS}
    rowKey={({ place, currency }) => `${place}/${currency}`}
    empty="No custody accounts yet."
    exportName="custody.csv"
    dense
    plain
  />
)

type PlanLine = Holdings['plans'][number] & { name: string }

const PLAN_COLUMNS: readonly Column<PlanLine>[] = [
  { id: 'name', header: 'Plan', text: ({ name }) => name },
  {
    id: 'placed',
    header: 'Placed',
    text: ({ placed }) => placed,
    cell: ({ placed }) => <Money amount={placed} />,
    sort: false,
    align: 'end',
  },
  {
    id: 'income',
    header: 'Unpaid income',
    text: ({ income }) => income,
    cell: ({ income }) => <Money amount={income} />,
    sort: false,
    align: 'money',
  },
]

/** Lists what is placed for each plan, and its income that is not paid out yet. */
export function PlanAssetsTable({ rows, ...props }: TableProps<Holdings['plans'][number]>) {
  const { data } = useQuery(planCalls.all.queryOptions())
  const plans = new Map(data?.data.map((plan) => [plan._id, plan]))
  const lines = rows?.map((row) => {
    const plan = plans.get(row._id)

    return { ...row, name: plan ? `${plan.name}, ${familyText(plan.family)}` : row._id }
  })

  return (
    <DataTable
      {...props}
      caption="Assets and income by plan"
      columns={PLAN_COLUMNS}
      rows={lines}
      rowKey={({ _id }) => _id}
      empty="No plan has assets or income yet."
      dense
      plain
    />
  )
}
