import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { WithdrawalTables } from '../tables.ts'

const withTables = (reader: Reader) => reader.withTables<WithdrawalTables>()

/** Returns the place of each open withdrawal in the queue, from 1, in the order of the requests. */
export async function listQueuePlaces(reader: Reader): Promise<Map<string, number>> {
  const rows = await withTables(reader)
    .selectFrom('withdrawal')
    .select('id')
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

  return new Map(rows.map((row, index) => [row.id, index + 1]))
}

/**
 * Returns the places of these withdrawals, counted in the database instead of reading the queue.
 */
export async function findQueuePlaces(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; place: bigint }>`
    select requested.id, (
      select count(*) from withdrawal open
      where open.status in ('pending', 'approved') and (open.created_at, open.id) <=
      (requested.created_at, requested.id)
    ) as place
    from withdrawal requested where requested.id = any (${[...ids]}::text[]) and requested.status in
    ('pending', 'approved')`.execute(reader)

  return new Map(rows.map(({ id, place }) => [id, Number(place)]))
}
