import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReversalFoot } from '#modules/transactions/components/reversal.tsx'
import { ReviewDrawer } from '#modules/transactions/components/review-drawer.tsx'
import { isOpen } from '../model.ts'
import { type WithdrawalReview as Review, withdrawalCalls } from './calls.tsx'
import { DecideWithdrawal } from './decide-withdrawal.tsx'
import { WithdrawalStatusTag } from './status.tsx'
import type { WithdrawalDecision } from './withdrawal-decision.tsx'
import { WithdrawalHead, WithdrawalReview } from './withdrawal-review.tsx'

type Props = {
  id: string | undefined
  onClose: () => void
  onDecide: (decision: WithdrawalDecision) => void
  children: ReactNode
}

/** The review of one withdrawal in the back office, with the buttons of its decision. */
export function WithdrawalReviewDrawer({ id, onClose, onDecide, children }: Props) {
  const { data, isError, refetch } = useQuery(
    withdrawalCalls.review.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )

  const review = id ? data?.data : undefined
  const withdrawal = review?.withdrawal

  return (
    <ReviewDrawer
      open={id !== undefined}
      title="Withdrawal"
      onClose={onClose}
      reviewed={
        withdrawal && {
          id: withdrawal._id,
          status: withdrawal.status,
          decidedBy: withdrawal.closedBy ?? withdrawal.approvedBy,
          open: isOpen(withdrawal),
        }
      }
      failed={isError}
      onRetry={refetch}
      aside={withdrawal && <WithdrawalStatusTag status={withdrawal.status} />}
      foot={review && <DrawerFoot review={review} onDecide={onDecide} />}
      review={
        review && (
          <>
            <WithdrawalHead review={review} />
            <WithdrawalReview review={review} />
          </>
        )
      }
    >
      {children}
    </ReviewDrawer>
  )
}

type FootProps = { review: Review; onDecide: (decision: WithdrawalDecision) => void }

/** The buttons of what staff can do with a withdrawal in its status. */
function DrawerFoot({ review, onDecide }: FootProps) {
  if (isOpen(review.withdrawal)) return <DecideWithdrawal review={review} onDecide={onDecide} />
  if (!review.reversal) return null

  return (
    <ReversalFoot
      permission="withdrawal.reverse"
      reversal={review.reversal}
      actionLabel="Reverse payment"
      onReverse={() => onDecide({ kind: 'reverse', review })}
    />
  )
}
