import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { AGREES_AGAIN, BREAK_LIMIT_MS } from '../model.ts'
import { type OutsideBalance, toOutsideBalance } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

export type Statement = Pick<
  OutsideBalance,
  'account' | 'units' | 'asOf' | 'source' | 'statedBy' | 'evidence'
> & {
  /** The ledger's balance at that time, in minor units. */
  bookUnits: bigint
}

type ClockContext = Pick<App, 'clock'>
type OpenBreak = Selectable<TreasuryTables['reconciliation_break']>

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
  statement: Statement,
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
  { account, asOf, source }: Statement,
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

function replayStatement(before: OutsideBalance, { units, evidence }: Statement): OutsideBalance {
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

async function insertBalance(
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
  }: Statement & { breakId: string | null },
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
async function recordEntry(
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

async function openBreak(
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
async function isLater(tx: Tx, breakId: string, { asOf }: OutsideBalance): Promise<boolean> {
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

async function resolveAgreedBreak(
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
