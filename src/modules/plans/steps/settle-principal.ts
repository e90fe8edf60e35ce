import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import { findReinvestmentRefusal, type PlanVersion } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { openPosition } from './open-position.ts'

export type MaturingPosition = Awaited<ReturnType<typeof lockMaturingPositions>>[number] & {
  returnDue: Cents
}

/**
 * The result for the principal: reinvested, or cash, with the reason where the member had
 * instructed a reinvestment.
 */
export type MaturityOutcome = {
  transfers: Transfer[]
  reinvestedIn: PlanVersion | null
  refusal: string | null
}

const SYSTEM = 'system'

/**
 * Locks the open positions whose term is over on a day, in a statement of its own: the next one
 * sees what was committed during the wait.
 */
export const lockMaturingPositions = (tx: Tx, day: Day, limit: number) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .select([
      'o.id',
      'o.member_id as memberId',
      'o.plan_id as planId',
      'o.at_maturity as atMaturity',
    ])
    .select([
      'o.remaining_cents as remaining',
      'o.target_bps as targetBps',
      'o.term_days as termDays',
    ])
    .select(['o.opened_on as openedOn', 'o.matures_on as maturesOn', 'p.name', 'p.family'])
    .select(({ eb }) => eb('p.closed_at', 'is not', null).$castTo<boolean>().as('closed'))
    .where('o.matured_on', 'is', null)
    .where('o.matures_on', '<=', day)
    .orderBy('o.matures_on')
    .orderBy('o.id')
    .limit(limit)
    .forUpdate('o')
    .execute()

/** Marks positions as matured. */
export const markMatured = (tx: Tx, maturing: readonly MaturingPosition[], day: Day) =>
  sql`
    update position o set matured_on = ${day}::date, return_due = m.due, remaining_cents = 0,
      status = case when o.status = 'open' then 'matured' else o.status end
    from unnest(${maturing.map(({ id }) => id)}::text[],
    ${maturing.map(({ returnDue }) => returnDue)}::bigint[]) as m (id, due)
    where o.id = m.id`.execute(tx)

/** Returns the transfers of a matured principal: to cash, and into a new position if chosen. */
export async function settlePrincipal(
  tx: Tx,
  position: MaturingPosition,
  offers: readonly PlanVersion[],
  day: Day,
): Promise<MaturityOutcome> {
  if (position.remaining === 0n) return { transfers: [], reinvestedIn: null, refusal: null }

  const toCash = buildMaturityTransfer(position, day)
  if (position.atMaturity === 'to_balance')
    return { transfers: [toCash], reinvestedIn: null, refusal: null }

  const offer = offers.find(({ planId }) => planId === position.planId)
  const refusal = position.closed
    ? 'The plan is closed.'
    : findReinvestmentRefusal(offer, position.remaining)
  if (refusal || !offer) return { transfers: [toCash], reinvestedIn: null, refusal }

  const { transfers } = await openPosition(tx, {
    memberId: position.memberId,
    planVersionId: offer.id,
    version: offer,
    principal: position.remaining,
    openedOn: day,
    reinvestedFrom: position.id,
    atMaturity: position.atMaturity,
    actor: SYSTEM,
  })

  return { transfers: [toCash, ...transfers], reinvestedIn: offer, refusal: null }
}

const buildMaturityTransfer = (
  { id, memberId, remaining }: MaturingPosition,
  day: Day,
): Transfer => ({
  idempotencyKey: `position/${id}/mature`,
  transferType: 'principal_redeemed',
  debit: toMemberAccountCode(memberId, 'principal'),
  credit: toMemberAccountCode(memberId, 'cash'),
  amount: remaining,
  effectiveDate: day,
  reference: id,
  actor: SYSTEM,
})
