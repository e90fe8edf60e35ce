import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { Actor } from '../model.ts'
import type { AuditTables } from '../tables.ts'

/**
 * Records an audit event in the transaction of the operation itself. Amounts in `details` are
 * stored as text.
 */
export async function record(
  tx: Tx,
  at: Date,
  actor: Actor,
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .withTables<AuditTables>()
    .insertInto('audit_event')
    .values({
      id: createId('aev'),
      at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_label: actor.label,
      action,
      subject_id: subjectId,
      details: toJsonText(details),
    })
    .execute()
}
