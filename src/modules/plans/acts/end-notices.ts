import type { Day } from '#lib/dates.ts'
import { newId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import { systemActor } from '#modules/audit/model.ts'
import { memberAccount, type Transfer } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { cutToWhatIsLeft } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Ends at most `limit` notices whose day has come, in the order in which they end: each part leaves
 * its position on the day and becomes cash by the transfers (principal → cash) that the caller
 * posts. A notice gets what its position still holds; where nothing is left it is cancelled.
 * Answers how many it went through: fewer than `limit` means that none is left for the day.
 */
export async function endNotices(
  tx: Tx,
  app: Pick<App, 'clock'>,
  day: Day,
  limit: number,
): Promise<{ transfers: Transfer[]; seen: number }> {
  const candidates = await listWaiting(tx, day, limit)
  const transfers: Transfer[] = []
  if (candidates.length === 0) return { transfers, seen: 0 }

  const left = await lockPositions(tx, candidates)
  for (const notice of await lockNotices(tx, candidates)) {
    const remaining = left.get(notice.positionId) ?? 0n
    const [{ amount } = notice] = cutToWhatIsLeft([notice], remaining)

    left.set(notice.positionId, remaining - amount)
    await close(tx, app, notice, amount)

    if (amount === 0n) continue

    await takeOut(tx, { ...notice, amount }, day)
    transfers.push(ended({ ...notice, amount }, day))
  }

  return { transfers, seen: candidates.length }
}

type Candidate = { id: string; positionId: string }
type Ending = Candidate & { memberId: string; amount: Cents }

const listWaiting = (tx: Tx, day: Day, limit: number): Promise<Candidate[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position_notice')
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

/** Those that wait still: somebody may have taken one back meanwhile. */
const lockNotices = (tx: Tx, candidates: Candidate[]): Promise<Ending[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('position_notice')
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

async function close(tx: Tx, { clock }: Pick<App, 'clock'>, notice: Ending, amount: Cents) {
  const now = clock.now()
  const closed =
    amount > 0n
      ? { status: 'done' as const, amount_cents: amount }
      : { status: 'cancelled' as const }

  await tx
    .withTables<PlansTables>()
    .updateTable('position_notice')
    .set({ ...closed, closed_at: now })
    .where('id', '=', notice.id)
    .execute()

  const details = { positionId: notice.positionId, asked: notice.amount, amount }
  await record(tx, now, systemActor, 'notice.ended', notice.id, details)
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
      id: newId('red'),
      position_id: positionId,
      withdrawal_id: null,
      notice_id: id,
      amount_cents: amount,
      redeemed_on: day,
      restored_on: null,
    })
    .execute()
}

const ended = ({ id, memberId, amount }: Ending, day: Day): Transfer => ({
  event: `notice/${id}/end`,
  kind: 'principal_redeemed',
  debit: memberAccount(memberId, 'principal'),
  credit: memberAccount(memberId, 'cash'),
  amount,
  effective: day,
  reference: id,
  actor: systemActor.id,
})
