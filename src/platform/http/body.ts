import { DomainError } from '#lib/errors.ts'
import { parseExactJson } from '#lib/exact-json.ts'
import { UPLOAD_LIMIT_BYTES } from '../files/uploads.ts'
import { type BodyPlace, LARGE_BODY_BYTES } from './large-bodies.ts'

const KIB = 1024
const JSON_LIMIT = 64 * KIB
/** The largest file plus room for the form around it. */
const UPLOAD_LIMIT = UPLOAD_LIMIT_BYTES + 64 * KIB

const createMalformedError = (message: string) => new DomainError('malformed', 400, message)
const createTooLargeError = ({ bytes, fileField }: BodyLimit) =>
  fileField
    ? new DomainError('file_too_large', 413, 'The file is larger than 10 MB.', fileField)
    : new DomainError('too_large', 413, `A request can be up to ${Math.floor(bytes / KIB)} KiB.`)

/** The most that a body may have, and the field of the file that makes it large. */
type BodyLimit = { bytes: number; fileField?: string | undefined }

/** The time in which a part of a large body has to arrive, and its size. */
const PACE = { windowMs: 5_000, bytes: 20 * KIB } as const

/**
 * Reads the whole body before anything acts on it, and stops at the limit. A large body takes its
 * place before it is read, and ends when it stalls.
 */
async function readBytes(
  request: Request,
  limit: BodyLimit,
  place: BodyPlace,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit.bytes) throw createTooLargeError(limit)
  if (declared > LARGE_BODY_BYTES) place.take()
  if (!request.body) return new Uint8Array()

  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const pace = watchPace(() => void reader.cancel().catch(() => {}))
  const chunks: Uint8Array[] = []
  let size = 0

  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > limit.bytes) throw createTooLargeError(limit)
      if (size > LARGE_BODY_BYTES) place.take()

      pace.count(next.value.byteLength)
      chunks.push(next.value)
    }
  } catch (error) {
    if (error instanceof DomainError) await reader.cancel().catch(() => {})
    if (pace.isStalled()) throw createStalledError()
    throw error instanceof DomainError
      ? error
      : createMalformedError('The request ended before it was complete.')
  } finally {
    pace.stop()
  }

  if (pace.isStalled()) throw createStalledError()
  return Buffer.concat(chunks)
}

const createStalledError = () =>
  new DomainError(
    'too_slow',
    408,
    'The request was interrupted. Nothing was changed. Please send it again.',
  )

/** Calls `stall` once when less than `PACE` arrives within its window. */
function watchPace(stall: () => void) {
  let arrived = 0
  let isStalled = false

  const timer = setInterval(() => {
    if (arrived < PACE.bytes) {
      isStalled = true
      clearInterval(timer)
      stall()
    }
    arrived = 0
  }, PACE.windowMs)
  timer.unref()

  return {
    count: (bytes: number) => {
      arrived += bytes
    },
    isStalled: () => isStalled,
    stop: () => clearInterval(timer),
  }
}

const getContentType = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()

/** Throws for text that PostgreSQL can't store: NUL, and half a surrogate pair in JSON. */
function assertStorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw createMalformedError('A text must not contain a NUL character.')
    if (!value.isWellFormed())
      throw createMalformedError('A text must not contain an incomplete character.')
  } else if (value !== null && typeof value === 'object' && !(value instanceof Blob)) {
    for (const [key, item] of Object.entries(value)) {
      assertStorable(key)
      assertStorable(item)
    }
  }
}

const MAX_DEPTH = 32

function assertShallow(text: string) {
  let depth = 0
  let quoted = false

  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === '{' || character === '[')) depth++
    else if (!quoted && (character === '}' || character === ']')) depth--
    if (depth > MAX_DEPTH) throw createMalformedError('The JSON is nested too deeply.')
  }
}

function parseJson(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    assertShallow(text)
    value = parseExactJson(text)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw createMalformedError('The body is not valid JSON.')
  }

  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw createMalformedError('The body has to be a JSON object.')

  return value as Record<string, unknown>
}

async function parseForm(bytes: Uint8Array, type: string): Promise<Record<string, unknown>> {
  const form = await new Response(bytes as BodyInit, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw createMalformedError('The form could not be read.')
    })

  const fields: Record<string, unknown> = {}
  for (const [name, value] of form.entries()) {
    if (Object.hasOwn(fields, name))
      throw new DomainError('malformed', 400, `The field ${name} was sent twice.`, name)

    Object.defineProperty(fields, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }

  return fields
}

/**
 * Returns the fields of a request's body; none for an empty one. The caller releases the place when
 * the request is handled. Throws 400, 408, 413, 415, 429 or 503.
 */
export async function readBody(
  request: Request,
  upload: false | { fileField: string | undefined },
  place: BodyPlace,
): Promise<Record<string, unknown>> {
  const type = getContentType(request)
  const expectedType = upload ? 'multipart/form-data' : 'application/json'
  if (type && type !== expectedType)
    throw new DomainError('unsupported_type', 415, `This call takes ${expectedType}, not ${type}.`)

  const bytes = await readBytes(
    request,
    upload ? { bytes: UPLOAD_LIMIT, ...upload } : { bytes: JSON_LIMIT },
    place,
  )
  if (bytes.byteLength === 0) return {}
  if (!type)
    throw new DomainError('unsupported_type', 415, `Set the content type to ${expectedType}.`)

  const fields = upload
    ? await parseForm(bytes, request.headers.get('content-type') ?? '')
    : parseJson(bytes)
  assertStorable(fields)

  return fields
}

/** Returns the bytes of a body of at most 64 KiB, of whatever type. Throws as `readBody` does. */
export const readRawBody = (request: Request, place: BodyPlace): Promise<Uint8Array> =>
  readBytes(request, { bytes: JSON_LIMIT }, place)

/** Returns the fields of a query; each may be sent once. */
export function readQuery(url: URL): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of url.searchParams) {
    if (Object.hasOwn(fields, name))
      throw new DomainError('malformed', 400, `The field ${name} was sent twice.`, name)

    Object.defineProperty(fields, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }

  assertStorable(fields)

  return fields
}
