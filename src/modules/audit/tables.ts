import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { Actor } from './model.ts'

export type AuditTables = {
  audit_event: {
    id: string
    sequence: GeneratedAlways<bigint>
    at: Date
    actor_kind: Actor['kind']
    actor_id: string
    actor_label: string
    action: string
    subject_id: string
    details: JSONColumnType<Record<string, unknown>, string, never>
  }
  /** Written by the database alone. */
  audit_link: { place: bigint; audit_event_id: string; hash: Buffer }
}
