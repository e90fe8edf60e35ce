import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { cutToWhatIsLeft } from '../model.ts'
import type { PlansTables } from '../tables.ts'
import {
  type EndingNotice,
  listEndingNotices,
  lockPositions,
  lockRedemptionNotices,
} from './lock-ending-notices.ts'

/**
 * Ends at most `limit` notices whose day has come, in the order in which they end. Each part leaves
 * its position and becomes cash by the transfers (principal → cash) that the caller posts. A notice
 * gets what its position still holds; without anything left it is cancelled. Returns the number
 * processed: fewer than `limit` means that none is left for the day.
 */
export async function endRedemptionNotices(
  tx: Tx,
  app: Pick<App, 'clock'>,
  day: Day,
  limit: number,
): Promise<{ transfers: Transfer[]; processedCount: number }> {
  const candidates = await listEndingNotices(tx, day, limit)
  const transfers: Transfer[] = []
  if (candidates.length === 0) return { transfers, processedCount: 0 }

  const left = await lockPositions(tx, candidates)
  for (const redemptionNotice of await lockRedemptionNotices(tx, candidates)) {
    const remaining = left.get(redemptionNotice.positionId) ?? 0n
    const [{ amount } = redemptionNotice] = cutToWhatIsLeft([redemptionNotice], remaining)

    left.set(redemptionNotice.positionId, remaining - amount)
    await close(tx, app, redemptionNotice, amount)

    if (amount === 0n) continue

    await takeOut(tx, { ...redemptionNotice, amount }, day)
    transfers.push(buildRedemptionTransfer({ ...redemptionNotice, amount }, day))
  }

  return { transfers, processedCount: candidates.length }
}

async function close(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  redemptionNotice: EndingNotice,
  amount: Cents,
) {
  const now = clock.now()
  const closed =
    amount > 0n
      ? { status: 'done' as const, amount_cents: amount }
      : { status: 'cancelled' as const }

  await tx
    .withTables<PlansTables>()
    .updateTable('redemption_notice')
    .set({ ...closed, closed_at: now })
    .where('id', '=', redemptionNotice.id)
    .execute()

  const details = {
    positionId: redemptionNotice.positionId,
    requested: redemptionNotice.amount,
    amount,
  }
  await record(tx, now, systemActor, 'redemption-notice.ended', redemptionNotice.id, details)
}

async function takeOut(tx: Tx, { id, positionId, amount }: EndingNotice, day: Day) {
  const tables = tx.withTables<PlansTables>()
  await tables
    .updateTable('position')
    .set((row) => ({
      remaining_cents: row('remaining_cents', '-', amount),
      status: row
        .case()
        .when('remaining_cents', '=', amount)
        .then('redeemed' as const)
        .else('open' as const)
        .end(),
    }))
    .where('id', '=', positionId)
    .execute()

  await tables
    .insertInto('position_redemption')
    .values({
      id: createId('red'),
      position_id: positionId,
      withdrawal_id: null,
      notice_id: id,
      amount_cents: amount,
      redeemed_on: day,
      restored_on: null,
    })
    .execute()
}

const buildRedemptionTransfer = ({ id, memberId, amount }: EndingNotice, day: Day): Transfer => ({
  idempotencyKey: `notice/${id}/end`,
  transferType: 'principal_redeemed',
  debit: toMemberAccountCode(memberId, 'principal'),
  credit: toMemberAccountCode(memberId, 'cash'),
  amount,
  effectiveDate: day,
  reference: id,
  actor: systemActor.id,
})
