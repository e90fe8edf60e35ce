import { type RawBuilder, sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { Actor } from '../model.ts'

/**
 * Records an audit event in the transaction of the operation itself and returns its id. Amounts in
 * `details` are stored as text.
 */
export async function record(
  tx: Tx,
  at: Date,
  actor: Actor,
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
): Promise<string> {
  const id = createId('aev')
  await buildAuditEventInsert(at, actor, action, subjectId, details, id).execute(tx)
  return id
}

/** Returns the statement that records an audit event, for a command that writes more with it. */
export const buildAuditEventInsert = (
  at: Date,
  actor: Actor,
  action: string,
  subjectId: string,
  details: Record<string, unknown>,
  id: string = createId('aev'),
): RawBuilder<unknown> => sql`
  insert into audit_event (id, at, actor_kind, actor_id, actor_label, action, subject_id, details)
  values (${id}, ${at}, ${actor.kind}, ${actor.id}, ${actor.label}, ${action},
    ${subjectId}, ${toJsonText(details)})`
