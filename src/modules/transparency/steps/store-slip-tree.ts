import type { Tx } from '#platform/db/db.ts'
import type { SlipTree } from '../adapters/build-slips.ts'
import { HASH_BYTES, TILE_WIDTH } from '../model.ts'
import { SLIP_LEVELS } from '../queries/liabilities.ts'
import type { TransparencyTables } from '../tables.ts'

const TILE_BYTES = TILE_WIDTH * HASH_BYTES

type TileRow = TransparencyTables['liability_tile']

/** Lists the rows of a tree in one order, so that a run that was killed continues in it. */
export function* listTileRows(epochId: string, tree: SlipTree): Generator<TileRow> {
  for (const name of ['nodes', 'subtrees', 'leaves'] as const)
    for (let at = 0; at < tree[name].length; at += TILE_BYTES)
      yield {
        epoch_id: epochId,
        level: SLIP_LEVELS[name],
        tile: BigInt(at / TILE_BYTES),
        hashes: tree[name].subarray(at, at + TILE_BYTES),
      }
}

/** Stores tiles; those that an earlier run stored are the same, since the tree is. */
export async function storeSlipTiles(tx: Tx, rows: readonly TileRow[]): Promise<void> {
  if (rows.length === 0) return

  await tx
    .withTables<TransparencyTables>()
    .insertInto('liability_tile')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
