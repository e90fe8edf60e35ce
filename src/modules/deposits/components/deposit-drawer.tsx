import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReviewDrawer } from '#modules/transactions/components/review-drawer.tsx'
import { isUnpaid } from '../model.ts'
import { depositCalls, type StaffDeposit } from './calls.tsx'
import { DecideDeposit } from './decide-deposit.tsx'
import { DepositHead, DepositReview } from './deposit-review.tsx'
import { RecordPayment } from './record-payment.tsx'
import { DepositStatusTag } from './status.tsx'

export type DepositDecision = { kind: 'confirm' | 'reject'; deposit: StaffDeposit }

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
        deposit && { id: deposit._id, status: deposit.status, decidedBy: deposit.decidedBy }
      }
      failed={isError}
      onRetry={refetch}
      aside={deposit && <DepositStatusTag status={deposit.status} />}
      foot={
        review &&
        (review.effects ? (
          <DecideDeposit
            review={review}
            pending={pending}
            onConfirm={() => decide('confirm')}
            onReject={() => decide('reject')}
          />
        ) : (
          isUnpaid(review.deposit.status) && (
            <RecordPayment
              deposit={review.deposit}
              live={review.receiptNeeded}
              onDone={() => void queries.invalidateQueries()}
            />
          )
        ))
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
