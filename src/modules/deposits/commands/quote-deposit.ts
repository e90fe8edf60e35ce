import { sql } from 'kysely'
import { MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { formatAmount } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { assertConsented, getMember } from '#modules/identity/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { computeRequiredCoin } from '#modules/market/model.ts'
import { getPrice } from '#modules/market/queries.ts'
import { parsePlanAmount } from '#modules/plans/model.ts'
import { getPlanOnOffer } from '#modules/plans/queries.ts'
import { parsePaymentMethod } from '#modules/settings/model.ts'
import { getPaymentMethod, getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit } from '#platform/http/limit.ts'
import { LIMITS, OPEN_QUOTES_LIMIT, TEXTS } from '../model.ts'
import { type Deposit, getDeposit, toDeposit } from '../queries.ts'
import { expireQuote } from '../steps/expire-quote.ts'
import { insertQuote } from '../steps/insert-quote.ts'
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
 * `assertConsented`, `getPlanOnOffer` and `parsePlanAmount` throw.
 */
export async function quoteDeposit(app: App, member: Actor, input: QuoteDeposit): Promise<Deposit> {
  await assertMayDeposit(app, member)

  const quoteInput = input.replaces ? await loadReplacedQuote(app, member, input.replaces) : input
  const { plan, amount, terms } = await validateQuoteInput(app, quoteInput)

  if (input.replaces) await limit(app, 'quote-again', member.id, LIMITS.quoteAgain)

  const price = await getPrice(app, terms.coin)
  const now = app.clock.now()
  const row = await runInTransaction(app.db, async (tx) => {
    if (input.replaces) await expireQuote(tx, input.replaces, member.id, now)
    await openMemberAccounts(tx, member.id)
    await assertFewOpenQuotes(tx, member.id, now)

    const quote = await insertQuote(tx, {
      id: createId('dep'),
      member_id: member.id,
      plan_version_id: plan.id,
      plan_name: plan.name,
      amount,
      method: terms.method,
      coin: terms.coin,
      network: terms.network,
      address: terms.address,
      coin_amount: computeRequiredCoin(amount, price.rate, terms.coin),
      rate: price.rate,
      rate_source: price.source,
      rate_at: price.at,
      created_at: now,
      expires_at: new Date(now.getTime() + terms.quoteMinutes * MINUTE_MS),
      status: 'awaiting_payment',
      amount_reserved: true,
    })

    await record(tx, now, member, 'deposit.quoted', quote.id, { amount, method: terms.method })

    return quote
  })

  return toDeposit(row, now)
}

/**
 * Throws unless the member is active, has accepted the current terms, and lives where deposits are
 * open.
 */
async function assertMayDeposit(app: App, { id }: Actor) {
  const member = await getMember(app.db, id)
  assertActive(member)
  await assertConsented(app.db, app.config, id)

  const { blocked } = await getSetting(app.db, app.config, 'countries')
  if (blocked.includes(member.country))
    throw new DomainError(
      'country_refused',
      403,
      'We take no new deposits from the country you live in. What you have stays yours, and ' +
        'you can withdraw it.',
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

async function validateQuoteInput(app: App, input: QuoteDeposit) {
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

  const { deposits: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause) throw new DomainError('deposits_paused', 409, `Deposits are paused: ${pause.reason}`)

  const plan = await getPlanOnOffer(app.db, input.planId ?? '', app.clock.today())
  const amount = parsePlanAmount(plan, input.amount ?? '')
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), code)
  const { address } = terms

  if (!address)
    throw new DomainError(
      'method_closed',
      409,
      `${terms.label} can't be used at the moment.`,
      'payment_method',
    )

  return { plan, amount, terms: { ...terms, address } }
}

/** Bounds how many amounts a member reserves, also in concurrent requests. */
async function assertFewOpenQuotes(tx: Tx, memberId: string, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quotes/${memberId}`}, 0))`.execute(tx)

  const open = await tx
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '>', now)
    .execute()

  if (open.length >= OPEN_QUOTES_LIMIT)
    throw new DomainError(
      'too_many_quotes',
      429,
      `You have ${open.length} open quotes. Please pay one of them or wait until one has expired.`,
    )
}
