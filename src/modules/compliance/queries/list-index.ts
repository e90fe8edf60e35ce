import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { createNameIndex, type NameIndex } from '../model/name-match.ts'
import type { ListedParty } from '../model.ts'
import type { ComplianceTables } from '../tables.ts'

type ListedParties = ReadonlyMap<string, { listId: string; party: ListedParty }>

/** The persons of these versions of the lists, by the ids of the versions. */
export type ListIndex = { lists: string; index: NameIndex; parties: ListedParties }

/**
 * Indexes the persons of the lists: members are no organisations or ships. Returns null if a list
 * was replaced before it was read.
 */
export async function loadListIndex(reader: Reader, lists: string): Promise<ListIndex | null> {
  const rows = await reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_party')
    .selectAll()
    .where('list_id', 'in', lists.split(' '))
    .where(sql<boolean>`content ->> 'kind' = 'person'`)
    .execute()
  if (await hasDroppedList(reader, lists)) return null

  const parties = new Map(
    rows.map(({ list_id: listId, party_id: id, content: party }) => [
      `${listId}/${id}`,
      { listId, party },
    ]),
  )
  const index = createNameIndex([...parties].map(([key, { party }]) => ({ key, party })))

  return { lists, index, parties }
}

/**
 * Returns whether the parties of a list were dropped, as they are when its next version is stored.
 */
async function hasDroppedList(reader: Reader, lists: string): Promise<boolean> {
  const dropped = await reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_list as l')
    .select('l.id')
    .where('l.id', 'in', lists.split(' '))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('screening_party as p').select('p.list_id').whereRef('p.list_id', '=', 'l.id'),
        ),
      ),
    )
    .executeTakeFirst()

  return dropped !== undefined
}
