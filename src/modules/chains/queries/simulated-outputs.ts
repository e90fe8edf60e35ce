import type { Reader } from '#platform/db/db.ts'
import type { BlockRef, ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

export const selectOutputs = (reader: Reader, chain: ChainName, now: Date) =>
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
export const buildBlock = ({ height, hash, mined_at: at }: BlockColumns): BlockRef | null =>
  height === null || hash === null || at === null ? null : { height, hash, at }
