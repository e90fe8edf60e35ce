import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { Reader } from '#platform/db/db.ts'
import type {
  ChainBalance,
  ChainTransaction,
  UnspentOutput,
  WatchTarget,
} from '../adapters/chain-provider.ts'
import type { SpentOutput } from '../model/simulated-bitcoin.ts'
import type { BlockRef, ChainName, ChainTip, PaymentSighting } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** The number of blocks that a simulated chain takes to make one final. */
const FINAL_AFTER: Record<ChainName, number | null> = { bitcoin: null, ethereum: 15, tron: 3 }
/** The block before the first one that is mined. */
const GENESIS = { height: 0, hash: '0'.repeat(64), at: new Date(0) }

/** Returns the newest block of a simulated chain. */
export async function readSimulatedTip(reader: Reader, chain: ChainName): Promise<ChainTip> {
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_block')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()

  const block = row ? { height: row.height, hash: row.hash, at: row.mined_at } : GENESIS
  const after = FINAL_AFTER[chain]
  return { ...block, finalHeight: after === null ? null : Math.max(0, block.height - after) }
}

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

const selectOutputs = (reader: Reader, chain: ChainName, now: Date) =>
  reader
    .withTables<ChainTables>()
    .selectFrom('simulated_output as o')
    .innerJoin('simulated_transaction as t', (join) =>
      join.onRef('t.chain', '=', 'o.chain').onRef('t.txid', '=', 'o.txid'),
    )
    .leftJoin('simulated_block as b', (join) =>
      join.onRef('b.chain', '=', 't.chain').onRef('b.height', '=', 't.block_height'),
    )
    .select(['o.coin', 'o.txid', 'o.output_index', 'o.address', 'o.units', 't.replaceable'])
    .select(['b.height', 'b.hash', 'b.mined_at'])
    .where('o.chain', '=', chain)
    .where('t.dropped_at', 'is', null)
    .where('t.sent_at', '<=', now)

type BlockColumns = { height: number | null; hash: string | null; mined_at: Date | null }
const buildBlock = ({ height, hash, mined_at: at }: BlockColumns): BlockRef | null =>
  height === null || hash === null || at === null ? null : { height, hash, at }

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

async function readSimulatedBlock(reader: Reader, chain: ChainName, height: number) {
  if (height === 0) return GENESIS
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_block')
    .selectAll()
    .where('chain', '=', chain)
    .where('height', '=', height)
    .executeTakeFirstOrThrow()

  return { height, hash: row.hash, at: row.mined_at }
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
