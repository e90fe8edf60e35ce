import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type OutsideBalance, toOutsideBalance } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

export type BalanceStatement = Pick<
  OutsideBalance,
  'account' | 'units' | 'asOf' | 'source' | 'statedBy' | 'evidence'
> & {
  /** The ledger's balance at that time, in minor units. */
  bookUnits: bigint
}

type ClockContext = Pick<App, 'clock'>

/** Stores an outside balance and the break it belongs to, and returns it. */
export async function insertBalance(
  tx: Tx,
  app: ClockContext,
  actor: Actor,
  {
    account,
    units,
    asOf,
    source,
    statedBy,
    evidence,
    bookUnits,
    breakId,
  }: BalanceStatement & { breakId: string | null },
): Promise<OutsideBalance> {
  const row = await tx
    .withTables<TreasuryTables>()
    .insertInto('outside_balance')
    .values({
      id: createId('osb'),
      account,
      units,
      source,
      evidence,
      as_of: asOf,
      stated_by: statedBy,
      book_units: bookUnits,
      break_id: breakId,
      recorded_by: actor.id,
      recorded_at: app.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  return toOutsideBalance(row)
}

/** Records an audit event of a balance that staff entered; a fetched balance needs none. */
export async function recordEntry(
  tx: Tx,
  app: ClockContext,
  actor: Actor,
  { id, account, units, difference }: OutsideBalance,
) {
  if (actor.kind === 'system') return

  await record(tx, app.clock.now(), actor, 'outside-balance.recorded', id, {
    account,
    units,
    difference,
  })
}
