import type { Clock } from '#platform/clock.ts'
import type { ChainTip } from '../model.ts'
import { createCatchUp } from './catch-up.ts'
import { type ChainProvider, ChainProviderError } from './chain-provider.ts'
import { createEvmLookups } from './evm-lookups.ts'
import { type EvmChain, type EvmNode, toBlockRef } from './evm-node.ts'
import { observeEvm } from './evm-observe.ts'
import { createEvmReads } from './evm-reads.ts'
import type { EvmHeader } from './evm-schemas.ts'
import { createJsonRpc, type JsonRpcOptions } from './json-rpc.ts'

export type EvmProviderOptions = {
  name: string
  rpc: JsonRpcOptions
  clock: Pick<Clock, 'now'>
}

/** Returns a provider that reads a node of the chain; nothing is signed or sent. */
export function createEvmProvider(evm: EvmChain, options: EvmProviderOptions): ChainProvider {
  const rpc = createJsonRpc(options.rpc)
  const reads = createEvmReads(rpc)

  const readTip = async (): Promise<ChainTip> => {
    const chainId = await reads.readChainId()
    if (chainId !== evm.chainId)
      throw new ChainProviderError('invalid', `is on chain ${chainId}, not ${evm.chainId}`)
    if (await reads.isSyncing()) throw new ChainProviderError('behind', 'is still syncing')

    const [head, finalHeight] = [await reads.readHead(), await reads.readFinalHeight()]
    const ageMs = options.clock.now().getTime() - head.timestamp.getTime()
    if (ageMs > evm.maxTipAgeMs)
      throw new ChainProviderError('behind', `its newest block is from ${formatTime(head)}`)

    return { ...toBlockRef(head), finalHeight }
  }
  const node: EvmNode = { evm, rpc, reads, readTip }

  return {
    chain: evm.chain,
    name: options.name,
    simulated: false,
    readsBlocks: true,
    readTip,
    observe: createCatchUp((targets, cursor) => observeEvm(node, targets, cursor)),
    ...createEvmLookups(node),
  }
}

const formatTime = ({ timestamp }: EvmHeader) => timestamp.toISOString()
