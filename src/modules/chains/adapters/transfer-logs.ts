import { z } from 'zod'
import { ChainProviderError } from './chain-provider.ts'
import { toHex } from './evm-reads.ts'
import { type EvmLog, headerSchema, logSchema } from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'

/** keccak256('Transfer(address,address,uint256)'), without 0x. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Amounts are stored as PostgreSQL bigints. */
const MAX_UNITS = 2n ** 63n - 1n

/**
 * Reads the logs of a range together with its last block, so that one machine behind a provider
 * answers both: one that lacks the block can't answer with an empty list.
 */
export async function readLogs(
  rpc: JsonRpc,
  token: string,
  recipients: readonly string[],
  range: { from: number; to: number },
): Promise<EvmLog[]> {
  const filter = {
    address: token,
    fromBlock: toHex(range.from),
    toBlock: toHex(range.to),
    topics: [`0x${TRANSFER_TOPIC}`, null, recipients.map(toTopic)],
  }
  const [logs, end] = await rpc.sendAll(
    [
      { method: 'eth_getLogs', params: [filter] },
      { method: 'eth_getBlockByNumber', params: [toHex(range.to), false] },
    ],
    z.union([z.array(logSchema), headerSchema.nullable()]),
  )
  if (!Array.isArray(logs)) throw new ChainProviderError('invalid', 'eth_getLogs: no list')
  if (!end || Array.isArray(end) || end.number !== range.to)
    throw new ChainProviderError('behind', `block ${range.to} is not there yet`)

  return logs.filter((log) => {
    if (log.removed) return false

    assertRequested(log, token, new Set(recipients), range)
    return readUnits(log) > 0n
  })
}

const toTopic = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`
export const parseTopic = (topic: string): string => `0x${topic.slice(24)}`

/** Throws `invalid` for a log that wasn't asked for: the node doesn't filter as documented. */
function assertRequested(
  log: EvmLog,
  token: string,
  recipients: ReadonlySet<string>,
  { from, to }: { from: number; to: number },
) {
  const [topic, , recipient = ''] = log.topics
  const isRequested =
    log.address === token &&
    topic === TRANSFER_TOPIC &&
    log.topics.length === 3 &&
    recipients.has(parseTopic(recipient)) &&
    log.blockNumber >= from &&
    log.blockNumber <= to
  if (!isRequested)
    throw new ChainProviderError('invalid', 'eth_getLogs: a log that was not asked for')
}

/** Returns a log's amount. Throws `invalid` unless it is one word within a bigint's range. */
export function readUnits({ data }: EvmLog): bigint {
  const units = /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : -1n
  if (units < 0n || units > MAX_UNITS)
    throw new ChainProviderError('invalid', 'a transfer has an impossible amount')
  return units
}
