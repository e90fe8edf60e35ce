import { createStatusLabels } from '#modules/transactions/components/status-labels.tsx'
import type { WithdrawalStatus } from '../model.ts'

/** A withdrawal's status as text and as a tag. */
export const withdrawalStatus = createStatusLabels<WithdrawalStatus>({
  pending: ['wait', 'Pending'],
  approved: ['progress', 'Approved'],
  completed: ['ok', 'Completed'],
  rejected: ['bad', 'Rejected'],
  cancelled: ['neutral', 'Cancelled'],
  reversed: ['bad', 'Reversed'],
})

export const WithdrawalStatusTag = withdrawalStatus.StatusTag
