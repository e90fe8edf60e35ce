import { useState } from 'react'
import type { WithdrawalReview } from './calls.tsx'

export type WithdrawalDecision = {
  kind: 'approve' | 'reject' | 'paid' | 'reverse'
  review: WithdrawalReview
}

export type DecisionDialogProps = {
  decision: WithdrawalDecision
  onClose: () => void
  onDone: () => void
}

/** Returns the review as it was when the dialog opened, also after the list is read again. */
export const useReviewAtOpening = ({ decision }: DecisionDialogProps) =>
  useState(decision.review)[0]
