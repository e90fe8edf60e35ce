import { z } from 'zod'
import type { EvmBlock, EvmTransaction } from './evm-schemas.ts'
import { evm } from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

/** A call inside a transaction that moved ether. */
export type InternalTransfer = {
  txid: string
  /** Its place among the transaction's calls, depth first, from 1; 0 is the transaction itself. */
  position: number
  from: string
  recipient: string
  wei: bigint
}

type Frame = {
  type: string
  from: string
  to?: string | null | undefined
  value?: bigint | null | undefined
  error?: string | undefined
  calls?: Frame[] | undefined
}

const frameSchema: z.ZodType<Frame> = z.object({
  type: z.string(),
  from: evm.address,
  to: evm.address.nullish(),
  value: evm.quantity.nullish(),
  error: z.string().optional(),
  get calls() {
    return z.array(frameSchema).optional()
  },
})

/** A transfer of ether alone costs this much gas and can't call anything. */
const PLAIN_TRANSFER_GAS = 21_000n
const MAX_TRACES = 500
/** The calls that move ether; the value of a DELEGATECALL is the one of its caller. */
const MOVING = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Returns the calls inside a block's transactions that moved ether, by debug_traceTransaction;
 * null where the node doesn't offer it or the block has too many transactions.
 */
export async function traceTransfers(
  rpc: JsonRpc,
  transactions: EvmBlock['transactions'] | readonly EvmTransaction[],
): Promise<InternalTransfer[] | null> {
  const calling = transactions.filter(({ gas }) => gas > PLAIN_TRANSFER_GAS)
  if (calling.length > MAX_TRACES) return null

  const calls = calling.map(({ hash }) => ({
    method: 'debug_traceTransaction',
    params: [`0x${hash}`, { tracer: 'callTracer' }],
  }))

  try {
    const roots = await rpc.sendAll(calls, frameSchema)
    return roots.flatMap((root, index) => listTransfers(root, calling[index]?.hash ?? ''))
  } catch (error) {
    if (error instanceof RpcAnswerError && error.reason !== 'behind') return null
    throw error
  }
}

function listTransfers(root: Frame, txid: string): InternalTransfer[] {
  const transfers: InternalTransfer[] = []
  let position = 0

  const visit = (frame: Frame, isReverted: boolean) => {
    const { type, from, to, value } = frame
    const reverted = isReverted || frame.error !== undefined
    if (position > 0 && !reverted && MOVING.has(type) && to && value)
      transfers.push({ txid, position, from, recipient: to, wei: value })

    for (const call of frame.calls ?? []) {
      position += 1
      visit(call, reverted)
    }
  }
  visit(root, false)

  return transfers
}
