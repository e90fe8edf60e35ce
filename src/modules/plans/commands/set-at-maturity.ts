import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { type AtMaturity, findEndedRefusal } from '../model.ts'
import { getPosition, type PositionView } from '../queries.ts'
import { lockPosition } from '../steps/lock-position.ts'
import type { PlansTables } from '../tables.ts'

export type SetAtMaturity = { positionId: string; atMaturity: AtMaturity }

/**
 * Sets the instruction for a member's own position at maturity. Throws `not_found` (404), and
 * `position_ended` (409) from its last day on.
 */
export async function setAtMaturity(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  member: Actor,
  { positionId, atMaturity }: SetAtMaturity,
): Promise<PositionView> {
  const today = app.clock.today()
  const position = await runInTransaction(app.db, async (tx) => {
    const locked = await lockPosition(tx, member.id, positionId)
    assertActive(await getMember(tx, member.id))

    const refusal = findEndedRefusal(locked, today)
    if (refusal) throw refusal

    await tx
      .withTables<PlansTables>()
      .updateTable('position')
      .set({ at_maturity: atMaturity })
      .where('id', '=', positionId)
      .execute()

    const details = { from: locked.atMaturity, to: atMaturity }
    await record(tx, app.clock.now(), member, 'position.at-maturity-set', positionId, details)

    return await getPosition(tx, member.id, positionId, today)
  })

  app.events.publish(toMemberAudience(member.id), 'positions')

  return position
}
