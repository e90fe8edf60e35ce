import type { Day } from '#lib/dates.ts'
import { memberAccount, type Transfer } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db.ts'
import type { PositionPart } from '../model.ts'
import type { PlansTables } from '../tables.ts'

type RestoreRedemption = { withdrawalId: string; on: Day; actor: string }

/**
 * Puts back what a released withdrawal had taken out of positions, as if it had never been taken: also the days in
 * between accrue. Answers the parts with the transfers (cash → principal) that the caller posts behind its release.
 * A withdrawal that took nothing, or was restored before, gives none.
 */
export async function restoreRedemption(
  tx: Tx,
  given: RestoreRedemption,
): Promise<{ parts: PositionPart[]; transfers: Transfer[] }> {
  const taken = await lockTakenParts(tx, given.withdrawalId)
  for (const part of taken) await putBack(tx, part)
  await tx
    .withTables<PlansTables>()
    .updateTable('position_redemption')
    .set({ restored_on: given.on })
    .where('withdrawal_id', '=', given.withdrawalId)
    .where('restored_on', 'is', null)
    .execute()
  return {
    parts: taken.map(({ positionId, amount }) => ({ positionId, amount })),
    transfers: taken.map((part) => restored(part, given)),
  }
}

type TakenPart = PositionPart & { memberId: string }

/** Positions first and in id order, as everywhere: two callers never wait for each other. */
const lockTakenParts = (tx: Tx, withdrawalId: string): Promise<TakenPart[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('position_redemption as r', 'r.position_id', 'o.id')
    .select(['o.id as positionId', 'o.member_id as memberId', 'r.amount_cents as amount'])
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

const restored = (part: TakenPart, given: RestoreRedemption): Transfer => ({
  event: `withdrawal/${given.withdrawalId}/restore/${part.positionId}`,
  kind: 'position_opened',
  debit: memberAccount(part.memberId, 'cash'),
  credit: memberAccount(part.memberId, 'principal'),
  amount: part.amount,
  effective: given.on,
  reference: given.withdrawalId,
  actor: given.actor,
})
