import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import { formatTypedJson } from '#lib/typed-json.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailName, MailTemplates } from '#ui/mail/template.ts'
import {
  isNotifiedMail,
  KINDS,
  type LockedMail,
  NOTIFICATION_KINDS,
  type Recipient,
} from '../model.ts'
import { listChoices } from '../queries.ts'
import { insertNotifications } from './write-notification.ts'

/**
 * Queues a mail, and writes its notification in the app where `NOTIFICATION_KINDS` names one and
 * the recipient is a member; both exist only if this transaction commits. Channels that the member
 * has muted are left out; security and money cannot be muted. The data are stored as typed JSON. A
 * one-time code goes under `code` and a one-time address under `link`: both are deleted once the
 * mail is sent, and are never shown in the app. Returns the id of the mail, or of the notification
 * where no mail is queued.
 */
export async function notify<Name extends MailName>(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  recipient: Recipient,
  template: Name,
  data: MailTemplates[Name],
): Promise<string> {
  const { memberId } = recipient
  if (!memberId || !isNotifiedMail(template))
    return await queueMail(tx, app, template, { recipient, data })

  const kind = NOTIFICATION_KINDS[template]
  const choices = await listChoices(tx, memberId)
  const isChannelEnabled = (channel: 'app' | 'mail') =>
    choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.enabled)
  let id = ''

  if (isChannelEnabled('app'))
    [id = ''] = await insertNotifications(tx, app, [{ memberId, template, kind, data }])
  if (isChannelEnabled('mail')) return await queueMail(tx, app, template, { recipient, data })

  await app.jobs.enqueue(tx, 'notify-member', { memberId })

  return id
}

type MailDelivery = { recipient: Recipient; data: object }

export type MemberDelivery<Name extends MailName> = {
  recipient: Recipient & { memberId: string }
  data: MailTemplates[Name]
}

/**
 * Notifies many members with one template as `notify` notifies one, in a constant number of
 * statements. Accepts only mails that cannot be muted, since no member's choices are read.
 */
export async function notifyEach<Name extends LockedMail>(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  deliveries: readonly MemberDelivery<Name>[],
  template: Name,
): Promise<void> {
  const kind = NOTIFICATION_KINDS[template]
  invariant(KINDS[kind].locked, 'a list is notified only of what cannot be muted')

  if (deliveries.length === 0) return

  const notifications = deliveries.map(({ recipient, data }) => ({
    memberId: recipient.memberId,
    template,
    kind,
    data,
  }))

  await insertNotifications(tx, app, notifications)
  await queueMails(tx, app, template, deliveries)
}

async function queueMail(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  template: MailName,
  delivery: MailDelivery,
) {
  const [id = ''] = await queueMails(tx, app, template, [delivery])
  return id
}

async function queueMails(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  template: MailName,
  deliveries: readonly MailDelivery[],
): Promise<string[]> {
  const ids = deliveries.map(() => createId('mail'))
  const memberIds = deliveries.map(({ recipient }) => recipient.memberId ?? null)
  const addresses = deliveries.map(({ recipient }) => recipient.to)
  const names = deliveries.map(({ recipient }) => recipient.name ?? null)
  const data = deliveries.map((delivery) => formatTypedJson(delivery.data))

  // One array per column: the statement has the same short text for one mail and for thousands.
  await sql`
    insert into outbox (id, member_id, recipient, recipient_name, data, template, queued_at,
      attempts)
    select id, member_id, recipient, recipient_name, data::jsonb, ${template}::text,
      ${app.clock.now()}::timestamptz, 0
    from unnest(${ids}::text[], ${memberIds}::text[], ${addresses}::text[], ${names}::text[],
      ${data}::text[])
      with ordinality as mail (id, member_id, recipient, recipient_name, data, place)
    order by place`.execute(tx)

  await app.jobs.enqueueEach(
    tx,
    'send-mail',
    ids.map((id) => ({ id })),
  )

  return ids
}
