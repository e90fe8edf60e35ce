import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReversalFoot } from '#modules/transactions/components/reversal.tsx'
import { ReviewDrawer } from '#modules/transactions/components/review-drawer.tsx'
import { isUnpaid } from '../model.ts'
import { depositCalls, type DepositReview as Review, type StaffDeposit } from './calls.tsx'
import { DecideDeposit } from './decide-deposit.tsx'
import { DepositHead } from './deposit-head.tsx'
import { DepositReview } from './deposit-review.tsx'
import { RecordPayment } from './record-payment.tsx'
import { DepositStatusTag } from './status.tsx'

export type DepositDecision = { kind: 'confirm' | 'reject' | 'reverse'; deposit: StaffDeposit }

type Props = {
  id: string | undefined
  pending: boolean
  onClose: () => void
  onDecide: (decision: DepositDecision) => void
  children: ReactNode
}

/** The review of one deposit in the back office, with the buttons of its decision. */
export function DepositDrawer({ id, pending, onClose, onDecide, children }: Props) {
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery(
    depositCalls.review.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )

  const review = id ? data?.data : undefined
  const deposit = review?.deposit
  const decide = (kind: DepositDecision['kind']) => deposit && onDecide({ kind, deposit })

  return (
    <ReviewDrawer
      open={id !== undefined}
      title="Deposit"
      onClose={onClose}
      reviewed={
        deposit && {
          id: deposit._id,
          status: deposit.status,
          decidedBy: deposit.decidedBy,
          open: deposit.status === 'pending',
        }
      }
      failed={isError}
      onRetry={refetch}
      aside={deposit && <DepositStatusTag status={deposit.status} />}
      foot={
        review && (
          <DrawerFoot
            review={review}
            pending={pending}
            onDecide={decide}
            onRecorded={() => void queries.invalidateQueries()}
          />
        )
      }
      review={
        review && (
          <>
            <DepositHead deposit={review.deposit} />
            <DepositReview review={review} />
          </>
        )
      }
    >
      {children}
    </ReviewDrawer>
  )
}

type FootProps = {
  review: Review
  pending: boolean
  onDecide: (kind: DepositDecision['kind']) => void
  onRecorded: () => void
}

/** The buttons of what staff can do with a deposit in its status. */
function DrawerFoot({ review, pending, onDecide, onRecorded }: FootProps) {
  if (review.effects)
    return (
      <DecideDeposit
        review={review}
        pending={pending}
        onConfirm={() => onDecide('confirm')}
        onReject={() => onDecide('reject')}
      />
    )

  if (review.reversal)
    return (
      <ReversalFoot
        permission="deposit.reverse"
        reversal={review.reversal}
        actionLabel="Reverse deposit"
        onReverse={() => onDecide('reverse')}
      />
    )

  return isUnpaid(review.deposit.status) ? (
    <RecordPayment deposit={review.deposit} live={review.receiptNeeded} onDone={onRecorded} />
  ) : null
}
