import { z } from 'zod'
import type { PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { type ChainCursor, ChainProviderError, type WatchTarget } from './chain-provider.ts'

/** The place where a scan of blocks continues. */
export type CoreCursor = {
  /** The newest blocks that were read, the oldest first; older ones can't be taken back. */
  blocks: { height: number; hash: string }[]
  /** Payments in the mempool. */
  unconfirmed: {
    txid: string
    outputIndex: number
    address: string
    units: string
    replaceable: boolean
  }[]
}

/** Blocks that can be replaced by a reorganisation. */
export const MAX_REORGANISATION = 100

const schema = z.object({
  blocks: z.array(answers.header.pick({ hash: true, height: true })).max(MAX_REORGANISATION),
  unconfirmed: z.array(
    z.object({
      txid: answers.hash,
      outputIndex: z.int().min(0),
      address: z.string(),
      units: z.string().regex(/^\d{1,16}$/),
      replaceable: z.boolean(),
    }),
  ),
})

/** Reads a stored cursor. Throws if it isn't one of a scan of blocks. */
export function parseCursor(cursor: ChainCursor | null): CoreCursor {
  if (cursor === null) return { blocks: [], unconfirmed: [] }

  const { success, data } = schema.safeParse(cursor)
  if (!success) throw new ChainProviderError('invalid', 'The stored cursor isn’t one of Core’s')

  return data
}

/** Returns the cursor after a scan. */
export const buildCursor = (
  blocks: CoreCursor['blocks'],
  unconfirmed: readonly PaymentSighting[],
): CoreCursor => ({
  blocks: blocks.slice(-MAX_REORGANISATION).map(({ height, hash }) => ({ height, hash })),
  unconfirmed: unconfirmed.map(({ txid, outputIndex, address, units, replaceable }) => ({
    txid,
    outputIndex,
    address,
    units: String(units),
    replaceable,
  })),
})

/** Returns the payments that a cursor found in the mempool, to addresses that are still watched. */
export function listUnconfirmed(
  { unconfirmed }: CoreCursor,
  targets: readonly WatchTarget[],
): PaymentSighting[] {
  const addresses = new Set(targets.map(({ address }) => address))

  return unconfirmed
    .filter(({ address }) => addresses.has(address))
    .map(({ units, ...payment }) => ({
      coin: 'BTC',
      ...payment,
      units: BigInt(units),
      block: null,
      trace: 'output',
    }))
}
