import { type Insertable, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db.ts'
import { MOST_UNITS_ADDED, uniqueAmount } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Stores a quote with the smallest coin amount from the given one up that is nobody else's at this address. Quotes to one
 * address take their turn: of many at once each finds a free amount at its first try.
 */
export async function insertQuote(tx: Tx, quote: Insertable<DepositTables['deposit']>) {
  const deposits = tx.withTables<DepositTables>()
  const turn = `amounts/${quote.address}/${quote.coin}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)
  const taken = await deposits
    .selectFrom('deposit')
    .select('coin_amount')
    .where('address', '=', quote.address)
    .where('coin', '=', quote.coin)
    .where('amount_kept', '=', true)
    .where('coin_amount', '>=', quote.coin_amount)
    .where('coin_amount', '<=', quote.coin_amount + MOST_UNITS_ADDED)
    .execute()
  const amount = uniqueAmount(quote.coin_amount, new Set(taken.map((row) => row.coin_amount)))
  if (amount === null) throw crowded()
  return await deposits
    .insertInto('deposit')
    .values({ ...quote, coin_amount: amount })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const crowded = () =>
  new DomainError(
    'amount_crowded',
    409,
    'Too many people are paying exactly this amount at the moment. Please change it by a few dollars.',
    'amount',
  )
