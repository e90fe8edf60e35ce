import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getMember } from '../queries.ts'
import { deleteFactors } from './delete-factors.ts'
import { endSessions } from './end-sessions.ts'
import { notifyFactorChange } from './notify-factor-change.ts'

/**
 * Removes a member's second factors, ends sessions, mails the member and freezes withdrawals for 24
 * hours.
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

/** Removes a member's second factors after a second admin's approval. */
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
