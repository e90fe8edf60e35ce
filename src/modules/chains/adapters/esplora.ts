import { readTransactionId } from '../model/bitcoin-transactions.ts'
import { listSightings, mapTargets, toChainTransaction } from './bitcoin-transactions.ts'
import { type ChainProvider, ChainProviderError } from './chain-provider.ts'
import * as answers from './esplora-answers.ts'
import { createEsploraApi, type EsploraApi, type EsploraOptions, toBlock } from './esplora-api.ts'
import { readCurrentBalance, readPastBalance } from './esplora-balance.ts'
import { assertUnchanged, observeAddresses } from './esplora-observe.ts'

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

/** Makes the calls for payouts: what can be spent, at which fee, and sending. */
function createPayoutCalls(api: EsploraApi, name: string, open: () => Promise<void>) {
  return {
    listUnspent: async (address: string) => {
      await open()
      const path = `/address/${address}/utxo`
      const found = await api.readJson(path, 'unspent outputs', answers.unspent)

      return found.map(({ txid, vout, value, status }) => ({
        txid,
        outputIndex: vout,
        address,
        units: BigInt(value),
        block: toBlock(status),
      }))
    },

    estimateFeeRates: async () => {
      await open()
      const rates = await api.readJson('/fee-estimates', 'fee rates', answers.feeEstimates)
      return new Map(Object.entries(rates).map(([blocks, rate]) => [Number(blocks), rate]))
    },

    readRawTransaction: async (txid: string) => {
      await open()
      const path = `/tx/${txid}/hex`
      const rawHex = await api.readText(path, 'a transaction', answers.rawTransaction)
      if (readTransactionId(rawHex) !== txid)
        throw new ChainProviderError('invalid', `${name} answered another transaction`)

      return rawHex
    },

    broadcast: async (rawHex: string) => {
      const txid = readTransactionId(rawHex)
      await open()
      const { status, text } = await api.send('/tx', rawHex)
      if (status === 200 && text.trim() === txid) return txid
      if (status >= 500) throw new ChainProviderError('unreachable', `${name} answered ${status}`)
      // the node refuses one that it has
      if (await api.findTransaction(txid)) return txid

      throw new ChainProviderError('rejected', `${name} refused it: ${text.slice(0, 300)}`)
    },
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
