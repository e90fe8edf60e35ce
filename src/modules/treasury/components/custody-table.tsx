import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { CustodyLine } from './calls.tsx'
import { CustodyTag, Exact, formatCustodyState, placeText } from './custody-labels.tsx'

const buildColumns = (
  onEnter: ((line: CustodyLine) => void) | undefined,
): readonly Column<CustodyLine>[] => [
  {
    id: 'place',
    header: 'Held at',
    text: placeText,
    cell: (row) => <span className="strong">{placeText(row)}</span>,
    sub: (row) => formatCustodyState(row.state),
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => formatCustodyState(row.state),
    cell: (row) => <CustodyTag state={row.state} />,
    priority: 2,
  },
  {
    id: 'said',
    header: 'Said, UTC',
    text: (row) => (row.outside ? formatDateTime(row.outside.asOf, 'UTC') : 'never'),
    cell: (row) =>
      row.outside ? (
        <>
          <When at={row.outside.asOf} timeZone="UTC" />
          <br />
          <span className="meta muted">
            {row.outside.source === 'fetched' ? 'fetched' : 'entered'}, {row.outside.statedBy}
          </span>
        </>
      ) : (
        'never'
      ),
    sort: (row) => row.outside?.asOf ?? '',
    priority: 3,
  },
  {
    id: 'outside',
    header: 'Outside',
    text: (row) => row.outside?.amount ?? '',
    cell: (row) => row.outside && <Exact amount={row.outside.amount} currency={row.currency} />,
    sort: false,
    align: 'end',
    priority: 2,
  },
  {
    id: 'held',
    header: 'Books, now',
    text: (row) => row.held,
    cell: (row) => <Exact amount={row.held} currency={row.currency} />,
    sort: false,
    align: 'money',
  },
  {
    id: 'enter',
    header: 'Enter what is held',
    hideHeader: true,
    text: () => '',
    sort: false,
    align: 'end',
    cell: (row) =>
      onEnter && (
        <Button
          size="sm"
          aria-label={`Enter what ${placeText(row)} holds`}
          onClick={() => onEnter(row)}
        >
          Enter…
        </Button>
      ),
  },
]

type Props = {
  lines: readonly CustodyLine[] | undefined
  failed: boolean
  onRetry: () => void
  /** Given to who may enter what an account holds. */
  onEnter: ((line: CustodyLine) => void) | undefined
}

/** What is held by the books, beside what outside said last. */
export const CustodyTable = ({ lines, failed, onRetry, onEnter }: Props) => (
  <DataTable
    caption="What is held, by place and currency"
    columns={buildColumns(onEnter)}
    rows={lines}
    rowKey={(row) => row.account}
    failed={failed}
    onRetry={onRetry}
    empty="Nothing is held yet."
    dense
    plain
  />
)
