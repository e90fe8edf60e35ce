import { useQuery } from '@tanstack/react-query'
import { planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import type { treasuryCalls } from '#modules/treasury/components/calls.tsx'
import { Exact, placeText } from '#modules/treasury/components/custody-labels.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'

export type Holdings = Awaited<ReturnType<typeof treasuryCalls.holdings.call>>['data']
export type SuspenseLine = Holdings['suspense'][number]
export type ReceiptLine = Awaited<ReturnType<typeof treasuryCalls.receipts.call>>['data'][number]

type TableProps<Row> = {
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

type SuspenseActions = {
  /** Passed if the viewer may match a payment, or refund it. */
  onMatch: ((line: SuspenseLine) => void) | undefined
  onRefund: ((line: SuspenseLine) => void) | undefined
}

const SUSPENSE_COLUMNS: readonly Column<SuspenseLine>[] = [
  {
    id: 'since',
    header: 'Received, UTC',
    text: ({ since }) => formatDateTime(since, 'UTC'),
    cell: ({ since }) => <When at={since} timeZone="UTC" />,
    sort: ({ since }) => since,
  },
  { id: 'reason', header: 'Reason', text: ({ reason }) => reason, priority: 2 },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount, currency }) => `${amount} ${currency}`,
    cell: ({ amount, currency }) => <Exact {...{ amount, currency }} />,
    sort: false,
    align: 'end',
  },
]

const buildActionColumn = ({ onMatch, onRefund }: SuspenseActions): Column<SuspenseLine> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  text: () => '',
  sort: false,
  align: 'end',
  cell: (row) => (
    <FormActions>
      {onMatch && (
        <Button
          size="sm"
          aria-label={`Match ${row.amount} ${row.currency} to a member`}
          onClick={() => onMatch(row)}
        >
          Match…
        </Button>
      )}
      {onRefund && (
        <Button
          size="sm"
          aria-label={`Refund ${row.amount} ${row.currency}`}
          onClick={() => onRefund(row)}
        >
          Refund…
        </Button>
      )}
    </FormActions>
  ),
})

/** Lists the payments that match no deposit, with what can be done about each. */
export const SuspenseTable = ({
  onMatch,
  onRefund,
  ...props
}: TableProps<SuspenseLine> & SuspenseActions) => (
  <DataTable
    {...props}
    caption="Unmatched payments, oldest first"
    columns={[...SUSPENSE_COLUMNS, buildActionColumn({ onMatch, onRefund })]}
    rowKey={({ _id }) => _id}
    empty="No unmatched payments."
    exportName="suspense.csv"
    dense
  />
)

const RECEIPT_COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'arrived',
    header: 'Received, UTC',
    text: ({ arrivedAt }) => formatDateTime(arrivedAt, 'UTC'),
    cell: ({ arrivedAt }) => <When at={arrivedAt} timeZone="UTC" />,
    sort: ({ arrivedAt }) => arrivedAt,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ consumedBy }) => (consumedBy ? 'Used' : 'Open'),
    cell: ({ consumedBy }) => (
      <Tag tone={consumedBy ? 'ok' : 'wait'}>{consumedBy ? 'Used' : 'Open'}</Tag>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    text: ({ reference }) => reference,
    cell: ({ reference, source, outputIndex }) => (
      <>
        <span className="anywhere">{reference}</span>
        <br />
        <span className="meta muted">
          {source}
          {outputIndex > 0 && `, output ${outputIndex}`}
        </span>
      </>
    ),
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount, currency }) => `${amount} ${currency}`,
    cell: ({ amount, currency }) => <Exact {...{ amount, currency }} />,
    sort: false,
    align: 'money',
  },
]

/** Lists the receipts of payments; each can be used once. */
export const ReceiptTable = (props: TableProps<ReceiptLine>) => (
  <DataTable
    {...props}
    caption="Receipts, newest first"
    columns={RECEIPT_COLUMNS}
    rowKey={({ _id }) => _id}
    empty="No receipts yet."
    exportName="receipts.csv"
    dense
  />
)
