import { Link } from 'react-router'
import { JournalLines, toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { buildStaffPastSteps } from '#modules/transactions/components/past-steps.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { DrawerPart } from '#ui/overlay/dialog.tsx'
import { DrawerHead } from '#ui/overlay/drawer-head.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { FAILED_STEPS, isOpen } from '../model.ts'
import type { WithdrawalReview as Review } from './calls.tsx'
import { AmountAndFee, PayoutDestination } from './withdrawal-payment-facts.tsx'

/** The amount and the member of a withdrawal. */
export function WithdrawalHead({
  review: { withdrawal, coinAmount, rate, fixed },
}: {
  review: Review
}) {
  const { amount, coin, member, source, payoutBatch } = withdrawal
  return (
    <DrawerHead
      amount={<Money amount={amount} hero />}
      note={
        <>
          {!fixed && 'about '}
          <Money amount={coinAmount} unit={coin} /> at <Money amount={rate} />
        </>
      }
    >
      <Link className="link strong" to={`/admin-dashboard/manage-user/${member._id}`}>
        {member.name}
      </Link>
      {withdrawal.late && withdrawal.expectedBy && (
        <p>
          <Tag tone="wait">Late</Tag> Expected payout shown to the member:{' '}
          <When at={withdrawal.expectedBy} timeZone="UTC" /> UTC.
        </p>
      )}
      {payoutBatch && (
        <p>
          {payoutBatch.exportedAt ? (
            <>
              Exported in batch {payoutBatch.number} by {payoutBatch.exportedBy},{' '}
              <When at={payoutBatch.exportedAt} timeZone="UTC" /> UTC.
            </>
          ) : (
            <>In batch {payoutBatch.number}, which is not exported yet.</>
          )}
        </p>
      )}
      <p className="muted">from {source === 'profit' ? 'profit' : 'balance'}</p>
    </DrawerHead>
  )
}

/** The checks of a withdrawal, its fee, its address, the entries it posts, and its timeline. */
export function WithdrawalReview({ review }: { review: Review }) {
  const { withdrawal, checks, entries } = review
  const open = isOpen(review.withdrawal)
  const title = open ? 'Entries to be posted' : 'Posted entries'
  const { member } = withdrawal

  return (
    <>
      {open && (
        <DrawerPart title="Checks">
          <Checks checks={checks} />
        </DrawerPart>
      )}
      <AmountAndFee review={review} />
      <PayoutDestination review={review} />
      <DrawerPart title={title}>
        <JournalLines
          caption={title}
          rows={entries}
          names={toAccountNames(member._id, member.name)}
        />
      </DrawerPart>
      <DrawerPart title="History">
        <Timeline steps={buildStaffPastSteps(withdrawal.timeline, FAILED_STEPS)} />
        {withdrawal.reversedBy && (
          <p className="muted">Reversal approved by {withdrawal.reversedBy}</p>
        )}
      </DrawerPart>
    </>
  )
}
