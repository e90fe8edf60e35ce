import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db/db.ts'
import { type CashReason, formatPlanName, type PlanFamily, type PositionPart } from '../model.ts'
import type { PlansTables } from '../tables.ts'

type RestoreRedemption = { withdrawalId: string; on: Day; actor: string }

/** A part that stays cash, with its plan for a sentence and the reason. */
export type CashPart = PositionPart & { plan: string; because: CashReason }

/**
 * Restores what a released withdrawal had taken out of positions, as if it had never been taken:
 * also the days in between accrue. Where the term ended, or the plan recorded a loss or closed
 * meanwhile, the part stays cash with what it had accrued until it left (`cash`). Returns the
 * restored parts with the transfers (cash → principal) that the caller posts behind its release. A
 * withdrawal that took nothing, or was restored before, gives none.
 */
export async function restoreRedemption(
  tx: Tx,
  input: RestoreRedemption,
): Promise<{ parts: PositionPart[]; cash: CashPart[]; transfers: Transfer[] }> {
  await lockPlans(tx, input.withdrawalId)

  const taken = await lockTakenParts(tx, input)
  const returning = taken.filter((part) => part.because === null)
  for (const part of returning) await putBack(tx, part, input)

  return {
    parts: returning.map(({ positionId, amount }) => ({ positionId, amount })),
    cash: taken.flatMap(({ positionId, amount, because, ...plan }) =>
      because === null ? [] : [{ positionId, amount, plan: formatPlanName(plan), because }],
    ),
    transfers: returning.map((part) => buildRestoreTransfer(part, input)),
  }
}

type TakenPart = PositionPart & {
  id: string
  memberId: string
  name: string
  family: PlanFamily
  because: CashReason | null
}

/** Makes a loss or a closing at the same moment wait, or be visible to the reads that follow. */
const lockPlans = (tx: Tx, withdrawalId: string) =>
  tx
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select('id')
    .where('id', 'in', (query) =>
      query
        .selectFrom('position as o')
        .innerJoin('position_redemption as r', 'r.position_id', 'o.id')
        .select('o.plan_id')
        .where('r.withdrawal_id', '=', withdrawalId),
    )
    .orderBy('id')
    .forShare()
    .execute()

/** Positions first and in id order, as everywhere: two callers never wait for each other. */
const lockTakenParts = (tx: Tx, { withdrawalId, on }: RestoreRedemption): Promise<TakenPart[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('position_redemption as r', 'r.position_id', 'o.id')
    .innerJoin('plan as p', 'p.id', 'o.plan_id')
    .select(['r.id', 'o.id as positionId', 'o.member_id as memberId', 'r.amount_cents as amount'])
    .select(['p.name', 'p.family'])
    .select(
      sql<CashReason | null>`stays_cash_because(o.id, r.withdrawal_id, r.redeemed_on,
        ${on}::date)`.as('because'),
    )
    .where('r.withdrawal_id', '=', withdrawalId)
    .where('r.restored_on', 'is', null)
    .orderBy('o.id')
    .forUpdate(['o', 'r'])
    .execute()

async function putBack(tx: Tx, part: TakenPart, { on }: RestoreRedemption) {
  const tables = tx.withTables<PlansTables>()
  await tables
    .updateTable('position_redemption')
    .set({ restored_on: on })
    .where('id', '=', part.id)
    .execute()

  await tables
    .updateTable('position')
    .set((row) => ({ remaining_cents: row('remaining_cents', '+', part.amount), status: 'open' }))
    .where('id', '=', part.positionId)
    .execute()
}

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
