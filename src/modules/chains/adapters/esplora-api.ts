import { z } from 'zod'
import { parseExternalJson } from '#platform/http/fetch-external-json.ts'
import { BITCOIN_NETWORKS, type BitcoinNetwork } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip } from '../model.ts'
import { allowsReplacement, type BitcoinTransaction } from './bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'
import * as answers from './esplora-answers.ts'
import { parseAnswer, requestProvider } from './provider-requests.ts'

export type EsploraOptions = {
  name: string
  /** The address of its REST API, with its path, often `/api`. */
  url: string
  network: BitcoinNetwork
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** A page of an address has up to 75 transactions, each of which can have thousands of outputs. */
const MAX_BYTES = 32 << 20
const MISSING = /not found/i

/** Sends requests, each answer checked against its documented shape. */
function createRequests({ name, url, timeoutMs = TIMEOUT_MS }: EsploraOptions) {
  const prefix = new URL(url).pathname.replace(/\/$/, '')

  const request = (path: string, text?: string) =>
    requestProvider(name, {
      base: new URL(url).origin,
      path: `${prefix}${path}`,
      timeoutMs,
      maxBytes: MAX_BYTES,
      headers: { accept: 'application/json, text/plain' },
      ...(text !== undefined && { text }),
    })

  /** Returns null if the provider says in its own words that there is no such thing. */
  const find = async (path: string) => {
    const answer = await request(path)
    if (answer.status === 404 && isPlain(answer.type) && MISSING.test(answer.text)) return null
    if (answer.status !== 200) throw createStatusError(name, answer.status)

    return answer
  }

  const get = async (path: string) => {
    const answer = await find(path)
    if (!answer) throw createStatusError(name, 404)

    return answer
  }

  const readText = async <Schema extends z.ZodType>(path: string, what: string, schema: Schema) => {
    const { type, text } = await get(path)
    if (!isPlain(type)) throw new ChainProviderError('invalid', `${name} answered ${type}`)

    return parseAnswer(name, what, schema, text.trim())
  }

  const readJson = async <Schema extends z.ZodType>(path: string, what: string, schema: Schema) =>
    parseAnswer(name, what, schema, parseJson(name, await get(path)))

  return { find, readText, readJson, send: request }
}

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
const isPlain = (type: string) => /^text\/plain\b/i.test(type)

const createStatusError = (name: string, status: number) =>
  new ChainProviderError(status >= 500 ? 'unreachable' : 'invalid', `${name} answered ${status}`)

function parseJson(name: string, answer: Parameters<typeof parseExternalJson>[0]): unknown {
  try {
    return parseExternalJson(answer)
  } catch (cause) {
    throw new ChainProviderError('invalid', `${name} answered no JSON`, { cause })
  }
}
