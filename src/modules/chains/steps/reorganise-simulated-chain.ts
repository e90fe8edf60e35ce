import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ChainName } from '../model.ts'
import { readSimulatedTip } from '../queries/simulated-tip.ts'
import { lockSimulatedChain, mineSimulatedBlocks } from './mine-simulated-blocks.ts'

/**
 * Replaces the newest blocks of a simulated chain by one more, which are empty. Their transactions
 * are in the mempool again. Throws `too_deep` (409) when the chain has no such blocks or they are
 * final.
 */
export async function reorganiseSimulatedChain(
  tx: Tx,
  chain: ChainName,
  depth: number,
  now: Date,
): Promise<void> {
  await lockSimulatedChain(tx, chain)
  const tip = await readSimulatedTip(tx, chain)
  const lowest = tip.height - depth
  if (lowest < Math.max(0, tip.finalHeight ?? 0))
    throw new DomainError('too_deep', 409, 'These blocks of the simulated chain can’t change.')

  const { rows } = await sql<{ txid: string }>`
    update simulated_transaction set block_height = null
    where chain = ${chain} and block_height > ${lowest} returning txid`.execute(tx)
  const { rows: waiting } = await sql<{ txid: string }>`
    select txid from simulated_transaction
    where chain = ${chain} and block_height is null and dropped_at is null`.execute(tx)
  await sql`
    delete from simulated_block where chain = ${chain} and height > ${lowest}`.execute(tx)

  const except = [...rows, ...waiting].map(({ txid }) => txid)
  await mineSimulatedBlocks(tx, chain, { count: depth + 1, except }, now)
}
