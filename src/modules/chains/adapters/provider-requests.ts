import type { z } from 'zod'
import {
  describeFailure,
  type ExternalAnswer,
  type ExternalRequest,
  ExternalServiceError,
  requestExternal,
} from '#platform/http/fetch-external-json.ts'
import { ChainProviderError } from './chain-provider.ts'

/** Sends a request to a provider. Throws `ChainProviderError` unless an answer arrives. */
export async function requestProvider(
  name: string,
  request: ExternalRequest,
): Promise<ExternalAnswer> {
  const answer = await requestExternal(request).catch((error: unknown) => {
    if (error instanceof ExternalServiceError)
      throw new ChainProviderError('invalid', `${name} ${error.message}`)

    const why = error instanceof Error ? describeFailure(error) : 'no answer'
    throw new ChainProviderError('unreachable', `${name} can’t be reached (${why})`)
  })

  if (answer.status === 429)
    throw new ChainProviderError('unreachable', `${name} limits the number of requests (429)`)

  return answer
}

/** Checks an answer's shape. Throws `ChainProviderError` if it isn't what is documented. */
export function parseAnswer<Schema extends z.ZodType>(
  name: string,
  what: string,
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const { success, data } = schema.safeParse(value)
  if (!success)
    throw new ChainProviderError('invalid', `${name} answered something else than ${what}`)

  return data
}

/**
 * Maps items with a limited number of calls at a time, in order; the first failure ends it and is
 * thrown.
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  let failed = false

  const work = async () => {
    for (const [index, item] of waiting) {
      if (failed) return
      results[index] = await map(item)
    }
  }

  const workers = Array.from({ length: Math.min(limit, items.length) }, () =>
    work().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  await Promise.all(workers)

  return results
}
