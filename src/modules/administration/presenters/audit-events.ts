import { type Cents, formatUsd } from '#lib/money.ts'
import type { ChainedAuditEvent } from '#modules/audit/queries.ts'
import { listDepositFacts } from '#modules/deposits/queries.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import { listPlanTitles } from '#modules/plans/queries.ts'
import { listWithdrawalsById } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { isRecordId } from '../model.ts'

/** Returns the ids of the records in an event's details. */
const listDetailIds = ({ details }: ChainedAuditEvent): string[] =>
  Object.values(details).filter(
    (value) => typeof value === 'string' && isRecordId(value),
  ) as string[]

type MoneyFacts = readonly { id: string; memberId: string; amount: Cents }[]

/** Returns the names of the records that events are about or mention, by id. */
async function loadNames(
  reader: Reader,
  events: readonly ChainedAuditEvent[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(events.flatMap((event) => [event.subjectId, ...listDetailIds(event)]))]
  const pickIds = (prefix: string) => ids.filter((id) => id.startsWith(prefix))

  const money: MoneyFacts = [
    ...(await listDepositFacts(reader, pickIds('dep_'))),
    ...(await listWithdrawalsById(reader, pickIds('wdr_'))).values(),
  ]
  const members = await listMembersById(reader, [
    ...pickIds('mem_'),
    ...money.map(({ memberId }) => memberId),
  ])
  const staff = pickIds('adm_').length > 0 ? await listStaff(reader) : []
  const getName = (id: string) => members.get(id)?.label ?? 'Closed account'

  return new Map([
    ...(await listPlanTitles(reader, pickIds('pln_'))),
    ...staff.map(({ id, label }) => [id, label] as const),
    ...[...members].map(([id, { label }]) => [id, label] as const),
    ...money.map(
      ({ id, memberId, amount }) => [id, `${getName(memberId)}, ${formatUsd(amount)}`] as const,
    ),
  ])
}

/** Returns audit events as the contract answers them. */
export async function buildAuditEventResponses(
  reader: Reader,
  events: readonly ChainedAuditEvent[],
) {
  const names = await loadNames(reader, events)

  return events.map((chained) => {
    const { id, subjectId, actor, place, sequence, ...event } = chained
    return {
      ...event,
      _id: id,
      subject: subjectId,
      subjectName: names.get(subjectId) ?? null,
      names: Object.fromEntries(
        listDetailIds(chained).flatMap((detailId) => {
          const name = names.get(detailId)
          return name ? [[detailId, name]] : []
        }),
      ),
      place: place === null ? null : String(place),
      actor: { kind: actor.kind, _id: actor.id, label: actor.label },
      before: String(sequence),
    }
  })
}
