import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ChainTransaction, WatchTarget } from '../adapters/chain-provider.ts'
import type { ChainName, PaymentSighting } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { buildBlock, selectOutputs } from './simulated-outputs.ts'
import { readSimulatedTip } from './simulated-tip.ts'

type PaymentFilter = {
  targets: readonly Pick<WatchTarget, 'coin' | 'address'>[]
  txid?: string
  /** The lowest block; the mempool is always included. */
  fromHeight?: number
  /** Payments that are sent later are left out. */
  now: Date
}

/** Returns the payments to addresses in the mempool and in blocks of a simulated chain. */
export async function listSimulatedPayments(
  reader: Reader,
  chain: ChainName,
  { targets, txid, fromHeight, now }: PaymentFilter,
): Promise<PaymentSighting[]> {
  const rows = await selectOutputs(reader, chain, now)
    .innerJoin(
      sql<{ coin: Coin; address: string }>`(select * from unnest(
        ${targets.map((one) => one.coin)}::text[],
        ${targets.map((one) => one.address)}::text[]) as u (coin, address))`.as('target'),
      (join) => join.onRef('target.coin', '=', 'o.coin').onRef('target.address', '=', 'o.address'),
    )
    .$if(txid !== undefined, (query) => query.where('o.txid', '=', txid ?? ''))
    .$if(fromHeight !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('t.block_height', 'is', null), eb('t.block_height', '>=', fromHeight ?? 0)]),
      ),
    )
    .orderBy('o.txid')
    .orderBy('o.output_index')
    .execute()

  return rows.map((row) => ({
    coin: row.coin,
    txid: row.txid,
    outputIndex: row.output_index,
    address: row.address,
    units: row.units,
    block: buildBlock(row),
    replaceable: row.replaceable && row.hash === null,
    trace: getTrace(row.coin),
  }))
}

const getTrace = (coin: Coin) =>
  coin === 'BTC' ? 'output' : coin === 'ETH' ? 'transaction' : 'log'

/** Returns a transaction of a simulated chain; null if it was dropped or never sent. */
export async function findSimulatedTransaction(
  reader: Reader,
  chain: ChainName,
  txid: string,
  now: Date,
): Promise<ChainTransaction | null> {
  const outputs = await selectOutputs(reader, chain, now)
    .where('o.txid', '=', txid)
    .orderBy('o.output_index')
    .execute()
  const [first] = outputs
  if (!first) return null

  const inputs = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_input')
    .select(['spent_txid', 'spent_index'])
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .execute()

  return {
    txid,
    block: buildBlock(first),
    tip: await readSimulatedTip(reader, chain),
    replaceable: first.replaceable && first.hash === null,
    failed: false,
    transfers: outputs.map((row) => ({
      coin: row.coin,
      address: row.address,
      units: row.units,
      outputIndex: row.output_index,
    })),
    spends: inputs.map((row) => `${row.spent_txid}:${row.spent_index}`),
  }
}

/** Returns a simulated Bitcoin transaction in hex; null if there is none. */
export async function readRawSimulated(reader: Reader, txid: string): Promise<string | null> {
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_transaction')
    .select('raw')
    .where('chain', '=', 'bitcoin')
    .where('txid', '=', txid)
    .executeTakeFirst()

  return row?.raw ?? null
}
