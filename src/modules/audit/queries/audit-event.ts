import type { Selectable } from 'kysely'
import type { AuditEvent } from '../model.ts'
import type { AuditTables } from '../tables.ts'

/** An event with its place and hash in the chain; both are null until it is chained. */
export type ChainedAuditEvent = AuditEvent & { place: bigint | null; hash: string | null }

/** Returns a row of the audit log as an event. */
export const toAuditEvent = (row: Selectable<AuditTables['audit_event']>): AuditEvent => ({
  id: row.id,
  at: row.at,
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
  action: row.action,
  subjectId: row.subject_id,
  details: row.details,
  sequence: row.sequence,
})
