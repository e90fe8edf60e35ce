import { formatAmount } from '#lib/money.ts'
import { AMOUNT_RESERVED_MS } from '../model.ts'
import type { Deposit } from '../queries.ts'

/** Returns the outcome that every answer about a deposit includes. */
export function toOutcome(deposit: Deposit) {
  const { received, receivedIn, credited, reason, overdue, timeline } = deposit
  const notInvested =
    deposit.status === 'completed' && credited !== null && deposit.positionId === null
  const receivedText =
    received !== null && receivedIn !== null ? formatAmount(received, receivedIn) : null

  return { received: receivedText, receivedIn, credited, notInvested, reason, overdue, timeline }
}

/**
 * Returns whether a deposit is still in progress: open, or a quote that expired in the last seven
 * days without a proof, since a payment for it may arrive.
 */
const isInProgress = ({ status, expiresAt }: Deposit, now: Date) =>
  status === 'awaiting_payment' ||
  status === 'pending' ||
  (status === 'expired' && now.getTime() - expiresAt.getTime() < AMOUNT_RESERVED_MS)

/** Returns a deposit in its member's list. */
export const toLine = (deposit: Deposit, now: Date) => ({
  _id: deposit.id,
  investment: { amount: deposit.credited ?? deposit.amount },
  quoted: deposit.amount,
  payment_method: deposit.method,
  status: deposit.status,
  plan: deposit.planName,
  createdAt: deposit.createdAt,
  expiresAt: deposit.expiresAt,
  inProgress: isInProgress(deposit, now),
  ...toOutcome(deposit),
})
