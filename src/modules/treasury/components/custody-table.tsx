import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { CustodyLine } from './calls.tsx'
import { CustodyTag, Exact, formatCustodyState, placeText } from './custody-labels.tsx'

const PLACE: Column<CustodyLine> = {
  id: 'place',
  header: 'Account',
  text: placeText,
  cell: (row) => <span className="strong">{placeText(row)}</span>,
}

const STATE: Column<CustodyLine> = {
  id: 'state',
  header: 'State',
  text: (row) => formatCustodyState(row.state),
  cell: (row) => <CustodyTag state={row.state} />,
  priority: 2,
}

const AS_OF: Column<CustodyLine> = {
  id: 'as-of',
  header: 'As of, UTC',
  text: (row) => (row.outside ? formatDateTime(row.outside.asOf, 'UTC') : 'Never'),
  cell: (row) =>
    row.outside ? (
      <>
        <When at={row.outside.asOf} timeZone="UTC" />
        <br />
        <span className="meta muted">
          {row.outside.source === 'fetched' ? 'Fetched' : 'Entered'}, {row.outside.statedBy}
        </span>
      </>
    ) : (
      'never'
    ),
  sort: (row) => row.outside?.asOf ?? '',
  priority: 3,
}

const OUTSIDE: Column<CustodyLine> = {
  id: 'outside',
  header: 'External balance',
  text: (row) => row.outside?.amount ?? '',
  cell: (row) => row.outside && <Exact amount={row.outside.amount} currency={row.currency} />,
  sort: false,
  align: 'end',
  priority: 2,
}

const HELD: Column<CustodyLine> = {
  id: 'held',
  header: 'Ledger balance',
  text: (row) => row.held,
  cell: (row) => <Exact amount={row.held} currency={row.currency} />,
  sort: false,
  align: 'money',
}

const buildEnterColumn = (onEnter: Props['onEnter']): Column<CustodyLine> => ({
  id: 'enter',
  header: 'Record balance',
  hideHeader: true,
  text: () => '',
  sort: false,
  align: 'end',
  cell: (row) =>
    onEnter && (
      <Button
        size="sm"
        aria-label={`Record the balance of ${placeText(row)}`}
        onClick={() => onEnter(row)}
      >
        Record…
      </Button>
    ),
})

type Props = {
  lines: readonly CustodyLine[] | undefined
  failed: boolean
  onRetry: () => void
  /** Passed if the viewer may record an outside balance. */
  onEnter: ((line: CustodyLine) => void) | undefined
}

/** The custody accounts with their ledger balances and their latest outside balances. */
export const CustodyTable = ({ lines, failed, onRetry, onEnter }: Props) => (
  <DataTable
    caption="Custody accounts by location and currency"
    columns={[PLACE, STATE, AS_OF, OUTSIDE, HELD, buildEnterColumn(onEnter)]}
    rows={lines}
    rowKey={(row) => row.account}
    failed={failed}
    onRetry={onRetry}
    empty="No custody accounts yet."
    dense
    plain
  />
)
