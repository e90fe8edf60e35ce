import type { ChainedAuditEvent } from '#modules/audit/queries.ts'

/** Returns an audit event as the contract answers it. */
export const toAuditEventResponse = ({
  id,
  subjectId,
  actor,
  place,
  sequence,
  ...event
}: ChainedAuditEvent) => ({
  ...event,
  _id: id,
  subject: subjectId,
  place: place === null ? null : String(place),
  actor: { kind: actor.kind, _id: actor.id, label: actor.label },
  before: String(sequence),
})
