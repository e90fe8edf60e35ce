import { METHOD_FACTS } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure, Money } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import type { StaffDeposit } from './calls.tsx'
import { DepositStatusTag, formatDepositStatus } from './deposit-timeline.tsx'

const formatProofType = ({ proof }: StaffDeposit) =>
  proof?.type.replace(/^.*\//, '').toUpperCase() ?? 'None'

/** What the staff's list of deposits shows. */
export const staffColumns: readonly Column<StaffDeposit>[] = [
  {
    id: 'date',
    header: 'Date of Deposit, UTC',
    text: (row) => formatDateTime(row.createdAt, 'UTC'),
    cell: (row) => <When at={row.createdAt} timeZone="UTC" />,
    priority: 2,
  },
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
    sub: (row) => <When at={row.createdAt} timeZone="UTC" />,
    sort: false,
  },
  {
    id: 'status',
    header: 'Status',
    text: (row) => formatDepositStatus(row.status),
    cell: (row) => <DepositStatusTag status={row.status} />,
    sort: false,
  },
  {
    id: 'method',
    header: 'Payment Method',
    text: (row) => METHOD_FACTS[row.payment_method].label,
    sort: false,
    priority: 3,
  },
  { id: 'proof', header: 'Proof', text: formatProofType, sort: false, priority: 3 },
  {
    id: 'evidence',
    header: 'Chain evidence',
    text: (row) => row.evidence ?? 'None',
    cell: ({ evidence }) =>
      evidence ? (
        <span className="meta anywhere">{evidence}</span>
      ) : (
        <span className="faint">None</span>
      ),
    sort: false,
    priority: 3,
  },
  {
    id: 'folio',
    header: 'Ledger',
    text: ({ journalNumber }) => (journalNumber ? `L-${journalNumber}` : ''),
    cell: ({ journalNumber }) =>
      journalNumber ? (
        <JournalNumber
          number={`L-${journalNumber}`}
          to={`/admin-dashboard/ledger?view=journal&number=${journalNumber}`}
        />
      ) : (
        <span className="faint">Not posted</span>
      ),
    sort: false,
    priority: 3,
  },
  {
    id: 'coin',
    header: 'Quoted',
    text: (row) => `${row.coinAmount} ${row.coin}`,
    cell: (row) => <Money amount={row.coinAmount} unit={row.coin} scale={0} />,
    sort: false,
    align: 'money',
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    align: 'money',
  },
]

type Acting = {
  /** The one that is being confirmed. */
  pendingId: string | undefined
  /** Those confirmed on this page since it was opened. */
  confirmed: ReadonlySet<string>
  onConfirm: (deposit: StaffDeposit) => void
}

/** The column with the row's button; rows that don't wait for a decision have none. */
export const confirmColumn = ({
  pendingId,
  confirmed,
  onConfirm,
}: Acting): Column<StaffDeposit> => ({
  id: 'confirm',
  header: 'Decision',
  text: () => '',
  sort: false,
  hideHeader: true,
  align: 'end',
  priority: 2,
  cell: (row) => {
    const done = confirmed.has(row._id)
    if (row.status !== 'pending' && !done) return null

    return (
      <Button
        size="sm"
        done={done}
        pending={row._id === pendingId}
        pendingLabel="Loading...."
        onClick={() => onConfirm(row)}
      >
        {done ? 'Payment Confirmed' : 'Confirm…'}
      </Button>
    )
  },
})
