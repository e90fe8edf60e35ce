import { z } from 'zod'
import { type ExternalAnswer, parseExternalJson } from '#platform/http/fetch-external-json.ts'
import { ChainProviderError } from './chain-provider.ts'

const rpcError = z.object({ code: z.int(), message: z.string() })
export const reply = z.object({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: rpcError.nullish(),
})
export type Reply = z.infer<typeof reply>

/** An answer of Core's that says why a call failed. */
export class CoreRpcError extends Error {
  readonly code: number

  constructor({ code, message }: z.infer<typeof rpcError>) {
    super(message)
    this.code = code
  }
}

/** Core answers 200, and 404 or 500 with JSON that names the error; 401 to a wrong login. */
export function parseReply(name: string, answer: ExternalAnswer): unknown {
  if (answer.status === 401 || answer.status === 403)
    throw new ChainProviderError('unreachable', `${name} doesn’t accept the login`)
  if (![200, 404, 500].includes(answer.status))
    throw new ChainProviderError('unreachable', `${name} answered ${answer.status}`)

  try {
    return parseExternalJson(answer)
  } catch (cause) {
    const reason = answer.status === 200 ? 'invalid' : 'unreachable'
    throw new ChainProviderError(reason, `${name} answered ${answer.status} without JSON`, {
      cause,
    })
  }
}
