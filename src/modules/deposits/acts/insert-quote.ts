import type { Insertable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Tx } from '#platform/db.ts'
import { MOST_UNITS_ADDED, uniqueAmount } from '../model.ts'
import type { DepositTables } from '../tables.ts'

const TRIES = 20

/** Stores a quote with the smallest coin amount from the given one up that is nobody else's at this address. */
export async function insertQuote(tx: Tx, quote: Insertable<DepositTables['deposit']>) {
  const deposits = tx.withTables<DepositTables>()
  for (let tried = 0; tried < TRIES; tried++) {
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
    const inserted = await deposits
      .insertInto('deposit')
      .values({ ...quote, coin_amount: amount })
      .onConflict((conflict) =>
        conflict.columns(['address', 'coin', 'coin_amount']).where('amount_kept', '=', true).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
  }
  invariant(false, 'a free coin amount is found within twenty tries')
}

const crowded = () =>
  new DomainError(
    'amount_crowded',
    409,
    'Too many people are paying exactly this amount at the moment. Please change it by a few dollars.',
    'amount',
  )
