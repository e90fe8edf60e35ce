import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { ArrivalFields } from './arrival-fields.tsx'
import type { DepositReview, StaffDeposit } from './calls.tsx'

type ArrivedProps = {
  deposit: StaffDeposit
  review: DepositReview | undefined
  isEntered: boolean
  onReceived: (received: string) => void
  onArrivedAt: (arrivedAt: string) => void
}

/** The payment that the blockchain shows, or the fields to enter another one. */
export function ArrivedPayment({ deposit, review, isEntered, ...fields }: ArrivedProps) {
  const [byHand, setByHand] = useState(false)

  return review?.evidence && !byHand && !isEntered ? (
    <OnEvidence review={review} onByHand={() => setByHand(true)} />
  ) : (
    <ArrivalFields
      deposit={deposit}
      needed={byHand || (review?.receiptNeeded ?? false)}
      {...fields}
    />
  )
}

type OnEvidenceProps = { review: DepositReview; onByHand: () => void }

/** Shows the credit when nothing is entered: the payments that the blockchain shows. */
const OnEvidence = ({ review: { evidence, deposit }, onByHand }: OnEvidenceProps) => (
  <p>
    <Money amount={evidence?.received ?? '0'} unit={deposit.coin} /> is credited as the blockchain
    shows it, with its transaction and the time it was first seen.{' '}
    <Button variant="ghost" size="sm" onClick={onByHand}>
      Enter another payment
    </Button>
  </p>
)
