import type { Cents } from '#lib/money.ts'
import { computeDepositRoom } from '#modules/eligibility/model.ts'
import { checkOperation, type Eligibility } from '#modules/eligibility/queries.ts'
import { getPastPrice } from '#modules/market/queries.ts'
import type { CreditPlan } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import {
  type CashReason,
  computeCreditCents,
  computeInvestedCents,
  computePaymentsCents,
  type DepositPayment,
  findCashReason,
  isAfterQuote,
  type ReceivedAmount,
} from '../model.ts'
import type { Deposit } from './deposit.ts'

type QuotedTimes = Pick<Deposit, 'coin' | 'rate' | 'endedAt' | 'arrivedAt' | 'creditRate'>
type QuotedTerms = QuotedTimes & Pick<Deposit, 'amount' | 'coinAmount' | 'createdAt'>

/** The credit of a payment: its rate, its cents, and the part of them that is invested. */
export type CreditFigures = {
  late: boolean
  rate: bigint
  credited: Cents
  invested: Cents
  /**
   * Why cash that the plan would take isn't invested; null where its maximum alone leaves a rest.
   */
  cashReason: CashReason | null
}

type CreditInput = {
  received: ReceivedAmount
  arrivedAt: Date | null
  /** The payments on chain that make it up, each with its own rate. */
  payments?: readonly DepositPayment[]
  /** Of the member: what they may not invest stays cash. */
  eligibility: Eligibility
}

/**
 * Returns the credit of a payment. The locked rate counts if the payment was first seen before the
 * quote ended; otherwise the rate at that time. While the time is unknown the locked rate is taken.
 * Throws `price_unavailable` (503).
 */
export async function computeDepositCredit(
  app: App,
  plan: CreditPlan,
  deposit: QuotedTerms,
  { received, arrivedAt, payments = [], eligibility }: CreditInput,
): Promise<CreditFigures> {
  const { late, rate } = await getCreditRate(app, deposit, arrivedAt)
  const credited =
    payments.length > 0
      ? computePaymentsCents(payments, deposit)
      : computeCreditCents(received, rate, deposit)

  const allowed = findAllowedCents(app, eligibility, credited)
  const investable = computeInvestedCents(allowed, plan)
  const reason = findCashReason({
    credited,
    minAmount: plan.minAmount,
    planClosed: plan.closed,
    createdAt: deposit.createdAt,
    arrivedAt,
    isEligible: investable === 0n || mayInvest(app, plan, eligibility, investable),
  })

  return {
    late,
    rate,
    credited,
    invested: reason ? 0n : investable,
    cashReason: reason ?? (allowed < credited ? 'over_limit' : null),
  }
}

/** Returns the part of a credit that doesn't pass the member's limit on deposits. */
function findAllowedCents(
  { clock }: Pick<App, 'clock'>,
  { rules, facts }: Eligibility,
  credited: Cents,
): Cents {
  const room = computeDepositRoom(rules, facts, clock.today())
  return room !== null && room < credited ? room : credited
}

const mayInvest = (app: App, { family }: CreditPlan, eligibility: Eligibility, cents: Cents) =>
  checkOperation(eligibility, app, 'invest', { amountCents: cents, planFamily: family }).allowed

/** Returns the rate of a payment first seen at an instant, and whether the quote had ended then. */
export async function getCreditRate(
  app: App,
  deposit: QuotedTimes,
  arrivedAt: Date | null,
): Promise<{ late: boolean; rate: bigint }> {
  if (!arrivedAt || !isAfterQuote(arrivedAt, deposit.endedAt))
    return { late: false, rate: deposit.rate }
  if (deposit.creditRate && deposit.arrivedAt?.getTime() === arrivedAt.getTime())
    return { late: true, rate: deposit.creditRate }

  return { late: true, rate: (await getPastPrice(app, deposit.coin, arrivedAt)).rate }
}
