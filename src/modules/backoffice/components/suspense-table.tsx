import { Exact } from '#modules/treasury/components/custody-labels.tsx'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { buildActionColumn, type Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { SuspenseLine, TableProps } from './treasury-tables.tsx'

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

const buildSuspenseActions = ({ onMatch, onRefund }: SuspenseActions) =>
  buildActionColumn<SuspenseLine>((row) => (
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
  ))

/** Lists the payments that match no deposit, with what can be done about each. */
export const SuspenseTable = ({
  onMatch,
  onRefund,
  ...props
}: TableProps<SuspenseLine> & SuspenseActions) => (
  <DataTable
    {...props}
    caption="Unmatched payments, oldest first"
    columns={[...SUSPENSE_COLUMNS, buildSuspenseActions({ onMatch, onRefund })]}
    rowKey={({ _id }) => _id}
    empty="No unmatched payments."
    exportName="suspense.csv"
    dense
  />
)
