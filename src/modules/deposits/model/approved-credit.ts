import type { Cents } from '#lib/money.ts'
import type { Transfer } from '#modules/ledger/model.ts'
import { buildInvestmentTransfer } from '#modules/plans/model.ts'
import { buildCreditTransfers } from './credit.ts'
import { type DepositPayment, formatPaidOutputs } from './payments.ts'
import type { DepositArrival } from './received-amount.ts'

/** The credit that confirming a deposit posts. */
export type ConfirmedCredit = {
  memberId: string
  arrival: DepositArrival
  rate: bigint
  credited: Cents
  invested: Cents
  arrivedAt: Date
  /** The payments on chain that it is made of; empty for a payment that a person entered. */
  payments: readonly DepositPayment[]
}

/**
 * Returns the content that a second admin approves: exactly what is posted. The trigger
 * `check_deposit_step` builds the same text, so names and order are fixed.
 */
export const toCreditContent = (credit: ConfirmedCredit) => {
  const outputs = formatPaidOutputs(credit.payments)

  return { ...toPaymentContent(credit), ...(outputs !== null && { payments: outputs }) }
}

const toPaymentContent = (credit: ConfirmedCredit) => ({
  memberId: credit.memberId,
  received: String(credit.arrival.amount),
  receivedIn: credit.arrival.currency,
  rate: String(credit.rate),
  credited: String(credit.credited),
  invested: String(credit.invested),
  arrivedAt: credit.arrivedAt.toISOString(),
  source: credit.arrival.source,
  reference: credit.arrival.reference,
  outputIndex: String(credit.arrival.outputIndex),
})

/** Returns the transfers of a confirmed credit: what arrived, and the part that is invested. */
export function buildConfirmedTransfers(
  depositId: string,
  { memberId, arrival, credited, invested }: ConfirmedCredit,
  { on, actor }: { on: string; actor: string },
): Transfer[] {
  const shared = { depositId, memberId }
  const credit = buildCreditTransfers({
    ...shared,
    received: arrival,
    receipts: [],
    cents: credited,
    on,
    actor,
  })
  if (invested === 0n) return credit

  const position = { ...shared, id: '', principal: invested, openedOn: on }
  return [...credit, buildInvestmentTransfer(position, actor)]
}
