import { sql } from 'kysely'
import { type Currency, formatAmount } from '#lib/money.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { OutsideBalances, OutsideFigure } from './outside-balances.ts'

/**
 * The sandbox's simulated outside balances. They are stored apart from the ledger and change when
 * the sandbox simulates a payment.
 */
export function createSimulatedOutside(db: Db, clock: Pick<Clock, 'now'>): OutsideBalances {
  return {
    balanceOf: async (place, currency) => {
      const { rows } = await sql<{ units: string | null; moves: bigint }>`
        select sum(units)::text as units, count(*) as moves from simulated_outside
        where place = ${place} and currency = ${currency}`.execute(db)
      const [row] = rows
      if (!row || row.units === null) return null
      return buildFigure(BigInt(row.units), row.moves, currency, clock.now())
    },
  }
}

/**
 * Returns a simulated balance; a negative one is zero, because no chain holds less than nothing.
 */
function buildFigure(units: bigint, moves: bigint, currency: Currency, asOf: Date): OutsideFigure {
  const sum = `Simulated: the sum of ${moves} movements`
  const paidTooMuch =
    units < 0n ? `, ${formatAmount(-units, currency)} ${currency} more out than in` : ''

  return {
    units: units < 0n ? 0n : units,
    asOf,
    source: 'Simulated external balance',
    evidence: `${sum}${paidTooMuch}`,
  }
}

export type SimulatedMovement = {
  place: string
  currency: Currency
  /** In minor units; below zero for an outgoing amount. */
  units: bigint
  /** The cause. The same reference changes a place once. */
  reference: string
  at: Date
}

/** Changes a simulated balance, in the transaction of the simulated payment. */
export async function moveSimulatedOutside(
  tx: Tx,
  { place, currency, units, reference, at }: SimulatedMovement,
): Promise<void> {
  await sql`
    insert into simulated_outside (place, currency, reference, units, moved_at)
    values (${place}, ${currency}, ${reference}, ${units}, ${at})
    on conflict do nothing`.execute(tx)
}
