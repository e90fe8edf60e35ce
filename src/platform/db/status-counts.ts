import type { Reader } from './db.ts'

type StatusCountTables = {
  status_count: { list: string; status: string; many: bigint; cents: bigint }
}
export type StatusCounts = ReadonlyMap<string, { many: number; cents: bigint }>

/**
 * Returns the number of rows of a list by status, and their cents. The database counts on every
 * change, so the read costs the same for any number of rows.
 */
export async function readStatusCounts(
  reader: Reader,
  list: 'member' | 'deposit' | 'withdrawal',
): Promise<StatusCounts> {
  const rows = await reader
    .withTables<StatusCountTables>()
    .selectFrom('status_count')
    .select('status')
    .select((all) => [
      all.fn.sum<string>('many').as('many'),
      all.fn.sum<string>('cents').as('cents'),
    ])
    .where('list', '=', list)
    .groupBy('status')
    .execute()

  return new Map(
    rows.map(({ status, many, cents }) => [status, { many: Number(many), cents: BigInt(cents) }]),
  )
}
