import type { Selectable } from 'kysely'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { AGREES_AGAIN, BREAK_LIMIT_MS } from '../model.ts'
import type { OutsideBalance } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

type ClockContext = Pick<App, 'clock'>

type OpenBreak = Selectable<TreasuryTables['reconciliation_break']>

/** Opens a break for a balance that differs from the ledger, and records it. */
export async function openBreak(
  tx: Tx,
  app: ClockContext,
  actor: Actor,
  id: string,
  balance: OutsideBalance,
) {
  const { account, difference } = balance
  const now = app.clock.now()
  const due = new Date(now.getTime() + BREAK_LIMIT_MS)

  await tx
    .withTables<TreasuryTables>()
    .insertInto('reconciliation_break')
    .values({ id, account, difference, opened_by_balance: balance.id, opened_at: now, due_at: due })
    .execute()

  await record(tx, now, actor, 'break.opened', id, { account, difference, balance: balance.id })
}

/** Returns whether a balance is later than every difference of the open break. */
export async function isLater(tx: Tx, breakId: string, { asOf }: OutsideBalance): Promise<boolean> {
  const differed = await tx
    .withTables<TreasuryTables>()
    .selectFrom('outside_balance')
    .select('id')
    .where('break_id', '=', breakId)
    .where('difference', '!=', 0n)
    .where('as_of', '>=', asOf)
    .limit(1)
    .executeTakeFirst()

  return !differed
}

/** Resolves a break by a balance that equals the ledger, and records it. */
export async function resolveAgreedBreak(
  tx: Tx,
  app: ClockContext,
  actor: Actor,
  { id, account }: OpenBreak,
  balance: OutsideBalance,
) {
  const now = app.clock.now()
  await tx
    .withTables<TreasuryTables>()
    .updateTable('reconciliation_break')
    .set({
      resolved_at: now,
      resolved_by: actor.id,
      resolved_as: 'agreed',
      resolution: AGREES_AGAIN,
      resolved_by_balance: balance.id,
    })
    .where('id', '=', id)
    .execute()

  await record(tx, now, actor, 'break.resolved', id, { account, as: 'agreed', balance: balance.id })
}
