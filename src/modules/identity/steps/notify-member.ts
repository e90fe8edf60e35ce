import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailName, MailTemplates } from '#ui/mail/template.ts'
import { toRecipient } from '../model.ts'
import { getMember } from '../queries.ts'

/** Queues a mail, and its notification, to a member under their current name and address. */
export async function notifyMember<Name extends MailName>(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  memberId: string,
  template: Name,
  data: MailTemplates[Name],
): Promise<void> {
  await notify(tx, app, toRecipient(await getMember(tx, memberId)), template, data)
}
