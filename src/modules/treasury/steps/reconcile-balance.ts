import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type OutsideBalance, toOutsideBalance } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'
import { isLater, openBreak, resolveAgreedBreak } from './follow-break.ts'
import { type BalanceStatement, insertBalance, recordEntry } from './insert-balance.ts'

type ClockContext = Pick<App, 'clock'>

/**
 * Records an outside balance with the ledger's balance of an account that the caller has locked. A
 * difference opens a break or belongs to the open one; an equal balance of a later moment than all
 * differences resolves it. Repeating a statement returns the first; another statement of the same
 * moment and source throws `already_recorded` (409).
 */
export async function reconcileBalance(
  tx: Tx,
  app: ClockContext,
  actor: Actor,
  statement: BalanceStatement,
): Promise<OutsideBalance> {
  const before = await findSame(tx, statement)
  if (before) return replayStatement(before, statement)

  const open = await lockOpenBreak(tx, statement.account)
  const differs = statement.units !== statement.bookUnits
  const breakId = open?.id ?? (differs ? createId('brk') : null)
  const balance = await insertBalance(tx, app, actor, { ...statement, breakId })

  await recordEntry(tx, app, actor, balance)
  if (differs && breakId && !open) await openBreak(tx, app, actor, breakId, balance)
  if (!differs && open && (await isLater(tx, open.id, balance)))
    await resolveAgreedBreak(tx, app, actor, open, balance)

  return balance
}

async function findSame(
  tx: Tx,
  { account, asOf, source }: BalanceStatement,
): Promise<OutsideBalance | undefined> {
  const row = await tx
    .withTables<TreasuryTables>()
    .selectFrom('outside_balance')
    .selectAll()
    .where('account', '=', account)
    .where('as_of', '=', asOf)
    .where('source', '=', source)
    .executeTakeFirst()

  return row && toOutsideBalance(row)
}

function replayStatement(
  before: OutsideBalance,
  { units, evidence }: BalanceStatement,
): OutsideBalance {
  if (before.units === units && before.evidence === evidence) return before
  throw new DomainError(
    'already_recorded',
    409,
    'A balance for this account at this time is already recorded and can’t be changed. ' +
      'Please enter a later time.',
    'asOf',
  )
}

const lockOpenBreak = (tx: Tx, account: string) =>
  tx
    .withTables<TreasuryTables>()
    .selectFrom('reconciliation_break')
    .selectAll()
    .where('account', '=', account)
    .where('resolved_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
