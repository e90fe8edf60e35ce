import type { Selectable } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import { parseTypedJson } from '#lib/typed-json.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type Choice,
  type MemberNotification,
  type NotificationKind,
  resolveChoices,
} from './model.ts'
import { formatNotification } from './queries/notification-text.ts'
import { getTables } from './queries/tables-reader.ts'
import type { NotificationTables } from './tables.ts'

export { findMail, getMailBacklog, listMail } from './queries/mail.ts'

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

export type NotificationFilter = {
  before?: bigint
  unread?: boolean
  kind?: NotificationKind
  limit?: number
}

/** Returns a member's notifications, newest first. */
export async function listNotifications(
  reader: Reader,
  memberId: string,
  { before, unread = false, kind, limit = 50 }: NotificationFilter = {},
): Promise<MemberNotification[]> {
  let query = getTables(reader)
    .selectFrom('notification')
    .selectAll()
    .where('member_id', '=', memberId)
  if (before !== undefined) query = query.where('sequence', '<', before)
  if (unread) query = query.where('read_at', 'is', null)
  if (kind) query = query.where('kind', '=', kind)

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
