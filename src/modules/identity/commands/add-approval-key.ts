import { createHash } from 'node:crypto'
import { assertPermitted } from '#modules/approvals/model.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { storeApprovalKey } from '#modules/approvals/steps/store-approval-key.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import {
  type NewPasskey,
  type PasskeyAnswer,
  parseChallenge,
  verifyRegistration,
} from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Admin } from '../model.ts'
import { bindApprovalKey, takeChallenge } from '../steps/challenge.ts'
import { notifyApprovalKey } from '../steps/notify-approval-key.ts'

export type AddApprovalKey = { passkey: PasskeyAnswer; sessionId: string }

/**
 * Adds an approval key that was created for a challenge of this session, and mails all staff. The
 * first keys of an installation wait as long as a new decider; any other is proposed, and signs
 * once another admin has confirmed it by a signed approval. Throws `factor_wrong` (422),
 * `approval_key_known`, `too_many_approval_keys` and `too_many_approval_keys_added` (409).
 */
export async function addApprovalKey(
  app: App,
  admin: Admin,
  { passkey, sessionId }: AddApprovalKey,
): Promise<{ id: string; first: boolean }> {
  assertPermitted(admin, 'approval-key.add')

  const challenge = parseChallenge(passkey)
  const made = challenge && (await verifyRegistration(app.config, challenge, passkey, true))
  const added = await runInTransaction(app.db, async (tx) => {
    if (!challenge || !(await takeChallenge(tx, app, challenge, bindApprovalKey(sessionId))))
      return null

    return made ? await addKey(tx, app, admin, made) : null
  })
  if (!added) throw refusals.wrongFactor('passkey')

  if (!added.first) app.events.publish(STAFF, 'approvals')

  return added
}

async function addKey(tx: Tx, app: App, admin: Admin, made: NewPasskey) {
  const { id, first } = await storeApprovalKey(tx, app, admin.id, made)
  await record(tx, app.clock.now(), admin, 'approval-key.added', id, { first })
  await notifyApprovalKey(tx, app, admin, { what: 'added', id, owner: admin })
  if (!first)
    await propose(tx, app, admin, {
      permission: 'approval-key.add',
      subjectId: id,
      content: {
        adminId: admin.id,
        credentialId: made.credentialId,
        keySha256: createHash('sha256').update(made.publicKey).digest('hex'),
      },
    })

  return { id, first }
}
