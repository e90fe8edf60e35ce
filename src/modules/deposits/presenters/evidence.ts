import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import type { App } from '#platform/app.ts'
import { buildPaymentUri, computePaymentsCents, formatCoinAmount } from '../model.ts'
import type { Deposit } from '../queries/deposit.ts'
import { type AssignedPayment, listDepositPayments } from '../queries/deposit-payments.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import { type CheckedPayment, computeStep, toPayment } from './evidence-payment.ts'

/** Returns what chains show of deposits, by deposit; a deposit without a payment is absent. */
export async function buildEvidence(app: App, deposits: readonly Deposit[]) {
  const assigned = await listDepositPayments(
    app.db,
    deposits.map(({ id }) => id),
  )
  if (assigned.length === 0) return new Map<string, DepositEvidence>()

  const link = await loadTransactionLinks(app)
  const byDeposit = Map.groupBy(assigned, ({ depositId }) => depositId ?? '')
  const checks = await checkPayments(
    app.db,
    deposits.flatMap((deposit) =>
      (byDeposit.get(deposit.id) ?? []).map(({ id }) => ({
        id,
        cents: computeWorth(deposit, byDeposit.get(deposit.id) ?? []),
      })),
    ),
  )

  const shown = deposits.flatMap((deposit) => {
    const payments = (byDeposit.get(deposit.id) ?? []).flatMap((payment) => {
      const check = checks.get(payment.id)
      return check ? [{ ...payment, check }] : []
    })
    return payments.length > 0
      ? [[deposit.id, toEvidence(app, link, deposit, payments)] as const]
      : []
  })

  return new Map(shown)
}

/** Returns the cents that payments are credited as; of a decided deposit those that were. */
const computeWorth = (deposit: Deposit, payments: readonly AssignedPayment[]): bigint =>
  deposit.credited ??
  computePaymentsCents(
    payments.flatMap(({ gone, units, rate }) => (gone || rate === null ? [] : [{ units, rate }])),
    deposit,
  )

function toEvidence(
  app: App,
  link: LinkTransaction,
  deposit: Deposit,
  payments: readonly CheckedPayment[],
) {
  const { coin } = deposit
  const step = computeStep(app, deposit, payments)
  const shown = payments.filter(({ gone }) => !gone)
  const [weakest] = shown.toSorted((one, other) => countShare(one) - countShare(other))
  const formatOptional = (units: bigint) => (units > 0n ? formatCoinAmount(units, coin) : null)
  const missing = step.shortUnits > 0n ? deposit.coinAmount - step.paidUnits : 0n

  return {
    state: step.state,
    flag: step.flag,
    received: formatCoinAmount(step.paidUnits, coin),
    missing: formatOptional(missing),
    missingUri: missing > 0n ? buildPaymentUri(coin, deposit.address, missing) : null,
    over: formatOptional(step.overUnits),
    worth: computeWorth(deposit, payments),
    confirmations: weakest?.check.confirmations ?? 0,
    needed: weakest?.check.needed ?? 0,
    disputed: shown.some(({ check }) => check.disputed),
    payments: payments.map((payment) => toPayment(link, payment)),
  }
}

const countShare = ({ check: { settled, confirmations } }: CheckedPayment) =>
  settled ? Number.MAX_SAFE_INTEGER : confirmations

export type DepositEvidence = ReturnType<typeof toEvidence>
