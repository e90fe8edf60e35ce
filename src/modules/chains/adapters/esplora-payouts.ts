import { readTransactionId } from '../model/bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'
import * as answers from './esplora-answers.ts'
import { type EsploraApi, toBlock } from './esplora-api.ts'

/** Makes the calls for payouts: what can be spent, at which fee, and sending. */
export function createPayoutCalls(api: EsploraApi, name: string, open: () => Promise<void>) {
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
