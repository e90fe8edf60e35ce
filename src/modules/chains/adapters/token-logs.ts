import { z } from 'zod'
import { ChainProviderError } from './chain-provider.ts'
import { type EvmReads, toHex } from './evm-reads.ts'
import { type EvmLog, type EvmReceipt, headerSchema, logSchema } from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'

/** keccak256('Transfer(address,address,uint256)'), without 0x. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const BLOCKS_PER_CALL = 1_000
const RECIPIENTS_PER_CALL = 500
/** Amounts are stored as PostgreSQL bigints. */
const MAX_UNITS = 2n ** 63n - 1n

export type TokenTransfer = {
  txid: string
  /**
   * The place of the log in its transaction, from 0: it stays when a transaction is mined again.
   */
  position: number
  recipient: string
  units: bigint
  height: number
  blockHash: string
}

type TokenScan = {
  rpc: JsonRpc
  reads: EvmReads
  /** The contract's exact address in lower case. */
  token: string
  /** Addresses in lower case. */
  recipients: readonly string[]
  from: number
  to: number
}

/** Returns the transfers of a token to the recipients in blocks from a height to another. */
export async function readTokenTransfers(scan: TokenScan): Promise<TokenTransfer[]> {
  const { rpc, reads, token, recipients, from, to } = scan
  const logs: EvmLog[] = []

  for (let at = from; at <= to; at += BLOCKS_PER_CALL)
    for (let first = 0; first < recipients.length; first += RECIPIENTS_PER_CALL) {
      const range = { from: at, to: Math.min(at + BLOCKS_PER_CALL - 1, to) }
      const group = recipients.slice(first, first + RECIPIENTS_PER_CALL)
      const found = await readLogs(rpc, token, group, range)
      logs.push(...found)
    }

  const receipts = await reads.readReceipts(logs.map((log) => log.transactionHash))

  return logs.flatMap((log) => {
    const receipt = receipts.get(log.transactionHash)
    const transfer = receipt && findTransfer(receipt, log, token)
    return transfer ? [transfer] : []
  })
}

/**
 * Reads the logs of a range together with its last block, so that one machine behind a provider
 * answers both: one that lacks the block can't answer with an empty list.
 */
async function readLogs(
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
const parseTopic = (topic: string): string => `0x${topic.slice(24)}`

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
function readUnits({ data }: EvmLog): bigint {
  const units = /^0x[0-9a-f]{64}$/i.test(data) ? BigInt(data) : -1n
  if (units < 0n || units > MAX_UNITS)
    throw new ChainProviderError('invalid', 'a transfer has an impossible amount')
  return units
}

/** Returns the transfers of a token in a receipt; none if the transaction was reverted. */
export function listTokenTransfers(receipt: EvmReceipt, token: string): TokenTransfer[] {
  if (receipt.status !== 1n) return []

  return receipt.logs.flatMap((log, position) => {
    const [topic, , recipient = ''] = log.topics
    const isTransfer =
      log.address === token && topic === TRANSFER_TOPIC && log.topics.length === 3 && !log.removed
    const units = isTransfer ? readUnits(log) : 0n
    if (units === 0n) return []

    return [
      {
        txid: receipt.transactionHash,
        position,
        recipient: parseTopic(recipient),
        units,
        height: receipt.blockNumber,
        blockHash: receipt.blockHash,
      },
    ]
  })
}

/** Finds a log in its receipt. Throws unless both are of the same block and say the same. */
function findTransfer(receipt: EvmReceipt, log: EvmLog, token: string): TokenTransfer {
  if (receipt.blockHash !== log.blockHash)
    throw new ChainProviderError('behind', 'the chain changed while it was read')

  const position = receipt.logs.findIndex(({ logIndex }) => logIndex === log.logIndex)
  const transfer = listTokenTransfers(receipt, token).find((found) => found.position === position)
  if (transfer?.units !== readUnits(log) || transfer.recipient !== parseTopic(log.topics[2] ?? ''))
    throw new ChainProviderError('invalid', 'a log and its receipt differ')

  return transfer
}
