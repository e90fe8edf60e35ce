import type { App } from '#platform/app.ts'
import { AMOUNT_RESERVED_MS } from '../model.ts'
import type { Deposit } from '../queries.ts'
import { buildEvidence, type DepositEvidence } from './evidence.ts'
import { toOutcome } from './outcome.ts'

/**
 * Returns whether a deposit is still in progress: open, or a quote that expired in the last seven
 * days without a proof, since a payment for it may arrive.
 */
const isInProgress = ({ status, expiresAt }: Deposit, now: Date) =>
  status === 'awaiting_payment' ||
  status === 'pending' ||
  (status === 'expired' && now.getTime() - expiresAt.getTime() < AMOUNT_RESERVED_MS)

/** Returns deposits in their member's list, the pending ones with what the blockchain shows. */
export async function buildLines(app: App, deposits: readonly Deposit[]) {
  const now = app.clock.now()
  const pending = deposits.filter(({ status }) => status === 'pending')
  const evidence = await buildEvidence(app, pending)

  return deposits.map((deposit) => toLine(deposit, evidence.get(deposit.id), now))
}

const toLine = (deposit: Deposit, evidence: DepositEvidence | undefined, now: Date) => ({
  _id: deposit.id,
  investment: { amount: deposit.credited ?? deposit.amount },
  quoted: deposit.amount,
  payment_method: deposit.method,
  status: deposit.status,
  plan: deposit.planName,
  createdAt: deposit.createdAt,
  expiresAt: deposit.expiresAt,
  evidence: evidence ? pickProgress(evidence) : null,
  inProgress: isInProgress(deposit, now),
  ...toOutcome(deposit),
})

const pickProgress = ({ state, confirmations, needed }: DepositEvidence) => ({
  state,
  confirmations,
  needed,
})
