import type { Reader } from './db.ts'

type StatusCountTables = { tally: { list: string; status: string; many: bigint; cents: bigint } }
export type StatusCounts = ReadonlyMap<string, { many: number; cents: bigint }>

/**
 * How many rows of a list are in each status, and their cents: counted by the database as they
 * change, so any number costs the same.
 */
export async function readStatusCounts(
  reader: Reader,
  list: 'member' | 'deposit' | 'withdrawal',
): Promise<StatusCounts> {
  const rows = await reader
    .withTables<StatusCountTables>()
    .selectFrom('tally')
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
