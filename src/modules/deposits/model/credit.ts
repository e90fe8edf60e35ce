import type { Day } from '#lib/dates.ts'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import {
  type Transfer,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
} from '#modules/ledger/model.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { buildCoinInTransfers } from '#modules/treasury/model.ts'
import type { DepositPayment } from './payments.ts'
import type { ReceivedAmount } from './received-amount.ts'

type QuotedCredit = { coin: Coin; coinAmount: CoinUnits; rate: bigint; amount: Cents }

/**
 * Returns the cents credited for an amount that arrived: coin at `rate` (dollars for one coin,
 * times 10^6), rounded down; dollars unchanged. Exactly the quoted coin at the quoted rate credits
 * exactly what was asked: the quote adds units only to make its amount unique.
 */
export function computeCreditCents(
  { currency, amount }: ReceivedAmount,
  rate: bigint,
  quote: QuotedCredit,
): Cents {
  if (currency === 'USD') return amount

  const isAsQuoted = currency === quote.coin && amount === quote.coinAmount && rate === quote.rate

  return isAsQuoted ? quote.amount : computeCoinValue(amount, rate, currency)
}

/**
 * Returns the cents credited for payments on chain, each at its own rate and rounded down. Exactly
 * the quoted coin, all of it at the quoted rate, credits exactly what was asked.
 */
export function computePaymentsCents(
  payments: readonly Pick<DepositPayment, 'units' | 'rate'>[],
  quote: QuotedCredit,
): Cents {
  const units = payments.reduce((sum, one) => sum + one.units, 0n)
  const isLocked = payments.every(({ rate }) => rate === quote.rate)
  if (isLocked && units === quote.coinAmount) return quote.amount

  return payments.reduce((sum, one) => sum + computeCoinValue(one.units, one.rate, quote.coin), 0n)
}

/**
 * Returns the cents of a credit that are invested: none below the plan's minimum, at most the
 * plan's maximum. The rest stays cash.
 */
export function computeInvestedCents(
  credited: Cents,
  plan: { minAmount: Cents; maxAmount: Cents },
): Cents {
  if (credited < plan.minAmount) return 0n
  return credited < plan.maxAmount ? credited : plan.maxAmount
}

export type DepositCredit = {
  depositId: string
  memberId: string
  received: ReceivedAmount
  /** The receipts that the posting consumes, which add up to what was received. */
  receipts: readonly { id: string; amount: bigint }[]
  cents: Cents
  on: Day
  actor: string
}

/**
 * Returns the transfers that credit a deposit: each payment into custody, and as many dollars to
 * the member's cash. Without receipts, as in a preview, there is one payment.
 */
export function buildCreditTransfers(credit: DepositCredit): Transfer[] {
  const { depositId, memberId, received, receipts, cents, on, actor } = credit
  const [first, ...others] = receipts
  const to = toMemberAccountCode(memberId, 'cash')
  const shared = {
    idempotencyKey: `deposit/${depositId}/confirm`,
    transferType: 'deposit_confirmed' as const,
    reference: depositId,
    effectiveDate: on,
    actor,
  }
  const receipt = first?.id ?? ''

  if (received.currency === 'USD')
    return [{ ...shared, receipt, debit: toCustodyAccountCode('USD'), credit: to, amount: cents }]

  const coin = received.currency
  const more = others.map(
    ({ id, amount }, index): Transfer => ({
      ...shared,
      idempotencyKey: `${shared.idempotencyKey}/coin/${index + 2}`,
      debit: toCustodyAccountCode(coin),
      credit: toExchangeAccountCode(coin),
      amount,
      receipt: id,
    }),
  )
  const units = first?.amount ?? received.amount

  return [...buildCoinInTransfers({ ...shared, receipt, coin, units, cents, to }), ...more]
}
