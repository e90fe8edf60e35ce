import { formatAmount } from '#lib/money.ts'
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
