import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { jsonText } from '#platform/json.ts'
import { KINDS, NOTICES, type Recipient } from '../model.ts'
import { listChoices } from '../queries.ts'
import { writeNotices } from './write-notice.ts'

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
  const kind = NOTICES[template]
  if (!memberId || !kind) return await queueMail(tx, app, template, { recipient, data })

  const choices = await listChoices(tx, memberId)
  const wants = (channel: 'app' | 'mail') =>
    choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted)
  let id = ''

  if (wants('app'))
    [id = ''] = await writeNotices(tx, app, [{ memberId, template, kind, contents: data }])
  if (wants('mail')) return await queueMail(tx, app, template, { recipient, data })

  await app.jobs.enqueue(tx, 'tell-member', { memberId })

  return id
}

type Told = { recipient: Recipient; data: Record<string, unknown> }

/**
 * Tells many members by the same template what `notify` tells one, in a few statements for all of
 * them. Only what nobody can mute: nobody's choices are read.
 */
export async function notifyEach(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  told: readonly (Told & { recipient: { memberId: string } })[],
  template: string,
): Promise<void> {
  const kind = NOTICES[template]
  invariant(kind && KINDS[kind].locked, 'a list is told what nobody can mute')

  if (told.length === 0) return

  const notices = told.map(({ recipient, data }) => ({
    memberId: recipient.memberId,
    template,
    kind,
    contents: data,
  }))

  await writeNotices(tx, app, notices)
  await queueMails(tx, app, template, told)
}

async function queueMail(tx: Tx, app: Pick<App, 'clock' | 'jobs'>, template: string, told: Told) {
  const [id = ''] = await queueMails(tx, app, template, [told])
  return id
}

async function queueMails(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  template: string,
  told: readonly Told[],
): Promise<string[]> {
  const ids = told.map(() => newId('mail'))
  // A column an array: the statement is the same short text for one mail and for thousands.
  await sql`
    insert into outbox (id, member_id, recipient, recipient_name, data, template, queued_at,
    attempts)
    select id, member_id, recipient, recipient_name, data::jsonb, ${template}::text,
    ${app.clock.now()}::timestamptz, 0
    from unnest(${ids}::text[], ${told.map(({ recipient }) => recipient.memberId ?? null)}::text[],
      ${told.map(({ recipient }) => recipient.to)}::text[],
      ${told.map(({ recipient }) => recipient.name ?? null)}::text[],
      ${told.map(({ data }) => jsonText(data))}::text[]) with ordinality as mail (id, member_id,
      recipient, recipient_name, data, place)
    order by place`.execute(tx)

  await app.jobs.enqueueEach(
    tx,
    'send-mail',
    ids.map((id) => ({ id })),
  )

  return ids
}
