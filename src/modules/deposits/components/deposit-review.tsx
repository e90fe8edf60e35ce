import { StaffFileLink } from '#modules/approvals/components/staff-file-link.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { JournalLines, toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { buildStaffPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { CopyButton } from '#ui/actions/copy-button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { When } from '#ui/figures/when.tsx'
import { Details } from '#ui/layout/key-values.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import type { DepositReview as Review, StaffDeposit } from './calls.tsx'
import { ChainEvidence } from './chain-evidence.tsx'
import styles from './deposit-review.module.css'

const ENTRIES: Partial<Record<StaffDeposit['status'], string>> = {
  pending: 'Entries to be posted',
  completed: 'Posted entries',
  reversed: 'Posted and reversed entries',
}

/** The checks of a deposit, the entries it posts, its proof and its timeline. */
export function DepositReview({ review }: { review: Review }) {
  const { deposit, checks, entries, address, network } = review
  const title = ENTRIES[deposit.status]

  return (
    <>
      {deposit.status === 'pending' && (
        <DrawerPart title="Checks">
          <Checks checks={checks} />
        </DrawerPart>
      )}
      <ChainEvidence review={review} />
      {title && (
        <DrawerPart title={title}>
          <JournalLines
            caption={title}
            rows={entries}
            names={toAccountNames(deposit.member._id, deposit.member.name)}
          />
        </DrawerPart>
      )}
      {deposit.proof && <Proof proof={deposit.proof} />}
      <DrawerPart title="Quote">
        <Details
          rows={[
            {
              label: 'Deposit ID',
              value: <span className="mono meta anywhere">{deposit._id}</span>,
              aside: <CopyButton text={deposit._id} label="Copy" />,
            },
            ...buildArrivalRows(deposit),
            {
              label: `Address, ${network}`,
              value: <Address value={address} />,
              aside: <CopyButton text={address} label="Copy" />,
            },
          ]}
        />
      </DrawerPart>
      <DrawerPart title="History">
        <Timeline steps={buildStaffPastSteps(deposit.timeline, ['Rejected', 'Reversed'])} />
        {deposit.decidedBy && <p className="muted">Decided by {deposit.decidedBy}</p>}
        {deposit.reversedBy && <p className="muted">Reversal approved by {deposit.reversedBy}</p>}
      </DrawerPart>
    </>
  )
}

/** Returns the time the payment was first seen and the evidence staff observed, where known. */
const buildArrivalRows = ({ arrivedAt, observed }: StaffDeposit) => [
  ...(arrivedAt
    ? [
        {
          label: 'Payment first seen',
          value: (
            <>
              <When at={arrivedAt} timeZone="UTC" /> UTC
            </>
          ),
        },
      ]
    : []),
  ...(observed ? [{ label: 'Observed by staff', value: observed }] : []),
]

/** The proof as a picture, or as a download. */
function Proof({ proof: { type, path } }: { proof: NonNullable<StaffDeposit['proof']> }) {
  const picture = type.startsWith('image/')
  const may = usePermission('data.export')
  return (
    <DrawerPart title="Proof of payment">
      <p className="muted">Uploaded by the member. It isn’t evidence that the payment arrived.</p>
      {picture && may && (
        <img className={styles.proof} src={path} alt="Proof of payment uploaded by the member" />
      )}
      <p>
        <StaffFileLink path={path} otherwise="Your role can’t open proofs of payment.">
          Download the proof ({type.replace(/^.*\//, '').toUpperCase()})
        </StaffFileLink>
      </p>
    </DrawerPart>
  )
}
