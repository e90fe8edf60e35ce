import type { TimelineStep } from '#modules/transactions/model.ts'
import { computeDepositStatus, type DepositStatus } from './status.ts'

export type DepositLifecycle = {
  createdAt: Date
  expiresAt: Date
  submittedAt: Date | null
  proved: boolean
  decidedAt: Date | null
  reason: string | null
  reversedAt: Date | null
  status: DepositStatus
}

/** Returns the past steps of a deposit, oldest first. */
export function buildDepositTimeline(deposit: DepositLifecycle, now: Date): TimelineStep[] {
  const steps: TimelineStep[] = [{ what: 'Quote created', at: deposit.createdAt }]

  const endedBefore = deposit.submittedAt ?? deposit.decidedAt
  if (
    (endedBefore && endedBefore >= deposit.expiresAt) ||
    computeDepositStatus(deposit, now) === 'expired'
  )
    steps.push({ what: 'Quote expired', at: deposit.expiresAt })

  if (deposit.submittedAt)
    steps.push({
      what: deposit.proved ? 'Proof of payment uploaded' : 'Payment seen',
      at: deposit.submittedAt,
    })

  if (deposit.decidedAt && (deposit.status === 'completed' || deposit.status === 'reversed'))
    steps.push({ what: 'Payment confirmed', at: deposit.decidedAt })

  if (deposit.decidedAt && deposit.status === 'rejected')
    steps.push({
      what: 'Rejected',
      at: deposit.decidedAt,
      ...(deposit.reason ? { detail: deposit.reason } : {}),
    })

  if (deposit.reversedAt)
    steps.push({
      what: 'Reversed',
      at: deposit.reversedAt,
      ...(deposit.reason ? { detail: deposit.reason } : {}),
    })

  return steps
}
