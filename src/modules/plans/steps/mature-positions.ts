import type { Day } from '#lib/dates.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeAccrued, formatPlanName } from '../model.ts'
import { listPublishedPlans, listRedeemedParts } from '../queries.ts'
import type { PlansTables } from '../tables.ts'
import {
  lockMaturingPositions,
  type MaturingPosition,
  type MaturityOutcome,
  markMatured,
  settlePrincipal,
} from './settle-principal.ts'

/**
 * Matures at most `limit` positions whose term is over on a day, and returns the count. The accrued
 * return falls due, the principal becomes cash or is reinvested as instructed, and the member is
 * notified. A position of which nothing is left matures too: what its parts accrued falls due.
 */
export async function maturePositions(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  day: Day,
  limit: number,
): Promise<number> {
  const locked = await lockMaturingPositions(tx, day, limit)
  if (locked.length === 0) return 0

  const parts = await listRedeemedParts(
    tx,
    locked.map(({ id }) => id),
  )

  const maturing = locked.map((position) => ({
    ...position,
    returnDue: computeAccrued(position, parts.get(position.id) ?? [], position.maturesOn),
  }))
  await markMatured(tx, maturing, day)
  await cancelRedemptionNotices(tx, maturing, app.clock.now())

  const offers = await listPublishedPlans(tx, day)
  const outcomes: MaturityOutcome[] = []

  for (const position of maturing) outcomes.push(await settlePrincipal(tx, position, offers, day))

  const transfers = outcomes.flatMap((outcome) => outcome.transfers)
  if (transfers.length > 0) await post(tx, transfers)
  await notifyMembers(tx, app, maturing, outcomes)

  return maturing.length
}

/** Cancels the notices of matured positions, whose principal is already cash or reinvested. */
const cancelRedemptionNotices = (tx: Tx, maturing: readonly MaturingPosition[], now: Date) =>
  tx
    .withTables<PlansTables>()
    .updateTable('redemption_notice')
    .set({ status: 'cancelled', closed_at: now })
    .where('status', '=', 'waiting')
    .where(
      'position_id',
      'in',
      maturing.map(({ id }) => id),
    )
    .execute()

async function notifyMembers(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  maturing: readonly MaturingPosition[],
  outcomes: readonly MaturityOutcome[],
) {
  const members = await listMembersById(
    tx,
    maturing.map(({ memberId }) => memberId),
  )

  const notifications = maturing.flatMap((position, index) => {
    const member = members.get(position.memberId)
    if (!member) return []

    const { reinvestedIn, refusal } = outcomes[index] as MaturityOutcome
    const data = {
      positionId: position.id,
      plan: formatPlanName(position),
      principal: position.remaining,
      due: position.returnDue,
      atMaturity: position.atMaturity,
      reinvested: reinvestedIn && {
        termDays: reinvestedIn.termDays,
        targetBps: reinvestedIn.targetBps,
      },
      refusal,
    }

    return [{ recipient: { memberId: member.id, to: member.email, name: member.firstName }, data }]
  })

  await notifyEach(tx, app, notifications, 'position-matured')
}
