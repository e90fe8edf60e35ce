import type { Selectable } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import { parseTypedJson } from '#lib/typed-json.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Choice, type MemberNotification, type QueuedMail, resolveChoices } from './model.ts'
import { formatNotification } from './queries/notification-text.ts'
import type { NotificationTables } from './tables.ts'

/** Returns mails queued or sent, newest first; at most 200. */
export async function listMail(
  reader: Reader,
  filter: {
    to?: string
    memberId?: string
    template?: string
    unsent?: boolean
    limit?: number
  } = {},
): Promise<QueuedMail[]> {
  let query = reader.withTables<NotificationTables>().selectFrom('outbox').selectAll()
  if (filter.to) query = query.where('recipient', '=', filter.to)
  if (filter.memberId) query = query.where('member_id', '=', filter.memberId)
  if (filter.template) query = query.where('template', '=', filter.template)
  if (filter.unsent) query = query.where('sent_at', 'is', null)

  const limit = Math.min(filter.limit ?? 50, 200)
  const rows = await query.orderBy('sequence', 'desc').limit(limit).execute()

  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    to: row.recipient,
    name: row.recipient_name,
    template: row.template,
    data: parseTypedJson(row.data),
    queuedAt: row.queued_at,
    attempts: row.attempts,
    lastError: row.last_error,
    sentAt: row.sent_at,
    messageId: row.message_id,
  }))
}

/** Returns the newest mail of a template to an address, or null. */
export async function findMail(
  reader: Reader,
  to: string,
  template: string,
): Promise<QueuedMail | null> {
  const [mail] = await listMail(reader, { to, template, limit: 1 })
  return mail ?? null
}

const getTables = (reader: Reader) => reader.withTables<NotificationTables>()

const toNotification = (
  row: Selectable<NotificationTables['notification']>,
): MemberNotification => ({
  id: row.id,
  sequence: row.sequence,
  kind: row.kind,
  ...formatNotification(row.template, parseTypedJson(row.data)),
  createdAt: row.created_at,
  readAt: row.read_at,
})

/** Returns the member's notification. Throws `not_found` (404), also for another member's. */
export async function getNotification(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<MemberNotification> {
  const row = await getTables(reader)
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The notification')

  return toNotification(row)
}

export type NotificationFilter = { before?: bigint; unread?: boolean; limit?: number }

/** Returns a member's notifications, newest first. */
export async function listNotifications(
  reader: Reader,
  memberId: string,
  { before, unread = false, limit = 50 }: NotificationFilter = {},
): Promise<MemberNotification[]> {
  let query = getTables(reader)
    .selectFrom('notification')
    .selectAll()
    .where('member_id', '=', memberId)
  if (before !== undefined) query = query.where('sequence', '<', before)
  if (unread) query = query.where('read_at', 'is', null)

  return (await query.orderBy('sequence', 'desc').limit(limit).execute()).map(toNotification)
}

/** Returns the number of unread notifications of a member. */
export async function countUnread(reader: Reader, memberId: string): Promise<number> {
  const row = await getTables(reader)
    .selectFrom('notification')
    .select((each) => each.fn.countAll<bigint>().as('many'))
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .executeTakeFirst()

  return Number(row?.many ?? 0n)
}

/** Returns every kind by every channel with the member's choices. */
export async function listChoices(reader: Reader, memberId: string): Promise<Choice[]> {
  const rows = await getTables(reader)
    .selectFrom('notification_choice')
    .select(['kind', 'channel', 'enabled'])
    .where('member_id', '=', memberId)
    .execute()

  return resolveChoices(rows)
}

/**
 * Returns the number of unsent mails, of one template or of all, and when the oldest was queued.
 */
export async function getMailBacklog(
  reader: Reader,
  template?: string,
): Promise<{ count: number; since: Date | null }> {
  const unsent = getTables(reader)
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('queued_at').as('since')])
    .where('sent_at', 'is', null)

  const row = await (template
    ? unsent.where('template', '=', template)
    : unsent
  ).executeTakeFirstOrThrow()
  return { count: Number(row.count), since: row.since }
}
