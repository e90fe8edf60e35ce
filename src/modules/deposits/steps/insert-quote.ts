import { type Insertable, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { findUniqueAmount, MOST_UNITS_ADDED } from '../model.ts'
import type { DepositTables } from '../tables.ts'

type Quote = Insertable<DepositTables['deposit']> & { coin_amount: bigint }

/**
 * Stores a quote with the smallest coin amount from the given one up that is nobody else's at this
 * address. Who finds the amount taken by somebody who asked in the same moment waits for them and
 * takes turns from then on; all others wait for nobody, or every quote at an address would stand
 * behind the disk writes of those before.
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
 * The row with the smallest free amount; null when somebody took just that meanwhile. What they
 * take is seen the next time, so the amounts tried only grow.
 */
async function tryInsertQuote(tx: Tx, quote: Quote) {
  const deposits = tx.withTables<DepositTables>()
  const taken = await deposits
    .selectFrom('deposit')
    .select('coin_amount')
    .where('address', '=', quote.address)
    .where('coin', '=', quote.coin)
    .where(sql<boolean>`amount_kept`)
    .where('coin_amount', '>=', quote.coin_amount)
    .where('coin_amount', '<=', quote.coin_amount + MOST_UNITS_ADDED)
    .execute()

  const amount = findUniqueAmount(quote.coin_amount, new Set(taken.map((row) => row.coin_amount)))
  if (amount === null) throw createAmountCrowdedError()

  const row = await deposits
    .insertInto('deposit')
    .values({ ...quote, coin_amount: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'coin', 'coin_amount'])
        .where(sql<boolean>`amount_kept`)
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
