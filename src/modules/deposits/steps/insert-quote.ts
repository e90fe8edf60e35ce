import { type Insertable, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { findUniqueAmount, MAX_UNITS_ADDED } from '../model.ts'
import type { DepositTables } from '../tables.ts'

type Quote = Insertable<DepositTables['deposit']> & { coin_amount: bigint }
/** `address` is null while the quote has none yet; then no amount is taken. */
type QuotedAmount = Pick<Quote, 'coin' | 'coin_amount'> & { address: string | null }

/** An amount that another deposit has reserved. */
type TakenAmount = { coin_amount: bigint }

const selectTaken = (tx: Tx, { address, coin, coin_amount: from }: QuotedAmount) =>
  tx
    .withTables<DepositTables>()
    .selectFrom('deposit')
    .select('coin_amount')
    .where('address', '=', address)
    .where('coin', '=', coin)
    .where(sql<boolean>`amount_reserved`)
    .where('coin_amount', '>=', from)
    .where('coin_amount', '<=', from + MAX_UNITS_ADDED)

/** Returns the query of the reserved amounts near a quote, for `readBatch`. */
export const selectTakenAmounts = (tx: Tx, quote: QuotedAmount) =>
  toBatchQuery<TakenAmount>(selectTaken(tx, quote), { coin_amount: 'bigint' })

/**
 * Stores a quote with the smallest unique coin amount at its address, from the given one up, and
 * returns the row; `taken` are the rows of `selectTakenAmounts`. Throws `amount_crowded` (409) if
 * all amounts near it are taken.
 *
 * The first attempt takes no lock, so quotes at one address do not wait for each other's commits.
 * Only after a conflict with a concurrent quote are further attempts serialised.
 */
export async function insertQuote(tx: Tx, quote: Quote, taken: readonly TakenAmount[]) {
  const first = await tryInsertQuote(tx, quote, taken)
  if (first) return first

  const turn = `amounts/${quote.address}/${quote.coin}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)

  for (;;) {
    const row = await tryInsertQuote(tx, quote, await selectTaken(tx, quote).execute())
    if (row) return row
  }
}

/**
 * Inserts the row with the smallest free amount. Returns null if a concurrent quote took that
 * amount; the next attempt sees it, so the attempted amounts only grow.
 */
async function tryInsertQuote(tx: Tx, quote: Quote, taken: readonly TakenAmount[]) {
  const amount = findUniqueAmount(quote.coin_amount, new Set(taken.map((row) => row.coin_amount)))
  if (amount === null) throw createAmountCrowdedError()

  const row = await tx
    .withTables<DepositTables>()
    .insertInto('deposit')
    .values({ ...quote, coin_amount: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'coin', 'coin_amount'])
        .where(sql<boolean>`amount_reserved`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

  return row ?? null
}

const createAmountCrowdedError = () =>
  new DomainError(
    'amount_crowded',
    409,
    'Too many open deposits have this exact amount. Please change it by a few dollars.',
    'amount',
  )
