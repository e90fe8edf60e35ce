import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listApprovalKeys } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Staff } from '../model.ts'
import { getAdmin } from '../queries.ts'
import { notifyApprovalKey } from './notify-approval-key.ts'

/**
 * Mails all staff that another admin has confirmed an approval key. The signed approval itself
 * makes the key usable. Throws `approval_key_ended` (409) for one that ended meanwhile.
 */
export async function carryOutApprovalKey(
  app: App,
  tx: Tx,
  decider: Staff,
  { subjectId }: Proposal,
): Promise<void> {
  const key = (await listApprovalKeys(tx)).find(({ id }) => id === subjectId)
  if (!key || key.ended)
    throw new DomainError('approval_key_ended', 409, 'This approval key has already ended.')

  const owner = await getAdmin(tx, key.adminId)
  await notifyApprovalKey(tx, app, decider, { what: 'confirmed', id: key.id, owner })
}
