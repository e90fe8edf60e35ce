import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import { KINDS, NOTIFICATION_KINDS, type Recipient } from '../model.ts'
import { listChoices } from '../queries.ts'
import { insertNotifications } from './write-notification.ts'

/**
 * Tells somebody something, if and when this transaction commits: by mail and, where the template
 * is one of `NOTICES` and a member is named, in the app. What a member has muted is left out;
 * security and money never are. Contents are kept as JSON, amounts as text; a one-time code goes
 * under `code` and a one-time address under `link`, which are cut out once the mail is sent and
 * never stand in the app. Answers the id of the mail, or of the notice where no mail goes.
 */
export async function notify(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  recipient: Recipient,
  template: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const { memberId } = recipient
  const kind = NOTIFICATION_KINDS[template]
  if (!memberId || !kind) return await queueMail(tx, app, template, { recipient, data })

  const choices = await listChoices(tx, memberId)
  const isChannelEnabled = (channel: 'app' | 'mail') =>
    choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.enabled)
  let id = ''

  if (isChannelEnabled('app'))
    [id = ''] = await insertNotifications(tx, app, [{ memberId, template, kind, contents: data }])
  if (isChannelEnabled('mail')) return await queueMail(tx, app, template, { recipient, data })

  await app.jobs.enqueue(tx, 'tell-member', { memberId })

  return id
}

type MailDelivery = { recipient: Recipient; data: Record<string, unknown> }

/**
 * Tells many members by the same template what `notify` tells one, in a few statements for all of
 * them. Only what nobody can mute: nobody's choices are read.
 */
export async function notifyEach(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  deliveries: readonly (MailDelivery & { recipient: { memberId: string } })[],
  template: string,
): Promise<void> {
  const kind = NOTIFICATION_KINDS[template]
  invariant(kind && KINDS[kind].locked, 'a list is told what nobody can mute')

  if (deliveries.length === 0) return

  const notifications = deliveries.map(({ recipient, data }) => ({
    memberId: recipient.memberId,
    template,
    kind,
    contents: data,
  }))

  await insertNotifications(tx, app, notifications)
  await queueMails(tx, app, template, deliveries)
}

async function queueMail(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  template: string,
  delivery: MailDelivery,
) {
  const [id = ''] = await queueMails(tx, app, template, [delivery])
  return id
}

async function queueMails(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  template: string,
  deliveries: readonly MailDelivery[],
): Promise<string[]> {
  const ids = deliveries.map(() => createId('mail'))
  // A column an array: the statement is the same short text for one mail and for thousands.
  await sql`
    insert into outbox (id, member_id, recipient, recipient_name, data, template, queued_at,
    attempts)
    select id, member_id, recipient, recipient_name, data::jsonb, ${template}::text,
    ${app.clock.now()}::timestamptz, 0
    from unnest(${ids}::text[], ${deliveries.map(({ recipient }) => recipient.memberId ?? null)}::text[],
      ${deliveries.map(({ recipient }) => recipient.to)}::text[],
      ${deliveries.map(({ recipient }) => recipient.name ?? null)}::text[],
      ${deliveries.map(({ data }) => toJsonText(data))}::text[]) with ordinality as mail (id, member_id,
      recipient, recipient_name, data, place)
    order by place`.execute(tx)

  await app.jobs.enqueueEach(
    tx,
    'send-mail',
    ids.map((id) => ({ id })),
  )

  return ids
}
