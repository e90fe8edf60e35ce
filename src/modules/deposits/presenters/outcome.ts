import { formatAmount } from '#lib/money.ts'
import type { Deposit } from '../queries.ts'

/** Returns the outcome that every answer about a deposit includes. */
export function toOutcome({ received, receivedIn, credited, reason, overdue, timeline }: Deposit) {
  const receivedText =
    received !== null && receivedIn !== null ? formatAmount(received, receivedIn) : null

  return { received: receivedText, receivedIn, credited, reason, overdue, timeline }
}

/** Returns a deposit in its member's list. */
export const toLine = (deposit: Deposit) => ({
  _id: deposit.id,
  investment: { amount: deposit.credited ?? deposit.amount },
  quoted: deposit.amount,
  payment_method: deposit.method,
  status: deposit.status,
  plan: deposit.planName,
  createdAt: deposit.createdAt,
  expiresAt: deposit.expiresAt,
  ...toOutcome(deposit),
})
