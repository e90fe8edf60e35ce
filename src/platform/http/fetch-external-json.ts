import { parseExactJson } from '#lib/exact-json.ts'

/** A failed request to an external service; logged, never shown to a member. */
export class ExternalServiceError extends Error {}

type ExternalRequest = {
  /** Scheme, host and port; a request to any other is rejected. */
  base: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: unknown
  timeoutMs?: number
  maxBytes?: number
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1 << 20

/**
 * Fetches JSON from an external service and trusts nothing about it: the host is pinned, redirects
 * are not followed, the request ends after five seconds and the answer after a megabyte. Numbers
 * are returned as their exact texts.
 */
export async function fetchExternalJson(request: ExternalRequest): Promise<unknown> {
  const { base, path, headers, body, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = request
  const url = new URL(path, base)
  if (url.origin !== new URL(base).origin)
    throw new ExternalServiceError(`${path} leads away from ${base}`)

  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      'user-agent': 'Candor',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })

  try {
    assertJson(response)
    return parseExactJson(await readText(response, maxBytes))
  } finally {
    if (!response.bodyUsed) await response.body?.cancel()
  }
}

function assertJson({ status, headers }: Response) {
  if (status !== 200) throw new ExternalServiceError(`answered ${status}`)
  const type = headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new ExternalServiceError(`answered ${type || 'no content type'}`)
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0

  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new ExternalServiceError(`answered more than ${maxBytes} bytes`)
    text += decoder.decode(part, { stream: true })
  }

  return text + decoder.decode()
}

/**
 * Sends JSON to the address of an external service, which may be a secret: errors name the host
 * alone. Redirects are not followed, the request ends after five seconds, and the answer is not
 * read. Throws `ExternalServiceError` unless it is 2xx.
 */
export async function postExternalJson(
  url: string,
  body: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const { host } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Candor' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new ExternalServiceError(`${host} can’t be reached (${describeFailure(error)})`)
  })

  await response.body?.cancel()
  if (!response.ok) throw new ExternalServiceError(`${host} answered ${response.status}`)
}

/** Errors of `fetch` name the reason in their cause; their own text may have the address. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'

  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}
