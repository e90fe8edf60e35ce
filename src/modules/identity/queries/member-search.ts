import type { Cents } from '#lib/money.ts'
import { parseSearchAmount } from '#lib/parse-search-amount.ts'
import type { Reader } from '#platform/db/db.ts'
import { filterMembers } from './member-lists.ts'

/** The number of members that a search considers. */
const MAX_MEMBERS = 1_000

/** A search in a list of requests: none, by ids, by an amount or by their members. */
export type MemberSearch = {
  ids?: readonly string[]
  amount?: Cents
  members?: string[]
  tooMany: boolean
}

/** Resolves the text of a search; `findIds` returns the ids of the list that it names exactly. */
export async function resolveMemberSearch(
  reader: Reader,
  text: string | undefined,
  findIds: (text: string) => readonly string[] | Promise<readonly string[]>,
): Promise<MemberSearch> {
  if (text === undefined) return { tooMany: false }

  const ids = await findIds(text)
  if (ids.length > 0) return { ids, tooMany: false }

  const amount = parseSearchAmount(text)
  if (amount !== null) return { amount, tooMany: false }

  const found = filterMembers(reader, { search: text })
    .select('id')
    .limit(MAX_MEMBERS + 1)
  const members = (await found.execute()).map(({ id }) => id)

  return { members: members.slice(0, MAX_MEMBERS), tooMany: members.length > MAX_MEMBERS }
}
