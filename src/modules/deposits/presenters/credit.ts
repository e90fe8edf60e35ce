import { selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { selectCreditPlan, takeCreditPlan } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  type DepositPayment,
  parseArrivalTime,
  parseReceivedAmount,
  type ReceivedAmount,
  type SomePayments,
  toChainArrival,
} from '../model.ts'
import { loadEvidence } from '../queries/deposit-payments.ts'
import { type CreditFigures, computeDepositCredit, type Deposit } from '../queries.ts'

/** The payment as entered in the preview. */
export type PreviewInput = { received?: string; arrivedAt?: string }

/** The figures of a payment, as confirming computes them. */
export type Credit = CreditFigures & {
  received: ReceivedAmount
  arrivedAt: Date | null
  /** Its payments on the chain; empty for a payment that staff enter. */
  payments: readonly DepositPayment[]
}

/** Returns what confirming the entered payment, or the quoted one, credits. */
export async function computeCredit(
  app: App,
  deposit: Deposit,
  { received: receivedText, arrivedAt: arrivalText }: PreviewInput,
): Promise<Credit> {
  const rows = await readBatch(app.db, {
    plan: selectCreditPlan(app.db, deposit.planVersionId),
    ...selectEligibility(deposit.memberId, app, deposit.id),
  })
  const terms = takeCreditPlan(rows.plan)
  const eligibility = toEligibility(deposit.memberId, rows)
  const [first, ...others] =
    receivedText || arrivalText || deposit.received !== null
      ? []
      : (await loadEvidence(app.db, deposit.id)).payments
  if (first) {
    const payments: SomePayments = [first, ...others]
    const { arrivedAt, ...received } = toChainArrival(payments)
    const figures = await computeDepositCredit(app, terms, deposit, {
      received,
      arrivedAt,
      payments,
      eligibility,
    })
    return { ...figures, received, arrivedAt, payments }
  }

  const received = resolveReceivedAmount(deposit, receivedText)
  const arrivedAt = arrivalText
    ? parseArrivalTime(arrivalText, deposit.createdAt, app.clock.now())
    : deposit.arrivedAt
  const figures = await computeDepositCredit(app, terms, deposit, {
    received,
    arrivedAt,
    eligibility,
  })

  return { ...figures, received, arrivedAt, payments: [] }
}

/** Returns the recorded amount; until it is recorded the one staff enters, or the quoted one. */
function resolveReceivedAmount(
  { coin, coinAmount, received, receivedIn }: Deposit,
  receivedText: string | undefined,
): ReceivedAmount {
  if (received !== null && receivedIn !== null) return { currency: receivedIn, amount: received }
  if (!receivedText) return { currency: coin, amount: coinAmount }
  return { currency: coin, amount: parseReceivedAmount(receivedText, coin) }
}
