import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { AuditEvent } from './model.ts'
import type { AuditTables } from './tables.ts'

export type AuditEventFilter = {
  subjectId?: string
  actorId?: string
  /** An action or its first part: `deposit` finds `deposit.confirmed`. */
  action?: string
  /** Only events before this position in the log. */
  before?: bigint
  limit?: number
}

const toAuditEvent = (row: Selectable<AuditTables['audit_event']>): AuditEvent => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  action: row.action,
  subjectId: row.subject_id,
  details: row.details,
  sequence: row.sequence,
})

/** Returns audit events, newest first; at most 200. */
export async function listAuditEvents(
  reader: Reader,
  filter: AuditEventFilter = {},
): Promise<AuditEvent[]> {
  let query = reader.withTables<AuditTables>().selectFrom('audit_event').selectAll()
  if (filter.subjectId) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.actorId) query = query.where('actor_id', '=', filter.actorId)
  if (filter.before) query = query.where('sequence', '<', filter.before)

  const { action } = filter
  if (action)
    query = query.where((is) =>
      is.or([is('action', '=', action), is('action', 'like', `${action}.%`)]),
    )

  const limit = Math.min(filter.limit ?? 50, 200)
  const rows = await query.orderBy('sequence', 'desc').limit(limit).execute()

  return rows.map(toAuditEvent)
}

type RelatedEventsQuery = {
  subjects: readonly string[]
  actorId: string
  /** Actions to leave out. */
  without: readonly string[]
  before: Date
  limit: number
}

/** Returns the events of any of these subjects, or by one actor, newest first by time. */
export async function listRelatedEvents(
  reader: Reader,
  { subjects, actorId, without, before, limit }: RelatedEventsQuery,
): Promise<AuditEvent[]> {
  const rows = await reader
    .withTables<AuditTables>()
    .selectFrom('audit_event')
    .selectAll()
    .where((is) =>
      is.or([
        sql<boolean>`subject_id = any(${[...subjects]}::text[])`,
        is('actor_id', '=', actorId),
      ]),
    )
    .where('at', '<', before)
    .where(sql<boolean>`action <> all(${[...without]}::text[])`)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

  return rows.map(toAuditEvent)
}

/** An event with its place and hash in the chain; both are null until it is chained. */
export type ChainedAuditEvent = AuditEvent & { place: bigint | null; hash: string | null }

export type AuditEventSearch = {
  /** Terms that all have to occur in actor, action, subject or details. */
  search?: string
  action?: string
  since?: Date
  until?: Date
  before?: bigint
  limit?: number
}

const MAX_SEARCH_RESULTS = 1_000

/** Returns events by search terms, action and time, newest first; at most 1,000. */
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
      sql<SqlBool>`concat_ws(' ', a.actor_label, a.actor_id, a.action, a.subject_id,
        a.details::text) ilike ${like}`,
    )
  }

  if (action)
    query = query.where((is) =>
      is.or([is('a.action', '=', action), is('a.action', 'like', `${action}.%`)]),
    )

  if (since) query = query.where('a.at', '>=', since)
  if (until) query = query.where('a.at', '<', until)
  if (before !== undefined) query = query.where('a.sequence', '<', before)

  const rows = await query
    .orderBy('a.sequence', 'desc')
    .limit(Math.min(limit, MAX_SEARCH_RESULTS))
    .execute()
  return rows.map((row) => ({ ...toAuditEvent(row), place: row.place, hash: row.hash }))
}

export type ChainHead = { place: bigint; hash: string | null; waiting: number }

/** Returns the end of the chain, and the number of events that are not chained yet. */
export async function findChainHead(reader: Reader): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select coalesce(max(place), 0) as place, (select count(*) from audit_pending)::int as waiting,
      (select encode(hash, 'hex') from audit_link order by place desc limit 1) as hash from
      audit_link`.execute(reader)
  return rows[0] ?? { place: 0n, hash: null, waiting: 0 }
}

/** Returns the hash at a place of the chain, or null. */
export async function findLinkHash(reader: Reader, place: bigint): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_link where place = ${place}`.execute(reader)
  return rows[0]?.hash ?? null
}

const LINKS_PER_CHECK = 5_000

export type ChainCheckResult = { reached: bigint; wrong: { place: bigint; problem: string } | null }

/**
 * Recomputes up to 5,000 hashes of the chain after a place. At the end of the chain it also finds
 * events that were inserted past it.
 */
export async function checkLinks(reader: Reader, after: bigint): Promise<ChainCheckResult> {
  const { rows } = await sql<{ reached: bigint; wrong_place: bigint | null; wrong: string | null }>`
    select * from check_links(${after}, ${LINKS_PER_CHECK})`.execute(reader)
  const found = rows[0]
  const reached = found?.reached ?? after
  if (found?.wrong)
    return { reached, wrong: { place: found.wrong_place ?? reached, problem: found.wrong } }
  if (reached - after === BigInt(LINKS_PER_CHECK)) return { reached, wrong: null }

  const past = await sql<{
    audit_event_id: string
  }>`select audit_event_id from unlinked_audit_events()`.execute(reader)
  const [first] = past.rows
  const problem = first && `the event ${first.audit_event_id} is in no place`

  return { reached, wrong: problem ? { place: reached, problem } : null }
}
