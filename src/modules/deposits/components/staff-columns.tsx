import { AssigneeName } from '#modules/desk/components/assignment.tsx'
import { buildStaffColumns } from '#modules/transactions/components/staff-columns.tsx'
import { describeWaiting, WaitingNote } from '#modules/transactions/components/waiting-note.tsx'
import { Button } from '#ui/actions/button.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { StaffDeposit } from './calls.tsx'
import { DepositStatusTag, depositStatus } from './status.tsx'

const formatProofType = ({ proof }: StaffDeposit) =>
  proof?.type.replace(/^.*\//, '').toUpperCase() ?? 'None'

const { date, member, method, amount } = buildStaffColumns<StaffDeposit>('Date of Deposit, UTC')

/** The columns of the list of deposits in the back office. */
export const staffColumns: readonly Column<StaffDeposit>[] = [
  date,
  member,
  {
    id: 'status',
    header: 'Status',
    text: (row) =>
      `${depositStatus.format(row.status)}${row.overdue ? ', late' : ''}${describeWaiting(row)}`,
    cell: (row) => (
      <>
        <DepositStatusTag status={row.status} />
        {row.overdue && <Tag tone="wait">Late</Tag>}
        <WaitingNote row={row} />
        <AssigneeName subject={row._id} />
      </>
    ),
    sort: false,
  },
  {
    ...method,
    text: (row) => `${method.text(row)}, quoted ${row.coinAmount} ${row.coin}`,
    cell: (row) => (
      <>
        {method.text(row)}
        <div className="meta muted">
          <Money amount={row.coinAmount} unit={row.coin} />
        </div>
      </>
    ),
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
    id: 'journal',
    header: 'Ledger',
    text: ({ journalNumber }) => (journalNumber ? `L-${journalNumber}` : ''),
    cell: ({ journalNumber }) =>
      journalNumber ? (
        <JournalNumber
          number={`L-${journalNumber}`}
          to={`/admin-dashboard/ledger?view=journal&number=${journalNumber}`}
        />
      ) : (
        <span className="faint num">Not posted</span>
      ),
    sort: false,
    priority: 3,
  },
  amount,
]

type ConfirmColumnOptions = {
  /** The id of the deposit that is being confirmed. */
  pendingId: string | undefined
  /** The ids of the deposits confirmed since the page was opened. */
  confirmed: ReadonlySet<string>
  onConfirm: (deposit: StaffDeposit) => void
}

/** Returns the column with the button of each row that waits for a decision. */
export const buildConfirmColumn = ({
  pendingId,
  confirmed,
  onConfirm,
}: ConfirmColumnOptions): Column<StaffDeposit> => ({
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
