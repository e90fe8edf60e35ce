import addresses from 'virtual:call-addresses'
import type { ClientLink } from '@orpc/client'
import { parseExactJson, writeExactJson } from '#lib/exact-json.ts'
import { isUntouched } from './activity.ts'
import { createUnknownSaveError, createUnreachedError, toCallError } from './call-error.ts'
import { getPendingKey } from './pending-keys.ts'
import { repeatUntilKnown } from './repeat.ts'
import { redirectToLogin } from './signed-out.ts'
import { requestStepUp } from './step-up.ts'
import { type TextResponse, upload } from './upload.ts'

type Fields = Record<string, unknown>
type Sending = { url: string; init: RequestInit; clear?: () => void }

/** Options of a call besides its input. */
export type CallContext = {
  /** Called with the share of an upload that has been sent, from 0 to 1. */
  onSent?: (share: number) => void
}

const toFieldText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value)

/** Puts fields into the path where it names them; the rest goes into the body or the query. */
function place(path: string, input: unknown): { path: string; rest: Fields } {
  const rest: Fields = { ...(input as Fields | undefined) }
  const placed = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = toFieldText(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })

  return { path: `/api${placed}`, rest }
}

const pickPresent = (fields: Fields) =>
  Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)

function toFormData(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of pickPresent(fields))
    form.append(name, value instanceof Blob ? value : toFieldText(value))
  return form
}

function prepare(call: string, input: unknown, signal: AbortSignal | undefined): Sending {
  const address = addresses[call]
  if (!address) throw new Error(`There is no call ${call}: add its contract to src/contract.ts.`)

  const [method, template, flags] = address
  const { path, rest } = place(template, input)
  const headers: Record<string, string> = { accept: 'application/json' }
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null }

  if (method === 'GET') {
    if (isUntouched()) headers['x-untouched'] = '1'
    const query = new URLSearchParams(
      pickPresent(rest).map(([name, value]) => [name, toFieldText(value)]),
    ).toString()
    return { url: query ? `${path}?${query}` : path, init }
  }

  if (flags.includes('u')) init.body = toFormData(rest)
  else {
    headers['content-type'] = 'application/json'
    init.body = writeExactJson(rest)
  }

  if (!flags.includes('m')) return { url: path, init }

  const { key, clear: forget } = getPendingKey(call, input)
  headers['idempotency-key'] = key

  return { url: path, init, clear: forget }
}

/**
 * The code of an answer that requires a step-up first: nothing was done, and the same call is sent
 * again.
 */
const STEP_UP = 'step_up_needed'

/** Statuses that the server doesn't store for a key: an earlier attempt may be the outcome. */
const UNSTORED_STATUSES = new Set([400, 401, 403, 429])

/**
 * Returns whether an answer ends the attempt: after a busy or broken server, and after a rejection
 * before the call began, the same key is retried.
 */
const isFinal = (status: number, code: string | undefined) =>
  status < 500 && !UNSTORED_STATUSES.has(status) && code !== 'in_progress' && code !== 'busy'

type Options = { signal: AbortSignal | undefined; context: CallContext }

async function send(call: string, input: unknown, options: Options): Promise<unknown> {
  const sending = prepare(call, input, options.signal)
  const attempt = () => sendOnce(call, sending, options)

  return sending.clear ? await repeatUntilKnown(attempt) : await attempt()
}

async function sendOnce(call: string, sending: Sending, options: Options): Promise<unknown> {
  const { url, init, clear: forget } = sending
  const { signal, context } = options
  const carry = init.body instanceof FormData && context.onSent ? upload : fetchText
  const response = await carry(url, init, context.onSent).catch((error: unknown) => {
    throw signal?.aborted ? error : createUnreachedError()
  })
  const body = readJson(response.text)

  if (response.ok) {
    forget?.()
    return addresses[call]?.[2].includes('d') ? { status: response.status, body } : body
  }

  const refusal = toCallError(response.status, body)
  if (refusal.code === STEP_UP && (await requestStepUp()))
    return await sendOnce(call, sending, options)

  if (isFinal(refusal.status, refusal.code)) forget?.()
  if (refusal.status === 401 && refusal.code === 'signed_out') redirectToLogin(refusal.message)

  throw refusal.code === 'outcome_unknown' && !forget ? createUnknownSaveError() : refusal
}

async function fetchText(url: string, init: RequestInit): Promise<TextResponse> {
  const response = await fetch(url, init)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function readJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Sends the typed calls over HTTP; amounts are sent and received as exact texts. */
export const link: ClientLink<CallContext> = {
  call: (path, input, { signal, context }) => send(path.join('.'), input, { signal, context }),
}
