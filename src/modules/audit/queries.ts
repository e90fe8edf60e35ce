import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db.ts'
import type { Act } from './model.ts'
import type { AuditTables } from './tables.ts'

export type ActFilter = {
  subjectId?: string
  actorId?: string
  /** An action or its first part: `deposit` finds `deposit.confirmed`. */
  action?: string
  /** Only what stands before this place in the record. */
  before?: bigint
  limit?: number
}

const toAct = (row: Selectable<AuditTables['audit_act']>): Act => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  action: row.action,
  subjectId: row.subject_id,
  details: row.details,
  sequence: row.sequence,
})

/** What was done, newest first; at most 200 at a time. */
export async function listActs(reader: Reader, filter: ActFilter = {}): Promise<Act[]> {
  let query = reader.withTables<AuditTables>().selectFrom('audit_act').selectAll()
  if (filter.subjectId) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.actorId) query = query.where('actor_id', '=', filter.actorId)
  if (filter.before) query = query.where('sequence', '<', filter.before)
  const { action } = filter
  if (action)
    query = query.where((is) => is.or([is('action', '=', action), is('action', 'like', `${action}.%`)]))
  const limit = Math.min(filter.limit ?? 50, 200)
  const rows = await query.orderBy('sequence', 'desc').limit(limit).execute()
  return rows.map(toAct)
}

/** What was done to any of these, or by one actor, newest first by its time. */
export async function listActsAbout(
  reader: Reader,
  {
    subjects,
    actorId,
    before,
    limit,
  }: { subjects: readonly string[]; actorId: string; before: Date; limit: number },
): Promise<Act[]> {
  const rows = await reader
    .withTables<AuditTables>()
    .selectFrom('audit_act')
    .selectAll()
    .where((is) =>
      is.or([sql<boolean>`subject_id = any(${[...subjects]}::text[])`, is('actor_id', '=', actorId)]),
    )
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAct)
}
