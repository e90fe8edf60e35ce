import { newId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { jsonText } from '#platform/json.ts'
import { NOTICES, type Recipient } from '../model.ts'
import { listChoices } from '../queries.ts'
import type { NotificationTables } from '../tables.ts'
import { writeNotice } from './write-notice.ts'

/**
 * Tells somebody something, if and when this transaction commits: by mail and, where the template is one of `NOTICES`
 * and a member is named, in the app. What a member has muted is left out; security and money never are. Contents are
 * kept as JSON, amounts as text; a one-time code goes under `code` and a one-time address under `link`, which are cut
 * out once the mail is sent and never stand in the app. Answers the id of the mail, or of the notice where no mail goes.
 */
export async function notify(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  recipient: Recipient,
  template: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const { memberId } = recipient
  const kind = NOTICES[template]
  if (!memberId || !kind) return await queueMail(tx, app, recipient, template, data)
  const choices = await listChoices(tx, memberId)
  const wants = (channel: 'app' | 'mail') =>
    choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted)
  let id = ''
  if (wants('app')) id = await writeNotice(tx, app, { memberId, template, kind, contents: data })
  if (wants('mail')) return await queueMail(tx, app, recipient, template, data)
  await app.jobs.enqueue(tx, 'tell-member', { memberId })
  return id
}

async function queueMail(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  recipient: Recipient,
  template: string,
  data: Record<string, unknown>,
): Promise<string> {
  const id = newId('mail')
  await tx
    .withTables<NotificationTables>()
    .insertInto('outbox')
    .values({
      id,
      member_id: recipient.memberId ?? null,
      recipient: recipient.to,
      recipient_name: recipient.name ?? null,
      template,
      data: jsonText(data),
      queued_at: app.clock.now(),
      attempts: 0,
    })
    .execute()
  await app.jobs.enqueue(tx, 'send-mail', { id })
  return id
}
