import { ChainProviderError } from './chain-provider.ts'
import type { EvmReads } from './evm-reads.ts'
import type { EvmLog, EvmReceipt } from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'
import { parseTopic, readLogs, readUnits, TRANSFER_TOPIC } from './transfer-logs.ts'

const BLOCKS_PER_CALL = 1_000
const RECIPIENTS_PER_CALL = 500

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
