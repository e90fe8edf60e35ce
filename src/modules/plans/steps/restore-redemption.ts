import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeAccrued, type Position, type PositionPart } from '../model.ts'
import { listRedeemedParts } from '../queries.ts'
import type { PlansTables } from '../tables.ts'

type RestoreRedemption = { withdrawalId: string; on: Day; actor: string }

/**
 * Puts back what a released withdrawal had taken out of positions, as if it had never been taken:
 * also the days in between accrue. Answers the parts with the transfers (cash → principal) that the
 * caller posts behind its release. A withdrawal that took nothing, or was restored before, gives
 * none. Where the term has ended meanwhile the part stays cash, as at maturity, and what it would
 * have accrued falls due. Throws `distribution_running` (409) while a plan's income is being shared
 * out among what was due before.
 */
export async function restoreRedemption(
  tx: Tx,
  input: RestoreRedemption,
): Promise<{ parts: PositionPart[]; transfers: Transfer[] }> {
  const taken = await lockTakenParts(tx, input.withdrawalId)
  const ended = taken.filter((part) => part.maturedOn !== null)
  const open = taken.filter((part) => part.maturedOn === null)

  await assertNoneRuns(tx, [...new Set(ended.map(({ planId }) => planId))].sort())
  for (const part of open) await putBack(tx, part)

  await tx
    .withTables<PlansTables>()
    .updateTable('position_redemption')
    .set({ restored_on: input.on })
    .where('withdrawal_id', '=', input.withdrawalId)
    .where('restored_on', 'is', null)
    .execute()

  await raiseDue(tx, ended)

  return {
    parts: open.map(({ positionId, amount }) => ({ positionId, amount })),
    transfers: open.map((part) => buildRestoreTransfer(part, input)),
  }
}

type TakenPart = PositionPart &
  Pick<
    Position,
    'memberId' | 'principal' | 'targetBps' | 'termDays' | 'openedOn' | 'maturesOn' | 'maturedOn'
  > & {
    planId: string
  }

/**
 * Throws while a distribution of one of the plans runs. What is due must not change meanwhile; a
 * distribution begins under the same lock.
 */
async function assertNoneRuns(tx: Tx, planIds: readonly string[]) {
  if (planIds.length === 0) return

  const tables = tx.withTables<PlansTables>()
  await tables
    .selectFrom('plan')
    .select('id')
    .where('id', 'in', planIds)
    .orderBy('id')
    .forShare()
    .execute()

  const running = await tables
    .selectFrom('distribution')
    .select('id')
    .where('plan_id', 'in', planIds)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

  if (running)
    throw new DomainError(
      'distribution_running',
      409,
      'Returns of this plan are being paid at this moment. Nothing was changed: please try ' +
        'again in a minute.',
    )
}

/**
 * Recomputes the return due of matured positions: their principal at maturity is the original less
 * the parts taken before.
 */
async function raiseDue(tx: Tx, ended: readonly TakenPart[]) {
  const parts = await listRedeemedParts(
    tx,
    ended.map(({ positionId }) => positionId),
  )

  for (const position of ended) {
    const taken = parts.get(position.positionId) ?? []
    const remaining = taken.reduce((left, { amount }) => left - amount, position.principal)
    await tx
      .withTables<PlansTables>()
      .updateTable('position')
      .set({ return_due: computeAccrued({ ...position, remaining }, taken, position.maturesOn) })
      .where('id', '=', position.positionId)
      .execute()
  }
}

/** Positions first and in id order, as everywhere: two callers never wait for each other. */
const lockTakenParts = (tx: Tx, withdrawalId: string): Promise<TakenPart[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('position_redemption as r', 'r.position_id', 'o.id')
    .select(['o.id as positionId', 'o.member_id as memberId', 'r.amount_cents as amount'])
    .select(['o.plan_id as planId', 'o.principal_cents as principal', 'o.target_bps as targetBps'])
    .select(['o.term_days as termDays', 'o.opened_on as openedOn', 'o.matures_on as maturesOn'])
    .select('o.matured_on as maturedOn')
    .where('r.withdrawal_id', '=', withdrawalId)
    .where('r.restored_on', 'is', null)
    .orderBy('o.id')
    .forUpdate(['o', 'r'])
    .execute()

const putBack = (tx: Tx, part: PositionPart) =>
  tx
    .withTables<PlansTables>()
    .updateTable('position')
    .set((row) => ({ remaining_cents: row('remaining_cents', '+', part.amount), status: 'open' }))
    .where('id', '=', part.positionId)
    .execute()

const buildRestoreTransfer = (part: TakenPart, input: RestoreRedemption): Transfer => ({
  idempotencyKey: `withdrawal/${input.withdrawalId}/restore/${part.positionId}`,
  transferType: 'position_opened',
  debit: toMemberAccountCode(part.memberId, 'cash'),
  credit: toMemberAccountCode(part.memberId, 'principal'),
  amount: part.amount,
  effectiveDate: input.on,
  reference: input.withdrawalId,
  actor: input.actor,
})
