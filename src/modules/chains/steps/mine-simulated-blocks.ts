import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainName } from '../model.ts'
import { readSimulatedTip } from '../queries/simulated-tip.ts'
import type { ChainTables } from '../tables.ts'

/**
 * Mines blocks on a simulated chain; the first one takes up the mempool, without the transactions
 * of `except`. Returns the height of the newest.
 */
export async function mineSimulatedBlocks(
  tx: Tx,
  chain: ChainName,
  { count, except = [] }: { count: number; except?: readonly string[] },
  now: Date,
): Promise<number> {
  await lockSimulatedChain(tx, chain)
  const { height } = await readSimulatedTip(tx, chain)
  await tx
    .withTables<ChainTables>()
    .insertInto('simulated_block')
    .values(
      Array.from({ length: count }, (_, at) => ({
        chain,
        height: height + 1 + at,
        hash: randomBytes(32).toString('hex'),
        mined_at: now,
      })),
    )
    .execute()

  await sql`
    update simulated_transaction set block_height = ${height + 1}
    where chain = ${chain} and block_height is null and dropped_at is null
      and sent_at <= ${now}::timestamptz
      and txid <> all(${except}::text[])`.execute(tx)
  return height + count
}

/** Makes changes of one simulated chain wait for each other. */
export async function lockSimulatedChain(tx: Tx, chain: ChainName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`simulated_chain ${chain}`}))`.execute(tx)
}
