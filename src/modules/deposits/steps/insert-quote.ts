import { type Insertable, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { findUniqueAmount, MAX_UNITS_ADDED } from '../model.ts'
import type { DepositTables } from '../tables.ts'

type Quote = Insertable<DepositTables['deposit']> & { coin_amount: bigint }

/**
 * Stores a quote with the smallest unique coin amount at its address, from the given one up, and
 * returns the row. Throws `amount_crowded` (409) if all amounts near it are taken.
 *
 * The first attempt takes no lock, so quotes at one address do not wait for each other's commits.
 * Only after a conflict with a concurrent quote are further attempts serialised.
 */
export async function insertQuote(tx: Tx, quote: Quote) {
  const first = await tryInsertQuote(tx, quote)
  if (first) return first

  const turn = `amounts/${quote.address}/${quote.coin}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)

  for (;;) {
    const row = await tryInsertQuote(tx, quote)
    if (row) return row
  }
}

/**
 * Inserts the row with the smallest free amount. Returns null if a concurrent quote took that
 * amount; the next attempt sees it, so the attempted amounts only grow.
 */
async function tryInsertQuote(tx: Tx, quote: Quote) {
  const deposits = tx.withTables<DepositTables>()
  const taken = await deposits
    .selectFrom('deposit')
    .select('coin_amount')
    .where('address', '=', quote.address)
    .where('coin', '=', quote.coin)
    .where(sql<boolean>`amount_reserved`)
    .where('coin_amount', '>=', quote.coin_amount)
    .where('coin_amount', '<=', quote.coin_amount + MAX_UNITS_ADDED)
    .execute()

  const amount = findUniqueAmount(quote.coin_amount, new Set(taken.map((row) => row.coin_amount)))
  if (amount === null) throw createAmountCrowdedError()

  const row = await deposits
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
    'Too many people are paying exactly this amount at the moment. Please change it by a ' +
      'few dollars.',
    'amount',
  )
