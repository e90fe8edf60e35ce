import {
  assertPermitted,
  isOpenPasskey,
  MAX_APPROVAL_KEYS,
  signingErrors,
} from '#modules/approvals/model.ts'
import { listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { buildApprovalKeyOptions } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Admin } from '../model.ts'
import { bindApprovalKey, makeChallenge } from '../steps/challenge.ts'

/**
 * Returns the options for creating an approval key, valid for five minutes in this session. Throws
 * `too_many_approval_keys` (409).
 */
export async function beginApprovalKey(app: App, admin: Admin, sessionId: string) {
  assertPermitted(admin, 'approval-key.add')

  const keys = (await listOwnApprovalKeys(app.db, admin.id)).filter(isOpenPasskey)
  if (keys.length >= MAX_APPROVAL_KEYS) throw signingErrors.tooMany()

  const { legalName: operatorName } = await getSetting(app.db, app.config, 'operator')
  const challenge = await runInTransaction(app.db, (tx) =>
    makeChallenge(tx, app, bindApprovalKey(sessionId)),
  )
  return await buildApprovalKeyOptions(app.config, challenge, { ...admin, operatorName }, keys)
}
