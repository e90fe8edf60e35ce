import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { listApprovalKeys } from '#modules/approvals/queries.ts'
import { storeApprovalKeyEnd } from '#modules/approvals/steps/store-approval-key.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Admin } from '../model.ts'
import { getAdmin } from '../queries.ts'
import { assertKeysRemain } from '../steps/assert-keys-remain.ts'
import { notifyApprovalKey } from '../steps/notify-approval-key.ts'

const REASON_MAX = 200

export type EndApprovalKey = { id: string; reason: string }

/**
 * Ends an approval key for good: the admin's own, or as an owner another admin's. Mails all staff.
 * Throws `not_found` (404), `role_missing` (403), `reason_needed` (400), `approval_key_ended` and
 * `last_approval_keys` (409).
 */
export async function endApprovalKey(
  app: App,
  admin: Admin,
  { id, reason: entered }: EndApprovalKey,
): Promise<void> {
  assertPermitted(admin, 'approval-key.add')

  const reason = entered.trim()
  if (!isReason(reason, REASON_MAX))
    throw new DomainError('reason_needed', 400, 'Give a reason in a few words.', 'reason')

  await runInTransaction(app.db, async (tx) => {
    const key = (await listApprovalKeys(tx)).find((one) => one.id === id)
    if (!key || key.kind === 'software') throw createNotFoundError('This approval key')
    if (key.adminId !== admin.id) assertPermitted(admin, 'staff.manage')
    if (key.ended)
      throw new DomainError('approval_key_ended', 409, 'This approval key has already ended.')

    if (key.adminId !== admin.id) await assertKeysRemain(tx, app, id)
    await storeApprovalKeyEnd(tx, app, { id, by: admin.id, reason })
    await record(tx, app.clock.now(), admin, 'approval-key.ended', id, { reason })
    const owner = await getAdmin(tx, key.adminId)
    await notifyApprovalKey(tx, app, admin, { what: 'ended', id, owner, reason })
  })
}
