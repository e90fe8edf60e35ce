import type { ChainedAuditEvent } from '#modules/audit/queries.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { listPlanTitles } from '#modules/plans/queries.ts'
import type { Reader } from '#platform/db/db.ts'

/** Returns the names of the members and plans that events are about, by id. */
async function loadSubjectNames(
  reader: Reader,
  events: readonly ChainedAuditEvent[],
): Promise<ReadonlyMap<string, string>> {
  const pickIds = (prefix: string) => [
    ...new Set(events.map(({ subjectId }) => subjectId).filter((id) => id.startsWith(prefix))),
  ]
  const members = await listMembersById(reader, pickIds('mem_'))

  return new Map([
    ...(await listPlanTitles(reader, pickIds('pln_'))),
    ...[...members].map(([id, { label }]) => [id, label] as const),
  ])
}

/** Returns audit events as the contract answers them. */
export async function buildAuditEventResponses(
  reader: Reader,
  events: readonly ChainedAuditEvent[],
) {
  const names = await loadSubjectNames(reader, events)

  return events.map(({ id, subjectId, actor, place, sequence, ...event }) => ({
    ...event,
    _id: id,
    subject: subjectId,
    subjectName: names.get(subjectId) ?? null,
    place: place === null ? null : String(place),
    actor: { kind: actor.kind, _id: actor.id, label: actor.label },
    before: String(sequence),
  }))
}
