import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { allocateAddress, selectSharedWatch } from '#modules/chains/steps/allocate-address.ts'
import { assertNotInReview, selectTrueMatch } from '#modules/compliance/steps/assert-not-held.ts'
import {
  type Eligibility,
  loadEligibility,
  selectEligibility,
  toEligibility,
} from '#modules/eligibility/queries.ts'
import { passGate } from '#modules/eligibility/steps/pass-gate.ts'
import { assertActive } from '#modules/identity/model.ts'
import {
  assertAllConsented,
  selectConsents,
  selectMember,
  takeMember,
} from '#modules/identity/queries.ts'
import { lockMemberMoney } from '#modules/ledger/steps/lock-member-money.ts'
import { selectMemberAccountOpening } from '#modules/ledger/steps/open-member-accounts.ts'
import { computeRequiredCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { parsePlanAmount } from '#modules/plans/model.ts'
import {
  findWorstMonths,
  selectPlanMonths,
  selectPlansOnOffer,
  takePlanOnOffer,
} from '#modules/plans/queries.ts'
import { type PaymentMethod, parsePaymentMethod } from '#modules/settings/model.ts'
import {
  selectPaymentTerms,
  selectSettings,
  toPaymentMethods,
  toSetting,
} from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit } from '#platform/http/limit.ts'
import { LIMITS, OPEN_QUOTES_LIMIT, TEXTS } from '../model.ts'
import { getDeposit, type QuotedDeposit, toDeposit } from '../queries.ts'
import { expireQuote } from '../steps/expire-quote.ts'
import { insertQuote, selectTakenAmounts } from '../steps/insert-quote.ts'
import type { DepositTables } from '../tables.ts'

export type QuoteDeposit = {
  planId?: string
  amount?: string
  method?: string
  /** An unpaid deposit to quote again with its plan, amount and method; its own quote ends. */
  replaces?: string
}

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

/** Reads in one statement what decides on a quote. */
async function loadQuoteRules({ db, config, clock }: App, { id }: Actor, planId: string) {
  const { settings, member, ...rows } = await readBatch(db, {
    ...selectPaymentTerms(db),
    settings: selectSettings(db, ['legal', 'countries', 'pauses']),
    member: selectMember(db, id),
    consents: selectConsents(db, id),
    offers: selectPlansOnOffer(db, clock.today()),
    months: selectPlanMonths(planId),
    ...selectEligibility(id, { clock }),
  })

  return {
    member: takeMember(member),
    legal: toSetting(config, 'legal', settings),
    countries: toSetting(config, 'countries', settings),
    pauses: toSetting(config, 'pauses', settings),
    methods: toPaymentMethods(config, clock.now(), rows),
    consents: rows.consents,
    offers: rows.offers,
    months: rows.months,
    eligibility: toEligibility(id, rows),
  }
}

/**
 * Passes the gate of a quote under the lock of the member's money: of quotes at once, each counts
 * the others toward the limits. Rules without requirements need no lock.
 */
async function passDepositGate(
  tx: Tx,
  app: App,
  eligibility: Eligibility,
  { id, amount, planFamily }: { id: string; amount: Cents; planFamily: string },
): Promise<void> {
  const { isFree, memberId } = eligibility
  if (!isFree) await lockMemberMoney(tx, memberId)

  await passGate(tx, app, isFree ? eligibility : await loadEligibility(tx, app, memberId), {
    operation: 'deposit',
    subjectId: id,
    amountCents: amount,
    planFamily,
  })
}

type QuoteRules = Awaited<ReturnType<typeof loadQuoteRules>>

/**
 * Throws unless the member is active, has accepted the current terms, and lives where deposits are
 * open.
 */
function assertMayDeposit({ member, legal, consents, countries }: QuoteRules) {
  assertActive(member)
  assertAllConsented(legal, consents)

  if (countries.blocked.includes(member.country))
    throw new DomainError(
      'country_refused',
      403,
      'We don’t accept new deposits from your country. You can still withdraw what you have.',
    )
}

async function loadReplacedQuote(
  app: App,
  member: Actor,
  depositId: string,
): Promise<QuoteDeposit> {
  const replaced = await getDeposit(app.db, member.id, depositId, app.clock.now())
  return {
    planId: replaced.planVersionId,
    amount: formatAmount(replaced.amount, 'USD'),
    method: replaced.method,
  }
}

function validateQuoteInput({ pauses, offers, methods }: QuoteRules, input: QuoteDeposit) {
  const code = parsePaymentMethod(input.method?.trim() ?? '')
  const field = !input.planId
    ? 'selected_plan'
    : !code
      ? 'payment_method'
      : !input.amount
        ? 'amount'
        : null

  if (field || !code)
    throw new DomainError('missing', 400, TEXTS.missing, field ?? 'payment_method')

  const { deposits: pause } = pauses
  if (pause) throw new DomainError('deposits_paused', 409, `Deposits are paused: ${pause.reason}`)

  const plan = takePlanOnOffer(input.planId ?? '', offers, 'selected_plan')
  const amount = parsePlanAmount(plan, input.amount ?? '')
  const method = methods.find((one) => one.method === code) as PaymentMethod

  if (!method.open)
    throw new DomainError(
      'method_closed',
      409,
      `${method.label} isn’t available at the moment.`,
      'payment_method',
    )

  return { plan, amount, method }
}

/**
 * Opens the member's accounts, and locks the member's quotes until the transaction ends: concurrent
 * requests count the open quotes one after the other.
 */
async function lockQuotes(tx: Tx, memberId: string): Promise<void> {
  const lock: RawBuilder<{ locked: string }> = sql`
    select pg_advisory_xact_lock(hashtextextended(${`quotes/${memberId}`}, 0))::text as locked`
  await readBatch(tx, {
    accounts: selectMemberAccountOpening(memberId),
    lock: toBatchQuery(lock, {}),
  })
}

const selectOpenQuotes = (tx: Tx, memberId: string, now: Date) =>
  toBatchQuery(
    tx
      .withTables<DepositTables>()
      .selectFrom('deposit')
      .select('id')
      .where('member_id', '=', memberId)
      .where('status', '=', 'awaiting_payment')
      .where('expires_at', '>', now),
    {},
  )

/** Bounds how many amounts a member reserves, also in concurrent requests. */
function assertFewOpenQuotes(open: readonly unknown[]) {
  if (open.length >= OPEN_QUOTES_LIMIT)
    throw new DomainError(
      'too_many_quotes',
      429,
      `You have ${open.length} open quotes. Please pay one or wait until one expires.`,
    )
}
