import { listSightings, mapTargets, toChainTransaction } from './bitcoin-transactions.ts'
import { type ChainProvider, ChainProviderError } from './chain-provider.ts'
import { createEsploraApi, type EsploraApi } from './esplora-api.ts'
import { readCurrentBalance, readPastBalance } from './esplora-balance.ts'
import { assertUnchanged, observeAddresses } from './esplora-observe.ts'
import { createPayoutCalls } from './esplora-payouts.ts'
import type { EsploraOptions } from './esplora-requests.ts'

/**
 * Reads Bitcoin from Esplora's REST API: electrs of the operator's own, or a public service, which
 * then learns every address. A target takes one request, and two or more once it is paid.
 */
export function createEsplora(options: EsploraOptions): ChainProvider {
  const { name, network } = options
  const api = createEsploraApi(options)
  const open = openOnce(api)

  const findTransaction = async (txid: string) => {
    await open()
    const found = await api.findTransaction(txid)
    const tip = await api.readTip()
    if (found?.block && found.block.height > tip.height)
      throw new ChainProviderError('behind', `${name} doesn’t have the block of ${txid} yet`)

    return found && { found, tip }
  }

  return {
    chain: 'bitcoin',
    name,
    simulated: false,

    readTip: async () => {
      await open()
      return api.readTip()
    },

    observe: async (targets) => {
      await open()
      return observeAddresses(api, network, targets)
    },

    findPayments: async (txid, target) => {
      const scripts = mapTargets([target], network)
      const answer = await findTransaction(txid)
      return answer ? listSightings(answer.found, scripts) : []
    },

    findTransaction: async (txid) => {
      const answer = await findTransaction(txid)
      return answer && toChainTransaction(answer.found, answer.tip, network)
    },

    readBalance: async (coin, address, height) => {
      const [script = ''] = mapTargets([{ coin, address, fromHeight: 0 }], network).keys()
      await open()
      const tip = await api.readTip()
      if (height !== undefined && height > tip.height)
        throw new ChainProviderError('behind', `${name} doesn’t have block ${height} yet`)
      if (height === undefined || height === tip.height)
        return readCurrentBalance(api, address, tip)

      const past = await readPastBalance(api, address, script, height)
      await assertUnchanged(api, tip)
      return past
    },

    ...createPayoutCalls(api, name, open),
  }
}

/** Checks the network before the first call, and again after a check that failed. */
function openOnce(api: EsploraApi): () => Promise<void> {
  let opened: Promise<void> | undefined

  return () => {
    opened ??= api.assertNetwork().catch((error: unknown) => {
      opened = undefined
      throw error
    })

    return opened
  }
}
