import type { Reader } from '#platform/db/db.ts'
import type { AuditEvent } from './model.ts'
import { toAuditEvent } from './queries/audit-event.ts'
import type { AuditTables } from './tables.ts'

export type { ChainedAuditEvent } from './queries/audit-event.ts'
export {
  type ChainCheckResult,
  type ChainHead,
  checkLinks,
  findChainHead,
  findLinkHash,
} from './queries/chain.ts'
export { listRelatedEvents } from './queries/related-events.ts'
export { type AuditEventSearch, searchAuditEvents } from './queries/search.ts'

export type AuditEventFilter = {
  subjectId?: string
  actorId?: string
  /** An action or its first part: `deposit` finds `deposit.confirmed`. */
  action?: string
  /** Only events before this position in the log. */
  before?: bigint
  limit?: number
}

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
