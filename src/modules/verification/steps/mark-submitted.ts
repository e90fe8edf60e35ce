import { createHash } from 'node:crypto'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import {
  addBusinessDays,
  type DeclaredDetails,
  type Verification,
  type VerificationDocument,
} from '../model.ts'
import { getVerification } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

export type Submission = {
  verification: Verification
  member: Member
  details: DeclaredDetails
  documents: readonly VerificationDocument[]
}

/**
 * Puts a verification in review with what the member states at this time, and promises the time of
 * the decision.
 */
export async function markSubmitted(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  actor: Actor,
  { verification: { id, level }, member, details, documents }: Submission,
): Promise<Verification> {
  const now = app.clock.now()
  const { reviewDays } = await getSetting(tx, app.config, 'verification')
  const { version, updatedAt: _at, ...stated } = details
  const name = member.label
  const files = documents.map(({ kind, side, sha256 }) => [kind, side, sha256])
  const content = toJsonText([id, member.id, level, name, stated, files])

  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({
      status: 'in_review',
      submitted_at: now,
      due_at: addBusinessDays(now, reviewDays),
      name,
      details: toJsonText(stated) as never,
      identity_version: version,
      content_hash: createHash('sha256').update(content).digest('hex'),
    })
    .where('id', '=', id)
    .execute()

  await record(tx, now, actor, 'identity.submitted', id, { memberId: member.id, level })

  return await getVerification(tx, id)
}
