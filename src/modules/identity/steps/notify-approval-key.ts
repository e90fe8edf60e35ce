import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Admin, type Staff, toRecipient } from '../model.ts'
import { listStaffAtWork } from '../queries.ts'

type KeyChange = {
  what: 'added' | 'confirmed' | 'ended'
  /** The id of the key. */
  id: string
  owner: Pick<Admin, 'label' | 'email'>
  reason?: string
}

/** Mails all staff a change of the approval keys, so that none appears unnoticed. */
export async function notifyApprovalKey(
  tx: Tx,
  app: App,
  by: Pick<Staff, 'label'>,
  { owner, ...change }: KeyChange,
): Promise<void> {
  const facts = { ...change, about: owner.label, email: owner.email, by: by.label }
  for (const one of await listStaffAtWork(tx))
    await notify(tx, app, toRecipient(one), 'approval-key-changed', facts)
}
