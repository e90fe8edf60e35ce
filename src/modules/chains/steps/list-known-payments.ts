import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainObservation, WatchTarget } from '../adapters/chain-provider.ts'
import type { KnownPayment } from '../model/reconcile.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** An observation of one provider, and the addresses that it covers. */
export type ObservationScope = {
  chain: ChainName
  provider: string
  observation: Pick<ChainObservation, 'tip' | 'payments'> & { completeFrom: number | null }
  targets: readonly Pick<WatchTarget, 'coin' | 'address'>[]
}

/** A call about more addresses is about all of them. */
const FILTERED_TARGETS = 1_000

/**
 * Returns the stored payments that an observation can change: those that it lists, and those to
 * its addresses that the provider showed in the mempool or in a block that it covers.
 */
export async function listKnownPayments(
  tx: Tx,
  { chain, provider, observation, targets }: ObservationScope,
): Promise<KnownPayment[]> {
  const txids = [...new Set(observation.payments.map(({ txid }) => txid))]
  const rows = await tx
    .withTables<ChainTables>()
    .selectFrom('chain_payment as p')
    .leftJoin('chain_sighting as s', (join) =>
      join.onRef('s.payment_id', '=', 'p.id').on('s.provider', '=', provider),
    )
    .select(['p.id', 'p.coin', 'p.txid', 'p.output_index', 'p.address', 'p.units'])
    .select(['p.first_seen_at', 's.block_height', 's.block_hash', 's.block_at'])
    .select(['s.replaceable', 's.trace', 's.gone_at'])
    .where('p.chain', '=', chain)
    .$if(targets.length <= FILTERED_TARGETS, (query) =>
      query.where(sql<boolean>`p.address = any(${targets.map((one) => one.address)}::text[])`),
    )
    .where((eb) =>
      eb.or([
        sql<boolean>`p.txid = any(${txids}::text[])`,
        eb.and([
          eb('s.trace', 'is not', null),
          eb('s.gone_at', 'is', null),
          eb.or([
            eb('s.block_height', 'is', null),
            eb('s.block_height', '>=', observation.completeFrom ?? 0),
          ]),
        ]),
      ]),
    )
    .execute()

  const covered = new Set(targets.map(getTargetKey))
  return rows.filter((row) => covered.has(getTargetKey(row))).map(buildKnownPayment)
}

/** Returns a text that is equal for the same coin and address only. */
export const getTargetKey = ({ coin, address }: Pick<WatchTarget, 'coin' | 'address'>): string =>
  `${coin}/${address}`

type KnownRow = Pick<
  ChainTables['chain_sighting'],
  'block_height' | 'block_hash' | 'block_at' | 'gone_at'
> & {
  id: string
  coin: KnownPayment['coin']
  txid: string
  output_index: number
  address: string
  units: bigint
  first_seen_at: Date
  replaceable: boolean | null
  trace: ChainTables['chain_sighting']['trace'] | null
}

const buildKnownPayment = (row: KnownRow): KnownPayment => ({
  id: row.id,
  coin: row.coin,
  txid: row.txid,
  outputIndex: row.output_index,
  address: row.address,
  units: row.units,
  firstSeenAt: row.first_seen_at,
  sighting: row.trace && {
    block:
      row.block_height === null || row.block_hash === null || row.block_at === null
        ? null
        : { height: row.block_height, hash: row.block_hash, at: row.block_at },
    replaceable: row.replaceable ?? false,
    trace: row.trace,
    goneAt: row.gone_at,
  },
})
