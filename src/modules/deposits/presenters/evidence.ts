import { COIN_TABLE } from '#lib/currencies.ts'
import { DAY_MS } from '#lib/dates.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import {
  computePaymentState,
  PAYMENT_TOLERANCE_BPS,
  type PaymentState,
  type PaymentStep,
} from '#modules/chains/model.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import {
  buildPaymentUri,
  computePaymentsCents,
  type DepositStatus,
  formatCoinAmount,
} from '../model.ts'
import type { Deposit } from '../queries/deposit.ts'
import { type AssignedPayment, listDepositPayments } from '../queries/deposit-payments.ts'
import { checkPayments, type PaymentCheck } from '../queries/payment-checks.ts'

/** The time a payment may take to be confirmed. */
const WATCHED_MS = 30 * DAY_MS

const DECIDED: Partial<Record<DepositStatus, PaymentState>> = {
  completed: 'credited',
  reversed: 'reversed',
  rejected: 'refused',
}

type CheckedPayment = AssignedPayment & { check: PaymentCheck }

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

function computeStep(app: App, deposit: Deposit, payments: readonly CheckedPayment[]): PaymentStep {
  return computePaymentState(
    {
      // once credited, what is due is what was credited: staff may have credited less
      dueUnits: (deposit.receivedIn === deposit.coin && deposit.received) || deposit.coinAmount,
      toleranceBps: PAYMENT_TOLERANCE_BPS,
      lockUntil: new Date(deposit.endedAt.getTime() - 1),
      watchUntil: new Date(deposit.createdAt.getTime() + WATCHED_MS),
      state: DECIDED[deposit.status] ?? 'awaiting',
      flag: 'none',
    },
    payments.map(({ units, arrivedAt, gone, check }) => ({
      units,
      firstSeenAt: arrivedAt,
      isConfirmed: check.settled,
      isGone: gone,
    })),
    app.clock.now(),
  )
}

function toPayment(link: LinkTransaction, { check, ...payment }: CheckedPayment) {
  const { chain, coin, txid } = payment
  return {
    _id: payment.id,
    txid: formatTransactionId(coin, txid, chain),
    outputIndex: COIN_TABLE[coin].outputs === 'one' ? null : payment.outputIndex,
    explorer: link(payment),
    received: formatCoinAmount(payment.units, coin),
    rate: payment.rate === null ? null : formatRate(payment.rate),
    arrivedAt: payment.arrivedAt,
    confirmations: check.confirmations,
    needed: check.needed,
    settled: check.settled,
    gone: payment.gone,
    disputed: check.disputed,
    providers: check.providers,
    neededProviders: check.neededProviders,
    block: check.blockHeight,
    refundAddress: payment.refundAddress,
  }
}

export type DepositEvidence = ReturnType<typeof toEvidence>
