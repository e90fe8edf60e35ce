import { z } from 'zod'
import { fetchExternalJson } from '#platform/http/fetch-external-json.ts'
import { ChainProviderError } from './chain-provider.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

export type RpcCall = { method: string; params: readonly unknown[] }

export type JsonRpcOptions = {
  /** The address of the node; its path, query and login may be secrets and are never shown. */
  url: string
  headers?: Record<string, string>
  /** Calls in one request; 1 for a node without batches. */
  batchSize?: number
  timeoutMs?: number
}

export type JsonRpc = ReturnType<typeof createJsonRpc>

const MAX_BYTES = 32 << 20
const TIMEOUT_MS = 15_000
const answerSchema = z.object({
  id: z.number().int(),
  result: z.unknown().optional(),
  error: z.object({ code: z.coerce.number(), message: z.string() }).nullish(),
})

/**
 * Returns a client of a node's JSON-RPC. Every call throws `ChainProviderError` unless the node
 * answers with a result of the given schema.
 */
export function createJsonRpc({ url, headers, batchSize = 20, timeoutMs }: JsonRpcOptions) {
  const { origin, pathname, search, username, password } = new URL(url)
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username && { authorization: `Basic ${login.toString('base64')}` }

  const post = async (body: unknown): Promise<unknown> => {
    try {
      return await fetchExternalJson({
        base: origin,
        path: pathname + search,
        headers: { ...authorization, ...headers },
        body,
        timeoutMs: timeoutMs ?? TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
    } catch (cause) {
      throw new ChainProviderError('unreachable', describeFailure(cause), { cause })
    }
  }

  const sendBatch = async (calls: readonly RpcCall[]): Promise<unknown[]> => {
    const requests = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const answer = await post(batchSize === 1 ? requests[0] : requests)
    const answers = parseAnswer(
      answerSchema.array(),
      Array.isArray(answer) ? answer : [answer],
      'answer',
    )

    return calls.map(({ method }, id) => {
      const found = answers.find((candidate) => candidate.id === id) ?? answers[0]
      if (found?.error) throw new RpcAnswerError(method, found.error.code, found.error.message)
      if (found?.id !== id) throw new ChainProviderError('invalid', `${method}: no answer`)
      return found.result
    })
  }

  /** Sends the calls in as few requests as the node takes; results are in their order. */
  const sendAll = async <Schema extends z.ZodType>(
    calls: readonly RpcCall[],
    schema: Schema,
  ): Promise<z.output<Schema>[]> => {
    const results: z.output<Schema>[] = []
    for (let at = 0; at < calls.length; at += batchSize) {
      const batch = calls.slice(at, at + batchSize)
      const answers = await sendBatch(batch)
      results.push(
        ...answers.map((answer, index) =>
          parseAnswer(schema, answer, batch[index]?.method ?? 'answer'),
        ),
      )
    }

    return results
  }

  const send = async <Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>> =>
    parseAnswer(schema, (await sendBatch([{ method, params }]))[0], method)

  return { send, sendAll }
}

/** Parses what a provider answered. Throws `ChainProviderError` naming the place in `what`. */
export function parseAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  what: string,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(answer)
  if (success) return data

  const [issue] = error.issues
  const place = issue?.path.join('.') ?? ''
  throw new ChainProviderError('invalid', `${what}: ${place} ${issue?.message ?? ''}`)
}

/** Describes why a request failed, without its address, which may contain a key. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error.name === 'SyntaxError') return 'answered no JSON'
  return error.message === 'fetch failed' ? 'no connection' : error.message.slice(0, 200)
}
