import type { Cents } from '#lib/money.ts'
import { listDepositFacts } from '#modules/deposits/queries.ts'
import { listSubjectIds } from '#modules/desk/queries.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { listWithdrawalsById } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db/db.ts'

/** A member, a deposit or a withdrawal found by a part of its id; a member has no amount. */
export type FoundRecord = { id: string; member: string; amount: Cents | null; createdAt: Date }

/** The number of records found. */
const MAX_FOUND = 10

/** Finds members, deposits and withdrawals by a part of their id; at most 10. */
export async function findByIdPart(reader: Reader, part: string): Promise<FoundRecord[]> {
  const ids = await listSubjectIds(reader, part, MAX_FOUND)
  const pickIds = (prefix: string) => ids.filter((id) => id.startsWith(prefix))
  const requests = [
    ...(await listDepositFacts(reader, pickIds('dep_'))),
    ...(await listWithdrawalsById(reader, pickIds('wdr_'))).values(),
  ]
  const members = await listMembersById(reader, [
    ...pickIds('mem_'),
    ...requests.map(({ memberId }) => memberId),
  ])
  const getName = (id: string) => members.get(id)?.label ?? 'Closed account'

  return [
    ...pickIds('mem_').flatMap((id) => {
      const member = members.get(id)
      return member ? [{ id, member: member.label, amount: null, createdAt: member.createdAt }] : []
    }),
    ...requests.map(({ id, memberId, amount, createdAt }) => ({
      id,
      member: getName(memberId),
      amount,
      createdAt,
    })),
  ]
}
