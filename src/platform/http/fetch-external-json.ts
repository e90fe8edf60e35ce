import { parseExactJson } from '#lib/exact-json.ts'

/** A failed request to an external service; logged, never shown to a member. */
export class ExternalServiceError extends Error {}

export type ExternalRequest = {
  /** Scheme, host and port; a request to any other is rejected. */
  base: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: unknown
  /** Sent as plain text by POST. */
  text?: string
  /** GET without and POST with a body unless stated. */
  method?: 'GET' | 'POST' | 'PATCH'
  timeoutMs?: number
  maxBytes?: number
}

/** An answer of any status, whose text may be anything. */
export type ExternalAnswer = { status: number; type: string; text: string }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1 << 20
const JSON_TYPE = /^application\/json\b/i

/**
 * Fetches JSON from an external service and trusts nothing about it: the host is pinned, redirects
 * are not followed, the request ends after five seconds and the answer after a megabyte. Numbers
 * are returned as their exact texts.
 */
export async function fetchExternalJson(request: ExternalRequest): Promise<unknown> {
  const { response, maxBytes } = await send(request)

  try {
    assertJson(response)
    return parseExactJson(await readText(response, maxBytes))
  } finally {
    if (!response.bodyUsed) await response.body?.cancel()
  }
}

/**
 * Sends a request with the same limits and returns the answer, of whatever status: the caller
 * decides which ones count. The answer to a redirect is the redirect.
 */
export async function requestExternal(request: ExternalRequest): Promise<ExternalAnswer> {
  const { response, maxBytes } = await send(request)
  const text = await readText(response, maxBytes)

  return { status: response.status, type: response.headers.get('content-type') ?? '', text }
}

/** Reads the JSON of an answer, numbers as their exact texts; throws if it has another type. */
export function parseExternalJson({ type, text }: ExternalAnswer): unknown {
  if (!JSON_TYPE.test(type)) throw new ExternalServiceError(`answered ${type || 'no content type'}`)

  return parseExactJson(text)
}

async function send(request: ExternalRequest) {
  const { base, path, headers, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = request
  const url = new URL(path, base)
  if (url.origin !== new URL(base).origin)
    throw new ExternalServiceError(`${path} leads away from ${base}`)

  const sent = writeBody(request)
  const response = await fetch(url, {
    ...(request.method && { method: request.method }),
    ...(sent && { method: request.method ?? 'POST', body: sent.text }),
    headers: {
      accept: 'application/json',
      'user-agent': 'Candor',
      ...(sent && { 'content-type': sent.type }),
      ...headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })

  return { response, maxBytes }
}

function writeBody({ body, text }: ExternalRequest) {
  if (text !== undefined) return { type: 'text/plain', text }
  if (body !== undefined) return { type: 'application/json', text: JSON.stringify(body) }

  return null
}

function assertJson({ status, headers }: Response) {
  if (status !== 200) throw new ExternalServiceError(`answered ${status}`)
  const type = headers.get('content-type') ?? ''
  if (!JSON_TYPE.test(type)) throw new ExternalServiceError(`answered ${type || 'no content type'}`)
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

/**
 * Returns why `fetch` failed. Its error names the reason in the cause; its text may be a secret.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'

  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}
