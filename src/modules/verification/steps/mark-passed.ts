import type { Day } from '#lib/dates.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import { type Checklist, LEVEL_NAMES, type Verification } from '../model.ts'
import { getVerification } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

export type Pass = {
  verification: Verification
  /** Null where an outside provider checked. */
  checklist: Checklist | null
  expiresOn: Day
}

/** Passes a verification in review and notifies the member. */
export async function markPassed(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  actor: Actor,
  { verification: { id, memberId, level }, checklist, expiresOn }: Pass,
): Promise<Verification> {
  const now = app.clock.now()
  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({
      status: 'passed',
      decided_at: now,
      decided_by: actor.id,
      checklist: checklist && (toJsonText(checklist) as never),
      expires_on: expiresOn,
    })
    .where('id', '=', id)
    .execute()

  await notifyMember(tx, app, memberId, 'verification-passed', {
    level: LEVEL_NAMES[level],
    expiresOn,
  })
  await record(tx, now, actor, 'identity.passed', id, { memberId, level, expiresOn, checklist })

  return await getVerification(tx, id)
}
