import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#lib/errors.ts'
import type { Clock } from '#platform/clock.ts'
import {
  type ExternalAnswer,
  ExternalServiceError,
  requestExternal,
} from '#platform/http/fetch-external-json.ts'

export type SumsubOptions = {
  clock: Pick<Clock, 'now'>
  base: string
  appToken: string
  secretKey: string
  webhookSecret: string
  /** The names of Sumsub's levels. */
  levels: Readonly<Record<string, string>>
  timeoutMs?: number
}

export type SumsubRequest = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown }

const DEFAULT_TIMEOUT_MS = 15_000

/**
 * Sends a request with the app token and the signature of time, method, path and body. Returns the
 * answer of any status but 401, 403 and 5xx, which throw.
 */
export async function requestSumsub(
  { clock, base, appToken, secretKey, timeoutMs = DEFAULT_TIMEOUT_MS }: SumsubOptions,
  { method, path, body }: SumsubRequest,
): Promise<ExternalAnswer> {
  const seconds = String(Math.floor(clock.now().getTime() / 1_000))
  const text = body === undefined ? '' : JSON.stringify(body)
  const signature = createHmac('sha256', secretKey)
    .update(`${seconds}${method}${path}${text}`)
    .digest('hex')

  const answer = await requestExternal({
    base,
    path,
    method,
    timeoutMs,
    ...(body !== undefined && { body }),
    headers: {
      'X-App-Token': appToken,
      'X-App-Access-Sig': signature,
      'X-App-Access-Ts': seconds,
    },
  })
  if (answer.status === 401 || answer.status === 403 || answer.status >= 500)
    throw new ExternalServiceError(`Sumsub answered ${answer.status}`)

  return answer
}

/** Computes the digest by an algorithm that Sumsub names; null for SHA-1 and others. */
function computeDigest(algorithm: string | null, secret: string, body: Uint8Array): Buffer | null {
  if (algorithm === 'HMAC_SHA256_HEX') return createHmac('sha256', secret).update(body).digest()
  if (algorithm === 'HMAC_SHA512_HEX') return createHmac('sha512', secret).update(body).digest()

  return null
}

/** Throws `bad_signature` (401) unless a webhook's body was signed with the secret. */
export function assertSumsubSignature(secret: string, body: Uint8Array, headers: Headers): void {
  const stated = Buffer.from(headers.get('x-payload-digest') ?? '', 'hex')
  const computed = computeDigest(headers.get('x-payload-digest-alg'), secret, body)
  if (computed?.length === stated.length && timingSafeEqual(computed, stated)) return

  throw new DomainError('bad_signature', 401, 'The signature of this event is wrong.')
}
