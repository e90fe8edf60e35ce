import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { AuditEvent } from '../model.ts'
import type { AuditTables } from '../tables.ts'
import { toAuditEvent } from './audit-event.ts'

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
