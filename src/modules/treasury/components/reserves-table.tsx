import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { buildActionColumn, type Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { ReserveLine } from './calls.tsx'
import { Exact, placeText } from './custody-labels.tsx'
import { CHAIN_LABELS, formatReserveState, ReserveTag } from './reserve-labels.tsx'

const toPlace = ({ place, coin }: ReserveLine) => placeText({ place, currency: coin })

const columns: readonly Column<ReserveLine>[] = [
  {
    id: 'address',
    header: 'Address',
    text: (row) => row.address,
    cell: (row) => (
      <>
        <span className="anywhere">{row.address}</span>
        <br />
        <span className="meta muted">
          {toPlace(row)}, {CHAIN_LABELS[row.chain]}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => formatReserveState(row.state),
    cell: (row) => <ReserveTag state={row.state} />,
    priority: 2,
  },
  {
    id: 'proved-at',
    header: 'Proved at, UTC',
    text: (row) => (row.proof ? formatDateTime(row.proof.verifiedAt, 'UTC') : 'Never'),
    cell: (row) => (row.proof ? <When at={row.proof.verifiedAt} timeZone="UTC" /> : 'Never'),
    sort: (row) => row.proof?.verifiedAt ?? '',
    priority: 3,
  },
  {
    id: 'balance',
    header: 'Balance then',
    text: (row) => row.proof?.amount ?? '',
    cell: (row) => row.proof && <Exact amount={row.proof.amount} currency={row.coin} />,
    sort: false,
    align: 'money',
    priority: 2,
  },
]

const buildReserveActions = ({ onProve, onRetire }: Actions) =>
  buildActionColumn<ReserveLine>((row) => (
    <>
      {row.state !== 'not_covered' && (
        <Button size="sm" aria-label={`Prove ${row.address}`} onClick={() => onProve(row)}>
          Prove…
        </Button>
      )}{' '}
      <Button size="sm" aria-label={`Retire ${row.address}`} onClick={() => onRetire(row)}>
        Retire…
      </Button>
    </>
  ))

type Actions = { onProve: (row: ReserveLine) => void; onRetire: (row: ReserveLine) => void }

type Props = {
  lines: readonly ReserveLine[] | undefined
  failed: boolean
  onRetry: () => void
  /** Passed if the viewer may add and prove addresses. */
  actions: Actions | undefined
}

/** The reserve addresses with the state of their statements of control. */
export const ReservesTable = ({ lines, failed, onRetry, actions }: Props) => (
  <DataTable
    caption="Reserve addresses by coin and location"
    columns={actions ? [...columns, buildReserveActions(actions)] : columns}
    rows={lines}
    rowKey={(row) => row._id}
    failed={failed}
    onRetry={onRetry}
    empty="No reserve addresses yet."
    dense
    plain
  />
)
