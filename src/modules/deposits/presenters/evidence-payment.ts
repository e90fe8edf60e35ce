import { COIN_TABLE } from '#lib/currencies.ts'
import { DAY_MS } from '#lib/dates.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import {
  computePaymentState,
  PAYMENT_TOLERANCE_BPS,
  type PaymentState,
  type PaymentStep,
} from '#modules/chains/model.ts'
import type { LinkTransaction } from '#modules/chains/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import { type DepositStatus, formatCoinAmount } from '../model.ts'
import type { Deposit } from '../queries/deposit.ts'
import type { AssignedPayment } from '../queries/deposit-payments.ts'
import type { PaymentCheck } from '../queries/payment-checks.ts'

/** The time a payment may take to be confirmed. */
const WATCHED_MS = 30 * DAY_MS

const DECIDED: Partial<Record<DepositStatus, PaymentState>> = {
  completed: 'credited',
  reversed: 'reversed',
  rejected: 'refused',
}

export type CheckedPayment = AssignedPayment & { check: PaymentCheck }

export function computeStep(
  app: App,
  deposit: Deposit,
  payments: readonly CheckedPayment[],
): PaymentStep {
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

export function toPayment(link: LinkTransaction, { check, ...payment }: CheckedPayment) {
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
