import { parseTypedJson } from '#lib/typed-json.ts'
import type { Reader } from '#platform/db/db.ts'
import type { QueuedMail } from '../model.ts'
import type { NotificationTables } from '../tables.ts'
import { getTables } from './tables-reader.ts'

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
