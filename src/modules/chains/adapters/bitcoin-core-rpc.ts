import { z } from 'zod'
import type { BitcoinNetwork } from '../model/bitcoin-networks.ts'
import { CoreRpcError, parseReply, type Reply, reply } from './bitcoin-core-replies.ts'
import { ChainProviderError } from './chain-provider.ts'
import { parseAnswer, requestProvider } from './provider-requests.ts'

export type BitcoinCoreOptions = {
  name: string
  /** The address of its JSON-RPC with its login. */
  url: string
  network: BitcoinNetwork
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000
/** A full block with its transactions as JSON. */
const MAX_BYTES = 64 << 20

/** Errors that say that the node isn't ready: it starts, or has no connections. */
const NOT_READY = new Set([-9, -10, -28])

/** Makes calls of Bitcoin Core's JSON-RPC, alone or in batches. */
export function createCoreRpc({ name, url, timeoutMs = TIMEOUT_MS }: BitcoinCoreOptions) {
  const { origin, pathname, username, password } = new URL(url)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = username
    ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
    : undefined

  const post = async (body: unknown, limitMs: number) => {
    const answer = await requestProvider(name, {
      base: origin,
      path: pathname,
      body,
      timeoutMs: limitMs,
      maxBytes: MAX_BYTES,
      ...(headers && { headers }),
    })

    return parseReply(name, answer)
  }

  const read = <Schema extends z.ZodType>(method: string, schema: Schema, answer: Reply) => {
    if (answer.error) {
      if (NOT_READY.has(answer.error.code))
        throw new ChainProviderError('behind', `${name} isn’t ready: ${answer.error.message}`)
      throw new CoreRpcError(answer.error)
    }

    return parseAnswer(name, `that of ${method}`, schema, answer.result)
  }

  return {
    /** Makes one call. Throws `CoreRpcError` if Core refuses it. */
    call: async <Schema extends z.ZodType>(
      method: string,
      params: readonly unknown[],
      schema: Schema,
      limitMs = timeoutMs,
    ): Promise<z.infer<Schema>> => {
      const body = { jsonrpc: '1.0', id: 1, method, params }
      const answer = parseAnswer(name, 'that of a call', reply, await post(body, limitMs))

      return read(method, schema, answer)
    },

    /** Makes many calls of one method; null for each that Core refuses. */
    batch: async <Schema extends z.ZodType>(
      method: string,
      calls: readonly (readonly unknown[])[],
      schema: Schema,
    ): Promise<(z.infer<Schema> | null)[]> => {
      if (calls.length === 0) return []

      const body = calls.map((params, id) => ({ jsonrpc: '1.0', id, method, params }))
      const answered = await post(body, timeoutMs)
      const replies = parseAnswer(name, 'that of a batch', z.array(reply), answered)
      const byId = new Map(replies.map((one) => [one.id, one]))

      return calls.map((_, id) => {
        const answer = byId.get(id)
        if (!answer) throw new ChainProviderError('invalid', `${name} left out a call of a batch`)

        return answer.error && !NOT_READY.has(answer.error.code)
          ? null
          : read(method, schema, answer)
      })
    },
  }
}

export type CoreRpc = ReturnType<typeof createCoreRpc>
