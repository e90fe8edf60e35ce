import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import type { AnyRouter } from '@orpc/server'
import { z } from 'zod'
import { MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { assertNoPrivateKey } from '#lib/private-keys.ts'
import type { App } from '../app.ts'
import { readBody, readQuery, readRawBody } from './body.ts'
import { type CallLogContext, createRefusalResponse, logRefusal } from './call-refusals.ts'
import type { CallMeta } from './contract.ts'
import { toErrorBeforeCall } from './errors.ts'
import { download } from './file.ts'
import type { AdminOnCall, ResolveSession, Session } from './http.ts'
import { type BodyPlace, openBodyPlace } from './large-bodies.ts'
import { recordCaller, recordRoute } from './log.ts'
import { openRateLimiter } from './rate-limiter.ts'
import { assertSameOrigin } from './request-sanity.ts'
import { type CallRequest, createCallContext, runCall, runMoneyCall } from './run-call.ts'
import { countUploadedBytes } from './uploaded-bytes.ts'

/** A file that staff download, with what they sent to get it. */
export type StaffDownload = { file: File; input: Readonly<Record<string, unknown>> }

export type CallsOptions = {
  app: App
  router: AnyRouter
  resolveSession: ResolveSession
  /** Finds a session without counting as its use: for the automatic reads of an idle page. */
  peekSession: ResolveSession
  /** Throws before a live installation opens to members. */
  assertOpen(): Promise<void>
  /** Throws when money can't be moved at present. */
  moneyGate(app: App): Promise<void>
  /** Throws when the caller must authenticate again before moving money. */
  enforceStepUp(app: App, session: Session): Promise<void>
  /** Records a file that staff download, before it is sent; without a record nothing is sent. */
  recordDownload(app: App, admin: AdminOnCall, download: StaffDownload): Promise<void>
}

const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD'])

/**
 * Opens the single entry of every call: match, session, permission, body, call, answer. Never
 * throws.
 */
export function openCalls(options: CallsOptions) {
  const { app, router, moneyGate, enforceStepUp, recordDownload } = options
  const countCall = openRateLimiter(app, { max: app.config.CALLS_PER_PERSON, windowMs: MINUTE_MS })
  const matcher = new StandardOpenAPIMatcher()
  matcher.init(router)

  return async (raw: Request, path: string, request: CallRequest): Promise<Response> => {
    const reply = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    const logContext: CallLogContext = {}
    const place = openBodyPlace(request.ip)
    let hasStarted = false

    try {
      const method = raw.method === 'HEAD' ? 'GET' : raw.method
      const match = await matcher.match(method, `/${path.replace(/^\/+|\/+$/g, '')}`)
      if (!match) throw new DomainError('not_found', 404, 'This API call doesn’t exist.')

      logContext.call = match.path.join('.')

      recordRoute(request, `/api${match.procedure['~orpc'].route.path}`)

      const meta = match.procedure['~orpc'].meta as CallMeta
      const session = await findSession(options, raw, meta)

      if (session) {
        logContext.who = session.who.id
        recordCaller(request, session.who.id)
        await countCall('calls-of', session.who.id)
      }

      if (!meta.beforeOpening) await options.assertOpen()
      authorise(meta, session)
      assertSameOrigin(raw, app.config.PUBLIC_URL)
      if (meta.money && !meta.whileFrozen) await moneyGate(app)
      if (meta.money && session) await enforceStepUp(app, session)

      const { fields, body } = await readInput(raw, match.procedure['~orpc'], meta, place)
      if (meta.upload && session?.who.kind === 'member')
        await countUploadedBytes(app, session.who.id, fields)

      const input = buildInput(fields, match.params)

      const context = createCallContext(app, session, body ? { ...request, body } : request, reply)
      hasStarted = true
      const answer = meta.money
        ? await runMoneyCall(match.procedure, match.path, context, input)
        : await runCall(match.procedure, match.path, context, input)
      if (answer.file) {
        if (session?.who.kind === 'admin')
          await recordDownload(app, session.who, { file: answer.file, input })
        return download(answer.file, reply)
      }

      if (answer.status >= 400)
        logRefusal(app, request, {
          ...logContext,
          status: answer.status,
          code: JSON.parse(answer.text).code,
        })

      return new Response(answer.text, { status: answer.status, headers: reply })
    } catch (error) {
      const failure = hasStarted ? error : toErrorBeforeCall(error)
      return createRefusalResponse(app, request, logContext, failure, reply)
    } finally {
      place.release()
    }
  }
}

/** Finds the session of a call. An idle page that reads again by itself doesn't extend it. */
function findSession(options: CallsOptions, { headers }: Request, meta: CallMeta) {
  const idle = headers.has('x-untouched') && !headers.has('authorization')
  const find = idle ? options.peekSession : options.resolveSession
  return find(options.app, headers, getSessionKind(meta))
}

const getSessionKind = ({ who }: CallMeta) =>
  who === 'anyone' ? undefined : who === 'member' ? 'member' : 'admin'

/** Enforces the contract's `who`; throws 401 or 403. */
function authorise(meta: CallMeta, session: Session | null) {
  if (meta.who === 'anyone') return
  if (!session) throw new DomainError('signed_out', 401, 'Please log in to continue.')

  const { who } = session
  if (session.awaits && !meta.whileAwaited) throw session.awaits

  if (meta.who === 'member') {
    if (who.kind !== 'member') throw new DomainError('forbidden', 403, 'Only members can do this.')
  } else if (who.kind !== 'admin' || !meta.who.includes(who.role))
    throw new DomainError('forbidden', 403, describeMissingRole(meta, session))
}

const describeMissingRole = (meta: CallMeta, { who }: Session) =>
  meta.personalFile && who.kind === 'admin'
    ? `Your role (${who.role}) can’t download files with personal data.`
    : 'Your role does not allow this.'

type CallInput = { fields: Record<string, unknown>; body?: Uint8Array }

/** Reads the fields of a call, or the bytes of a body whose signature the handler checks. */
async function readInput(
  raw: Request,
  procedure: { inputSchema?: unknown },
  meta: CallMeta,
  place: BodyPlace,
): Promise<CallInput> {
  if (meta.rawBody) return { fields: {}, body: await readRawBody(raw, place) }
  if (METHODS_WITHOUT_BODY.has(raw.method)) return { fields: readQuery(new URL(raw.url)) }

  return { fields: await readBody(raw, findUpload(procedure, meta), place) }
}

/** Returns the upload that a call takes, with the name of its field; undefined for other calls. */
const findUpload = ({ inputSchema }: { inputSchema?: unknown }, { upload }: CallMeta) =>
  upload && { fileField: findFileField(inputSchema) }

/** Returns the name of the field with a file in the input of a call. */
function findFileField(input: unknown): string | undefined {
  const fields = input instanceof z.ZodObject ? Object.entries(input.shape) : []

  return fields.find(([, schema]) => isFileSchema(schema))?.[0]
}

function isFileSchema(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isFileSchema(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.some(isFileSchema)

  return schema instanceof z.ZodFile
}

/**
 * Merges the fields of a call with those of its address. Throws if one looks like a private key.
 */
function buildInput(fields: Record<string, unknown>, params: Record<string, string> | undefined) {
  const input = { ...fields, ...cleanParams(params) }
  assertNoPrivateKey(input)

  return input
}

function cleanParams(params: Record<string, string> | undefined): Record<string, string> {
  for (const value of Object.values(params ?? {}))
    if (value.includes('\0')) throw new DomainError('not_found', 404, 'Not found.')
  return params ?? {}
}
