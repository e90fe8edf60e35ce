import type { z } from 'zod'
import { parseExternalJson } from '#platform/http/fetch-external-json.ts'
import type { BitcoinNetwork } from '../model/bitcoin-networks.ts'
import { ChainProviderError } from './chain-provider.ts'
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
export function createRequests({ name, url, timeoutMs = TIMEOUT_MS }: EsploraOptions) {
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
const isPlain = (type: string) => /^text\/plain\b/i.test(type)

const createStatusError = (name: string, status: number) =>
  new ChainProviderError(status >= 500 ? 'unreachable' : 'invalid', `${name} answered ${status}`)

export function parseJson(name: string, answer: Parameters<typeof parseExternalJson>[0]): unknown {
  try {
    return parseExternalJson(answer)
  } catch (cause) {
    throw new ChainProviderError('invalid', `${name} answered no JSON`, { cause })
  }
}
