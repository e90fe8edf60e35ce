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
  const candidates = await listWaiting(tx, day, limit)
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

type Candidate = { id: string; positionId: string }
type Ending = Candidate & { memberId: string; amount: Cents }

const listWaiting = (tx: Tx, day: Day, limit: number): Promise<Candidate[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['id', 'position_id as positionId'])
    .where('status', '=', 'waiting')
    .where('ends_on', '<=', day)
    .orderBy('ends_on')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Positions first and in id order, as everywhere: two callers never wait for each other. Answers
 * what each holds.
 */
async function lockPositions(tx: Tx, candidates: Candidate[]): Promise<Map<string, Cents>> {
  const ids = candidates.map(({ positionId }) => positionId)
  const rows = await tx
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id', 'remaining_cents as remaining'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

  return new Map(rows.map(({ id, remaining }) => [id, remaining]))
}

/** Locks the notices that are still pending; a member may have cancelled one meanwhile. */
const lockRedemptionNotices = (tx: Tx, candidates: Candidate[]): Promise<Ending[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['id', 'position_id as positionId', 'member_id as memberId', 'amount_cents as amount'])
    .where(
      'id',
      'in',
      candidates.map(({ id }) => id),
    )
    .where('status', '=', 'waiting')
    .orderBy('ends_on')
    .orderBy('id')
    .forUpdate()
    .execute()

async function close(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  redemptionNotice: Ending,
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

async function takeOut(tx: Tx, { id, positionId, amount }: Ending, day: Day) {
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

const buildRedemptionTransfer = ({ id, memberId, amount }: Ending, day: Day): Transfer => ({
  idempotencyKey: `notice/${id}/end`,
  transferType: 'principal_redeemed',
  debit: toMemberAccountCode(memberId, 'principal'),
  credit: toMemberAccountCode(memberId, 'cash'),
  amount,
  effectiveDate: day,
  reference: id,
  actor: systemActor.id,
})
