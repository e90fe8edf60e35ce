import { MINUTE_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { allocateAddress, selectSharedWatch } from '#modules/chains/steps/allocate-address.ts'
import { assertNotInReview, selectTrueMatch } from '#modules/compliance/steps/assert-not-held.ts'
import { computeRequiredCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { findWorstMonths } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit } from '#platform/http/limit.ts'
import { LIMITS } from '../model.ts'
import {
  assertMayDeposit,
  loadQuoteRules,
  loadReplacedQuote,
  type QuoteDeposit,
  validateQuoteInput,
} from '../queries/quote-rules.ts'
import { type QuotedDeposit, toDeposit } from '../queries.ts'
import { expireQuote } from '../steps/expire-quote.ts'
import { insertQuote, selectTakenAmounts } from '../steps/insert-quote.ts'
import { assertFewOpenQuotes, lockQuotes, selectOpenQuotes } from '../steps/lock-quotes.ts'
import { passDepositGate } from '../steps/pass-deposit-gate.ts'

/**
 * Locks a rate for the payment method's quote time and returns the deposit with a unique coin
 * amount and the address to pay. Throws `missing` (400), `country_refused` (403),
 * `deposits_paused`, `method_closed` and `amount_crowded` (409), `too_many_quotes` (429), and what
 * `assertAllConsented`, `takePlanOnOffer`, `parsePlanAmount`, `passGate` and `allocateAddress`
 * throw.
 */
export async function quoteDeposit(
  app: App,
  member: Actor,
  input: QuoteDeposit,
): Promise<QuotedDeposit> {
  const quoteInput = input.replaces ? await loadReplacedQuote(app, member, input.replaces) : input
  const rules = await loadQuoteRules(app, member, quoteInput.planId ?? '')
  assertMayDeposit(rules)

  const { plan, amount, method } = validateQuoteInput(rules, quoteInput)

  if (input.replaces) await limit(app, 'quote-again', member.id, LIMITS.quoteAgain)

  const price = await getPrice(app, method.coin)
  const now = app.clock.now()
  const expiresAt = new Date(now.getTime() + method.quoteMinutes * MINUTE_MS)
  const row = await runInTransaction(app.db, async (tx) => {
    if (input.replaces) await expireQuote(tx, input.replaces, member.id, now)
    await lockQuotes(tx, member.id)

    const coinAmount = computeRequiredCoin(amount, price.rate, method.coin)
    const { open, taken, matches } = await readBatch(tx, {
      matches: selectTrueMatch(tx, member.id),
      open: selectOpenQuotes(tx, member.id, now),
      taken: selectTakenAmounts(tx, {
        coin: method.coin,
        address: method.source ? null : method.address,
        coin_amount: coinAmount,
      }),
      watched: selectSharedWatch(method, { at: now, expiresAt }),
    })
    assertNotInReview(matches)
    assertFewOpenQuotes(open)

    const id = createId('dep')
    await passDepositGate(tx, app, rules.eligibility, { id, amount, planFamily: plan.family })
    const loan = { method, memberId: member.id, depositId: id, expiresAt }
    const { address, network } = await allocateAddress(tx, app, loan)

    const values = {
      id,
      member_id: member.id,
      plan_version_id: plan.id,
      plan_name: plan.name,
      amount,
      method: method.method,
      coin: method.coin,
      network,
      address,
      coin_amount: coinAmount,
      rate: price.rate,
      rate_source: price.source,
      rate_at: price.at,
      created_at: now,
      expires_at: expiresAt,
      status: 'awaiting_payment' as const,
      amount_reserved: true,
    }
    const quote = await insertQuote(tx, values, taken)

    await record(tx, now, member, 'deposit.quoted', quote.id, { amount, method: method.method })

    return quote
  })

  const worstMonth = findWorstMonths(rules.months).get(plan.planId) ?? null

  return { ...toDeposit(row, now), terms: { plan, worstMonth, method } }
}
