import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FileStorageUnavailable } from './files.ts'
import type { S3Options } from './s3-options.ts'

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The whole key of an object; the bucket itself without one. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  content?: Uint8Array
  /** The maximum size of the answer. */
  maxBytes: number
}

export type S3Answer = { status: number; headers: Headers; content: Uint8Array }

const MAX_TRIES = 3
const RETRY_PAUSE_MS = 250

/** No try begins after so many timeouts: a transaction that waits must end within a minute. */
const RETRY_WINDOW_TIMEOUTS = 1.5

const TIMEOUT_MS_PER_MB = 1_000

/** Answers after which the same request may work. */
const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504])

const EMPTY = new Uint8Array()

export const hashContent = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/**
 * Sends one request to the bucket and returns its answer, whatever its status. Each of them is
 * idempotent: it is repeated when the connection breaks, when time runs out and after a transient
 * status. Throws `FileStorageUnavailable` when no try was answered completely.
 */
export async function sendS3Request(options: S3Options, request: S3Request): Promise<S3Answer> {
  const startedAt = performance.now()
  const retryWindowMs = RETRY_WINDOW_TIMEOUTS * options.timeoutMs

  for (let tries = 1; ; tries += 1) {
    const answer = await tryRequest(options, request).catch((error: unknown) =>
      toUnavailable(options, error),
    )
    const isLast = tries === MAX_TRIES || performance.now() - startedAt > retryWindowMs

    if (answer instanceof FileStorageUnavailable) {
      if (isLast) throw answer
    } else if (isLast || !TRANSIENT_STATUSES.has(answer.status)) return answer

    await pause(RETRY_PAUSE_MS * tries)
  }
}

/**
 * Returns whether an object can be read without a signature. Throws `FileStorageUnavailable` when
 * there is no answer.
 */
export async function isReadableByAnyone(options: S3Options, key: string): Promise<boolean> {
  const response = await fetch(buildAddress(options, key), {
    redirect: 'manual',
    signal: AbortSignal.timeout(options.timeoutMs),
  }).catch((error: unknown) => {
    throw toUnavailable(options, error)
  })
  await response.body?.cancel()

  return response.status === 200
}

async function tryRequest(options: S3Options, request: S3Request): Promise<S3Answer> {
  const { method, content = EMPTY, maxBytes } = request
  const headers = await signRequest(options, request)
  const abort = new AbortController()
  const startTimer = (bytes: number) =>
    setTimeout(() => abort.abort(), options.timeoutMs + (bytes / 1e6) * TIMEOUT_MS_PER_MB)
  let timer = startTimer(content.length)

  try {
    const response = await fetch(buildAddress(options, request.key, request.query), {
      method,
      headers,
      ...(method === 'PUT' && { body: Uint8Array.from(content) }),
      redirect: 'manual',
      signal: abort.signal,
    })

    clearTimeout(timer)
    const length = Number(response.headers.get('content-length')) || 0
    timer = startTimer(Math.min(length, maxBytes))

    return {
      status: response.status,
      headers: response.headers,
      content: await readContent(response, maxBytes),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the headers with a signature of version 4, which includes the hash of the content. */
async function signRequest(options: S3Options, request: S3Request): Promise<Headers> {
  const { headers } = await new AwsV4Signer({
    method: request.method,
    url: buildAddress(options, request.key, request.query),
    headers: {
      ...request.headers,
      'x-amz-content-sha256': hashContent(request.content ?? EMPTY),
    },
    service: 's3',
    region: options.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
  }).sign()

  headers.set('accept-encoding', 'identity')

  return headers
}

/** Returns the address of an object, or of the bucket. */
export function buildAddress(
  { endpoint, bucket, isPathStyle }: Pick<S3Options, 'endpoint' | 'bucket' | 'isPathStyle'>,
  key = '',
  query: Record<string, string> = {},
): string {
  const url = new URL(endpoint)

  if (!isPathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = [...(isPathStyle ? [bucket] : []), ...(key ? [key] : [])].join('/')
  url.search = new URLSearchParams(query).toString()

  return url.toString()
}

async function readContent(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0

  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }

  return Buffer.concat(parts, length)
}

/** Returns the error of a try without a complete answer. */
function toUnavailable({ endpoint }: S3Options, error: unknown): FileStorageUnavailable {
  const why =
    error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
      ? 'no complete answer in time'
      : describeCause(error)
  return new FileStorageUnavailable(`${new URL(endpoint).host}: ${why}`, error)
}

/** Errors of `fetch` name the reason in their cause, by a code where they have one. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}
