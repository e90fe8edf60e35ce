import { sql } from 'kysely'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { type Staff, toRecipient } from '#modules/identity/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notifyEach } from '#modules/notifications/steps/queue-mail.ts'
import { simulateMovement } from '#modules/treasury/steps/simulate-movement.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  buildLossTransfers,
  type Loss,
  type LossShare,
  parseLoss,
  sumSharesByMember,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'
import { assertLossCovered } from './assert-loss-covered.ts'
import { reducePositions, reduceRedemptionNotices, shareLoss } from './share-loss.ts'

/**
 * Records an approved loss: today's positions bear it pro rata, and their members are notified.
 * Throws `terms_not_settled` (409), and `loss_exceeds_principal`, `more_than_placed` or
 * `insufficient_funds` (422) when less is left by now.
 */
export async function carryOutLoss(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const loss = parseLoss(proposal.content)
  // One list for all members, since an approval posts once: of tens of thousands it takes longer
  // than other statements may.
  await sql`set local statement_timeout = '10min'`.execute(tx)

  const [now, on] = [app.clock.now(), app.clock.today()]
  const shares = await shareLoss(tx, loss, on)
  const transfers = buildLossTransfers(loss, shares, { on, actor: admin.id })

  await assertLossCovered(tx, loss, transfers)
  await insertLoss(app, tx, loss, proposal.id)
  await reducePositions(tx, loss.id, shares, on)
  await reduceRedemptionNotices(tx, loss.id, now)
  await post(
    tx,
    transfers.map((leg) => ({ ...leg, approval: proposal.id })),
  )
  await moveOutside(app, tx, loss)
  await notifyMembers(app, tx, loss, shares)

  const details = { ...proposal.content, approval: proposal.id, positions: shares.length }
  await record(tx, now, admin, 'loss.recorded', loss.id, details)
  app.events.publish(STAFF, 'plans')
}

const insertLoss = (app: App, tx: Tx, loss: Loss, approval: string) =>
  tx
    .withTables<PlansTables>()
    .insertInto('plan_loss')
    .values({
      id: loss.id,
      plan_id: loss.planId,
      cents: loss.cents,
      period_from: loss.periodFrom,
      period_to: loss.periodTo,
      cause: loss.cause,
      evidence_key: loss.evidenceKey,
      evidence_type: loss.evidenceType,
      evidence_sha256: loss.evidenceSha256,
      approval_id: approval,
      recorded_on: app.clock.today(),
      recorded_at: app.clock.now(),
    })
    .execute()

/** The sandbox's outside has lost what custody has. */
async function moveOutside(app: App, tx: Tx, { id, from, currency, units, place }: Loss) {
  if (from !== 'custody') return
  const account = toCustodyAccountCode(currency, place ?? undefined)
  await simulateMovement(tx, app, { account, units: -units, reference: id })
}

const NOTIFICATION_BATCH_SIZE = 1_000

/** As plainly as of a gain: what the plan lost and why, and what of it is theirs. */
async function notifyMembers(app: App, tx: Tx, loss: Loss, shares: readonly LossShare[]) {
  const { id: lossId, plan, cents: total, cause, periodFrom, periodTo } = loss
  const borne = [...sumSharesByMember(shares)]

  for (let from = 0; from < borne.length; from += NOTIFICATION_BATCH_SIZE) {
    const some = borne.slice(from, from + NOTIFICATION_BATCH_SIZE)
    const ids = some.map(([memberId]) => memberId)
    const members = await listMembersById(tx, ids)
    const notifications = some.flatMap(([memberId, cents]) => {
      const member = members.get(memberId)
      const data = { lossId, plan, total, cents, cause, periodFrom, periodTo }
      return member ? [{ recipient: { ...toRecipient(member), memberId }, data }] : []
    })

    await notifyEach(tx, app, notifications, 'plan-loss')
    for (const memberId of ids) app.events.publish(toMemberAudience(memberId), 'plans')
  }
}
