import { createStatusLabels } from '#modules/transactions/components/status-labels.tsx'
import type { DepositStatus } from '../model.ts'

/** A deposit's status as text and as a tag. */
export const depositStatus = createStatusLabels<DepositStatus>({
  awaiting_payment: ['wait', 'Waiting for payment'],
  pending: ['wait', 'Pending'],
  completed: ['ok', 'Completed'],
  rejected: ['bad', 'Rejected'],
  expired: ['neutral', 'Expired'],
  reversed: ['bad', 'Reversed'],
})

export const DepositStatusTag = depositStatus.StatusTag
