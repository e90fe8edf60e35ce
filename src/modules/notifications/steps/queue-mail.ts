import { type RawBuilder, sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import { formatTypedJson } from '#lib/typed-json.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailName, MailTemplates } from '#ui/mail/template.ts'
import {
  CHANNELS,
  type Channel,
  isNotifiedMail,
  KINDS,
  type LockedMail,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type Recipient,
} from '../model.ts'
import { listChoices } from '../queries.ts'
import { buildNotificationInsert } from './write-notification.ts'

/** Further writes that a command makes in the same statement. */
type Writes = readonly RawBuilder<unknown>[]

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
  const mail = { template, recipient, data }
  if (!memberId || !isNotifiedMail(template)) return await queueMail(tx, app, mail, [])

  const kind = NOTIFICATION_KINDS[template]
  const channels = await listEnabledChannels(tx, memberId, kind)
  const { ids, insert } = buildNotificationInsert(app, [{ memberId, template, kind, data }])
  const notification = channels.includes('app') ? [insert] : []

  if (channels.includes('mail')) return await queueMail(tx, app, mail, notification)

  await app.jobs.enqueueEach(tx, 'notify-member', [{ memberId }], notification)

  return channels.includes('app') ? (ids[0] ?? '') : ''
}

/** Returns the channels on which a member is notified of a kind: all of a kind that is locked. */
async function listEnabledChannels(
  tx: Tx,
  memberId: string,
  kind: NotificationKind,
): Promise<readonly Channel[]> {
  if (KINDS[kind].locked) return CHANNELS

  return (await listChoices(tx, memberId))
    .filter((choice) => choice.kind === kind && choice.enabled)
    .map(({ channel }) => channel)
}

type MailDelivery = { template: MailName; recipient: Recipient; data: object }

export type MemberDelivery<Name extends MailName> = {
  recipient: Recipient & { memberId: string }
  data: MailTemplates[Name]
}

/**
 * Notifies many members with one template as `notify` notifies one, in one statement. Accepts only
 * mails that cannot be muted, since no member's choices are read.
 */
export async function notifyEach<Name extends LockedMail>(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  deliveries: readonly MemberDelivery<Name>[],
  template: Name,
): Promise<void> {
  if (deliveries.length === 0) return

  const mails = deliveries.map((delivery) => ({ ...delivery, template }))
  await queueLocked(tx, app, mails, [])
}

/** A mail that cannot be muted, to a member. */
export type LockedDelivery = {
  [Name in LockedMail]: MemberDelivery<Name> & { template: Name }
}[LockedMail]

/**
 * Notifies members with mails that cannot be muted and makes `writes`, all in one statement. At
 * least one delivery is needed.
 */
export async function notifyLocked(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  deliveries: readonly LockedDelivery[],
  writes: Writes,
): Promise<void> {
  invariant(deliveries.length > 0, 'writes are made with a mail')
  await queueLocked(tx, app, deliveries, writes)
}

async function queueLocked(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  mails: readonly (MailDelivery & { template: LockedMail; recipient: { memberId: string } })[],
  writes: Writes,
): Promise<void> {
  const notifications = mails.map(({ recipient, template, data }) => {
    const kind = NOTIFICATION_KINDS[template]
    invariant(KINDS[kind].locked, 'a list is notified only of what cannot be muted')
    return { memberId: recipient.memberId, template, kind, data }
  })
  const { insert } = buildNotificationInsert(app, notifications)

  await queueMails(tx, app, mails, [insert, ...writes])
}

async function queueMail(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  mail: MailDelivery,
  writes: Writes,
) {
  const [id = ''] = await queueMails(tx, app, [mail], writes)
  return id
}

async function queueMails(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  mails: readonly MailDelivery[],
  writes: Writes,
): Promise<string[]> {
  const ids = mails.map(() => createId('mail'))
  const memberIds = mails.map(({ recipient }) => recipient.memberId ?? null)
  const addresses = mails.map(({ recipient }) => recipient.to)
  const names = mails.map(({ recipient }) => recipient.name ?? null)
  const data = mails.map((mail) => formatTypedJson(mail.data))
  const templates = mails.map(({ template }) => template)

  // One array per column: the statement has the same short text for one mail and for thousands.
  const insert = sql`
    insert into outbox (id, member_id, recipient, recipient_name, data, template, queued_at,
      attempts)
    select id, member_id, recipient, recipient_name, data::jsonb, template,
      ${app.clock.now()}::timestamptz, 0
    from unnest(${ids}::text[], ${memberIds}::text[], ${addresses}::text[], ${names}::text[],
      ${data}::text[], ${templates}::text[])
      with ordinality as mail (id, member_id, recipient, recipient_name, data, template, place)
    order by place`

  const jobs = ids.map((id) => ({ id }))
  await app.jobs.enqueueEach(tx, 'send-mail', jobs, [insert, ...writes])

  return ids
}
