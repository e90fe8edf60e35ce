import { HOUR_MS } from '#lib/dates.ts'
import type { TimelineStep } from '#modules/transactions/model.ts'
import type { WithdrawalStatus } from './status.ts'

type WithdrawalLifecycle = {
  createdAt: Date
  payableFrom: Date
  approvedAt: Date | null
  closedAt: Date | null
  status: WithdrawalStatus
  reason: string | null
  reversedAt: Date | null
  reversalReason: string | null
}

/** The title of the last step, by the status that closed the withdrawal. */
const CLOSING_TITLES: Partial<Record<WithdrawalStatus, string>> = {
  completed: 'Sent',
  reversed: 'Sent',
  rejected: 'Rejected, amount returned to the account',
  cancelled: 'Cancelled, amount returned to the account',
}

/** The beginnings of the titles of a rejected and of a reversed withdrawal's last step. */
export const FAILED_STEPS = ['Rejected', 'Reversed'] as const

/** Returns the past steps of a withdrawal, oldest first, with a cool-down once it is over. */
export function buildWithdrawalTimeline(lifecycle: WithdrawalLifecycle, now: Date): TimelineStep[] {
  const { createdAt, payableFrom, approvedAt, closedAt, status, reason } = lifecycle
  const steps: TimelineStep[] = [{ what: 'Requested', at: createdAt }]

  if (payableFrom > createdAt && payableFrom <= (closedAt ?? now))
    steps.push({ what: 'New address ready to use', at: payableFrom })
  if (approvedAt) steps.push({ what: 'Approved', at: approvedAt })

  const what = CLOSING_TITLES[status]
  if (closedAt && what) steps.push({ what, at: closedAt, ...(reason ? { detail: reason } : {}) })

  const { reversedAt, reversalReason } = lifecycle
  if (reversedAt)
    steps.push({
      what: 'Reversed, amount returned to the account',
      at: reversedAt,
      ...(reversalReason ? { detail: reversalReason } : {}),
    })

  return steps
}

/**
 * Returns the instant by which the operator states that a withdrawal is paid; the stated hours
 * begin when the address has cooled down.
 */
export const computePayoutDeadline = (
  { createdAt, payableFrom }: Pick<WithdrawalLifecycle, 'createdAt' | 'payableFrom'>,
  statedHours: number,
): Date => new Date(Math.max(createdAt.getTime(), payableFrom.getTime()) + statedHours * HOUR_MS)
