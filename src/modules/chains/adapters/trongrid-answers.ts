import { z } from 'zod'
import type { BlockRef } from '../model.ts'
import { ChainProviderError } from './chain-provider.ts'
import { TRANSFER_TOPIC } from './transfer-logs.ts'

const MAX_HEIGHT = 2 ** 31 - 1
const MAX_UNITS = 2n ** 63n - 1n

const digest = z.string().regex(/^[0-9a-f]{64}$/i)
const hash = digest.transform((text) => text.toLowerCase())
export const height = z.number().int().min(0).max(MAX_HEIGHT)

export const blockSchema = z.object({
  blockID: hash,
  // the first block has neither number nor time: java-tron leaves zeros out
  block_header: z.object({
    raw_data: z.object({ number: height.default(0), timestamp: z.number().int().default(0) }),
  }),
})

export const pageSchema = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      transaction_id: hash,
      token_info: z.object({ address: z.string().optional() }),
      to: z.string(),
      type: z.string(),
      value: z.string().regex(/^\d{1,78}$/),
    }),
  ),
  meta: z.object({ fingerprint: z.string().optional() }),
})

export const infoSchema = z.object({
  id: hash,
  blockNumber: height,
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }),
  log: z
    .array(
      z.object({
        address: z.string().regex(/^[0-9a-f]{40}$/i),
        topics: z.array(z.string()).default([]),
        data: z.string().default(''),
      }),
    )
    .default([]),
})

export const constantSchema = z.object({ constant_result: z.tuple([digest], z.unknown()) })

/** A contract call has the result SUCCESS; java-tron leaves it out for other transactions. */
export const isSuccess = (result: string | undefined) =>
  result === undefined || result === 'SUCCESS'

export const isEmpty = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0

export const toBlockRef = ({ blockID, block_header }: z.output<typeof blockSchema>): BlockRef => ({
  height: block_header.raw_data.number,
  hash: blockID,
  at: new Date(block_header.raw_data.timestamp),
})

type Log = z.output<typeof infoSchema>['log'][number]

export function listTransfer({ address, topics, data }: Log, position: number, token: string) {
  const [topic, , recipient = ''] = topics
  const isTransfer =
    address.toLowerCase() === token &&
    topic?.toLowerCase() === TRANSFER_TOPIC &&
    topics.length === 3
  if (!isTransfer) return []
  if (!digest.safeParse(recipient).success || !digest.safeParse(data).success)
    throw new ChainProviderError('invalid', 'a transfer’s log can’t be read')

  const units = BigInt(`0x${data}`)
  if (units > MAX_UNITS)
    throw new ChainProviderError('invalid', 'a transfer has an impossible amount')

  return units === 0n
    ? []
    : [{ recipient: `0x${recipient.slice(24).toLowerCase()}`, units, position }]
}
