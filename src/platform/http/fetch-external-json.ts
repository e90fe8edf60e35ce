import { parseExactJson } from '#lib/exact-json.ts'

/** What an outside feed did instead of answering; never shown to a member, only logged. */
export class FeedFailure extends Error {}

type Ask = {
  /** Scheme, host and port that alone are spoken to. */
  base: string
  path: string
  headers?: Record<string, string>
  timeoutMs?: number
  maxBytes?: number
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 1 << 20

/**
 * Asks something outside the house for JSON and trusts nothing about it: the host is pinned, a
 * redirect isn't followed, silence ends after five seconds and the answer after a megabyte. Numbers
 * arrive as their exact texts.
 */
export async function fetchExternalJson(ask: Ask): Promise<unknown> {
  const { base, path, headers, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = ask
  const url = new URL(path, base)
  if (url.origin !== new URL(base).origin) throw new FeedFailure(`${path} leads away from ${base}`)

  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'Candor', ...headers },
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
  if (status !== 200) throw new FeedFailure(`answered ${status}`)
  const type = headers.get('content-type') ?? ''
  if (!/^application\/json\b/i.test(type))
    throw new FeedFailure(`answered ${type || 'no content type'}`)
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0

  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new FeedFailure(`answered more than ${maxBytes} bytes`)
    text += decoder.decode(part, { stream: true })
  }

  return text + decoder.decode()
}
