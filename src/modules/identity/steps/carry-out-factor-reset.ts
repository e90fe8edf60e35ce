import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getMember } from '../queries.ts'
import { deleteFactors } from './delete-factors.ts'
import { endSessions } from './end-sessions.ts'
import { notifyFactorChange } from './notify-factor-change.ts'

/**
 * Takes a member's second factors away, since they lost them: sessions end, they are mailed,
 * withdrawals rest for a day.
 */
export async function resetFactors(
  tx: Tx,
  app: App,
  by: Actor,
  { memberId, reason }: { memberId: string; reason: string },
): Promise<void> {
  const member = await getMember(tx, memberId)
  await deleteFactors(tx, memberId)
  await endSessions(tx, memberId, 'factor-reset', app.clock.now())
  await notifyFactorChange(tx, app, member, { what: 'reset', by, reason })
}

/** The same, as a second admin has agreed to it. */
export async function carryOutFactorReset(
  app: App,
  tx: Tx,
  by: Actor,
  { content }: Proposal,
): Promise<void> {
  await resetFactors(tx, app, by, {
    memberId: String(content.memberId),
    reason: String(content.reason),
  })
}
