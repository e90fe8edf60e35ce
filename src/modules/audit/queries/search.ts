import { type SqlBool, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { AuditTables } from '../tables.ts'
import type { ChainedAuditEvent } from './audit-event.ts'
import { toAuditEvent } from './audit-event.ts'

export type AuditEventSearch = {
  /** Terms that all have to occur in reference, actor, action, subject or details. */
  search?: string
  action?: string
  since?: Date
  until?: Date
  before?: bigint
  limit?: number
}

const MAX_SEARCH_RESULTS = 1_000

/**
 * Returns events by search terms, action and time, newest first by the time shown; at most 1,000.
 * `before` is the sequence of the last event of the previous page.
 */
export async function searchAuditEvents(
  reader: Reader,
  search: AuditEventSearch,
): Promise<ChainedAuditEvent[]> {
  const { search: searchText = '', action, since, until, before, limit = 50 } = search
  let query = reader
    .withTables<AuditTables>()
    .selectFrom('audit_event as a')
    .leftJoin('audit_link as l', 'l.audit_event_id', 'a.id')
    .selectAll('a')
    .select(['l.place', sql<string | null>`encode(l.hash, 'hex')`.as('hash')])

  for (const term of searchText.split(/\s+/).filter(Boolean).slice(0, 8)) {
    const like = `%${term.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<SqlBool>`concat_ws(' ', a.id, a.actor_label, a.actor_id, a.action, a.subject_id,
        a.details::text) ilike ${like}`,
    )
  }

  if (action)
    query = query.where((is) =>
      is.or([is('a.action', '=', action), is('a.action', 'like', `${action}.%`)]),
    )

  if (since) query = query.where('a.at', '>=', since)
  if (until) query = query.where('a.at', '<', until)
  if (before !== undefined)
    query = query.where(
      sql<SqlBool>`(a.at, a.sequence) <
        (select e.at, e.sequence from audit_event e where e.sequence = ${before})`,
    )

  const rows = await query
    .orderBy('a.at', 'desc')
    .orderBy('a.sequence', 'desc')
    .limit(Math.min(limit, MAX_SEARCH_RESULTS))
    .execute()
  return rows.map((row) => ({ ...toAuditEvent(row), place: row.place, hash: row.hash }))
}
