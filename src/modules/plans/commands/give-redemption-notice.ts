import { sql } from 'kysely'
import { addDays } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { findRedemptionRefusal, formatPlanName, type PlanFamily } from '../model.ts'
import { getRedemptionNotice, type RedemptionNoticeView } from '../queries.ts'
import { lockPosition } from '../steps/lock-position.ts'
import type { PlansTables } from '../tables.ts'

export type GiveRedemptionNoticeInput = { positionId: string; amount: Cents }

/**
 * Gives notice of a part of a member's position, in cents above zero. The part accrues until the
 * notice ends and is cash then. Throws `not_found` (404), `no_notice` (409) for a plan without a
 * notice period, and the errors of `findRedemptionRefusal`.
 */
export async function giveRedemptionNotice(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  member: Actor,
  { positionId, amount }: GiveRedemptionNoticeInput,
): Promise<RedemptionNoticeView> {
  const today = app.clock.today()
  const redemptionNotice = await runInTransaction(app.db, async (tx) => {
    const position = await lockPosition(tx, member.id, positionId)
    assertActive(await getMember(tx, member.id))

    const { noticePeriodDays } = position
    if (noticePeriodDays === 0) throw createNoNoticeError(position)

    const remaining = position.remaining - (await sumWaitingNotices(tx, positionId))
    const refusal = findRedemptionRefusal({ ...position, remaining }, amount, today)
    if (refusal) throw refusal

    const id = createId('not')
    const endsOn = addDays(today, noticePeriodDays)
    await tx
      .withTables<PlansTables>()
      .insertInto('redemption_notice')
      .values({
        id,
        position_id: positionId,
        member_id: member.id,
        amount_cents: amount,
        submitted_on: today,
        ends_on: endsOn,
        status: 'waiting',
        closed_at: null,
      })
      .execute()

    await record(tx, app.clock.now(), member, 'redemption-notice.created', id, {
      positionId,
      amount,
      endsOn,
    })

    return await getRedemptionNotice(tx, member.id, id)
  })

  app.events.publish(toMemberAudience(member.id), 'positions')

  return redemptionNotice
}

/** Sums the pending notices of a position, in cents. The caller has locked its row. */
async function sumWaitingNotices(tx: Tx, positionId: string): Promise<Cents> {
  const { waiting } = await tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('waiting'))
    .where('position_id', '=', positionId)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()

  return waiting
}

const createNoNoticeError = (plan: { name: string; family: PlanFamily }) =>
  new DomainError(
    'no_notice',
    409,
    `The plan ${formatPlanName(plan)} has no notice period. You can withdraw from it at any time.`,
  )
