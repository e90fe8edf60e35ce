import { z } from 'zod'
import { type ChainCursor, ChainProviderError } from './chain-provider.ts'

/** Where Esplora continues. */
export type EsploraCursor = {
  /** The tip of the last observation. */
  height: number
  /** Addresses with several pages, and the tip at which they were last read. */
  busy: Record<string, number>
}

const schema = z.object({ height: z.int().min(0), busy: z.record(z.string(), z.int().min(0)) })

/** Reads a stored cursor. Throws if it isn't one of Esplora's. */
export function parseCursor(cursor: ChainCursor | null): EsploraCursor {
  if (cursor === null) return { height: 0, busy: {} }

  const { success, data } = schema.safeParse(cursor)
  if (!success) throw new ChainProviderError('invalid', 'The stored cursor isn’t one of Esplora’s')

  return data
}
