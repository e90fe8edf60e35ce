import { z } from 'zod'
import { BITCOIN_NETWORKS } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip } from '../model.ts'
import { allowsReplacement, type BitcoinTransaction } from './bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'
import * as answers from './esplora-answers.ts'
import { createRequests, type EsploraOptions, parseJson } from './esplora-requests.ts'
import { parseAnswer } from './provider-requests.ts'

/** Makes the calls of Esplora's REST API. */
export function createEsploraApi(options: EsploraOptions) {
  const { name, network } = options
  const requests = createRequests(options)
  const { find, readText, readJson } = requests

  return {
    ...requests,

    readTip: async (): Promise<ChainTip> => {
      const tip = await readText('/blocks/tip/hash', 'a block hash', answers.hash)
      const block = await readJson(`/block/${tip}`, 'a block', answers.block)
      if (block.id !== tip) throw new ChainProviderError('invalid', `${name} mixes up blocks`)

      return { height: block.height, hash: tip, at: toDate(block.timestamp), finalHeight: null }
    },

    readBlockHash: (height: number) =>
      readText(`/block-height/${height}`, 'a block hash', answers.hash),

    readTransactions: async (path: string): Promise<BitcoinTransaction[]> => {
      const found = await readJson(path, 'transactions', z.array(answers.transaction))
      return found.map(toTransaction)
    },

    findTransaction: async (txid: string): Promise<BitcoinTransaction | null> => {
      const answer = await find(`/tx/${txid}`)
      if (!answer) return null

      const json = parseJson(name, answer)
      const found = parseAnswer(name, 'a transaction', answers.transaction, json)
      if (found.txid !== txid)
        throw new ChainProviderError('invalid', `${name} answered another transaction`)

      return toTransaction(found)
    },

    /** Throws unless the provider serves this network: its first block is the network's. */
    assertNetwork: async () => {
      const first = await readText('/block-height/0', 'a block hash', answers.hash)
      if (first !== BITCOIN_NETWORKS[network].genesis)
        throw new ChainProviderError('invalid', `${name} serves another chain than ${network}`)
    },
  }
}

export type EsploraApi = ReturnType<typeof createEsploraApi>

export const toBlock = (status: answers.EsploraStatus): BlockRef | null =>
  status.confirmed
    ? { height: status.block_height, hash: status.block_hash, at: toDate(status.block_time) }
    : null

function toTransaction({
  txid,
  vin,
  vout,
  status,
}: answers.EsploraTransaction): BitcoinTransaction {
  return {
    txid,
    block: toBlock(status),
    outputs: vout.map(({ scriptpubkey, value }, index) => ({
      index,
      script: scriptpubkey,
      units: BigInt(value),
    })),
    spends: vin.map((input) => `${input.txid}:${input.vout}`),
    signalsReplacement: allowsReplacement(vin),
  }
}

const toDate = (seconds: number) => new Date(seconds * 1_000)
