import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { SpentOutput } from '../model/simulated-bitcoin.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { lockSimulatedChain } from './mine-simulated-blocks.ts'

/**
 * Removes a transaction from the mempool of a simulated chain, and returns the outputs that it
 * spent. Throws `not_in_mempool` (409).
 */
export async function dropSimulatedTransaction(
  tx: Tx,
  chain: ChainName,
  txid: string,
  now: Date,
): Promise<SpentOutput[]> {
  await lockSimulatedChain(tx, chain)
  const dropped = await tx
    .withTables<ChainTables>()
    .updateTable('simulated_transaction')
    .set({ dropped_at: now })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('block_height', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst()
  if (dropped.numUpdatedRows === 0n)
    throw new DomainError('not_in_mempool', 409, 'This transaction isn’t in the mempool.', 'txid')

  const { rows } = await sql<SpentOutput>`
    select spent_txid as txid, spent_index as index from simulated_input
    where chain = ${chain} and txid = ${txid}`.execute(tx)
  return rows
}
