import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ChainBalance, UnspentOutput } from '../adapters/chain-provider.ts'
import type { SpentOutput } from '../model/simulated-bitcoin.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { buildBlock, selectOutputs } from './simulated-outputs.ts'
import { readSimulatedBlock, readSimulatedTip } from './simulated-tip.ts'

/** Returns the outputs of an address that no transaction spends, in the mempool or in a block. */
export async function listSimulatedUnspent(
  reader: Reader,
  address: string,
  now: Date,
): Promise<UnspentOutput[]> {
  const rows = await selectOutputs(reader, 'bitcoin', now)
    .where('o.address', '=', address)
    .where(({ not, exists }) => not(exists(selectSpending(reader))))
    .orderBy('o.txid')
    .orderBy('o.output_index')
    .execute()

  return rows.map((row) => ({
    txid: row.txid,
    outputIndex: row.output_index,
    address: row.address,
    units: row.units,
    block: buildBlock(row),
  }))
}

/** Returns the address of one of the outputs of Bitcoin that are spent; null if none is known. */
export async function findSpentAddress(
  reader: Reader,
  spent: readonly SpentOutput[],
): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    select o.address from simulated_output o
      join unnest(${spent.map(({ txid }) => txid)}::text[],
        ${spent.map(({ index }) => index)}::integer[]) as n (txid, index)
        on n.txid = o.txid and n.index = o.output_index
    where o.chain = 'bitcoin' limit 1`.execute(reader)

  return rows[0]?.address ?? null
}

const selectSpending = (reader: Reader) =>
  reader
    .withTables<ChainTables>()
    .selectFrom('simulated_input as i')
    .innerJoin('simulated_transaction as s', (join) =>
      join.onRef('s.chain', '=', 'i.chain').onRef('s.txid', '=', 'i.txid'),
    )
    .select('i.txid')
    .where('s.dropped_at', 'is', null)
    .where(sql<boolean>`i.chain = o.chain and i.spent_txid = o.txid`)
    .where(sql<boolean>`i.spent_index = o.output_index`)

type BalanceQuery = { coin: Coin; address: string; height: number | undefined }

/** Returns what blocks up to a height paid an address, less what it spent by then. */
export async function readSimulatedBalance(
  reader: Reader,
  chain: ChainName,
  { coin, address, height }: BalanceQuery,
): Promise<ChainBalance> {
  const tip = await readSimulatedTip(reader, chain)
  const block = height === undefined ? tip : await readSimulatedBlock(reader, chain, height)
  const { rows } = await sql<{ units: bigint }>`
    select coalesce(sum(o.units), 0)::bigint as units
    from simulated_output o join simulated_transaction t using (chain, txid)
    where o.chain = ${chain} and o.coin = ${coin} and o.address = ${address}
      and t.block_height <= ${block.height}
      and not exists (select from simulated_input i join simulated_transaction s
          on s.chain = i.chain and s.txid = i.txid
        where i.chain = o.chain and i.spent_txid = o.txid and i.spent_index = o.output_index
          and s.block_height <= ${block.height})`.execute(reader)

  const { hash, at } = block
  return { units: rows[0]?.units ?? 0n, block: { height: block.height, hash, at } }
}
