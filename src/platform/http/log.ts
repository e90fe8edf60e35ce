import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { routePath } from 'hono/route'
import { createId } from '#lib/ids.ts'
import type { App } from '../app.ts'
import { observeRequest } from '../monitoring/durations.ts'
import { type Span, trace } from '../monitoring/tracing.ts'
import type { CallContext } from './http.ts'
import { carry } from './request-context.ts'

export type RequestVariables = { Variables: { request: CallContext['request'] } }

const AGENT_MAX = 400

/** Returns the client's address: the peer, or the one that our own proxy reports. */
function getClientAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined
  if (forwarded && isIP(forwarded)) return forwarded
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'in-process'
}

/** Paths whose last part is a secret; it must never reach a log. */
const SECRET_PART =
  /^(\/(?:api\/)?(?:reset-password|confirm|confirm-email|not-me|user\/change|user\/email)\/)[^/]+/

/** Returns a path as it may be logged: without its query and without a token. */
export const redactPath = (path: string) => path.replace(SECRET_PART, '$1[cut]').slice(0, 200)

const callerIds = new WeakMap<CallContext['request'], string>()

/** Records the caller of a request for its log line. */
export const recordCaller = (request: CallContext['request'], id: string) =>
  callerIds.set(request, id)

const patterns = new WeakMap<CallContext['request'], string>()

/** Records the pattern that the address of a request matched, for its duration in the metrics. */
export const recordRoute = (request: CallContext['request'], pattern: string) =>
  patterns.set(request, pattern)

const QUIET = /^\/(assets|healthz|readyz)\b/

/** The number of answers of this process since its start; read by the metrics. */
export const answered = { all: 0, failed: 0, refusedAsTooMany: 0 }

/**
 * Gives each request an id and logs one line about each answer: no body, no query, no token. Work
 * that the request causes carries its id too.
 */
export const requestLog =
  (app: App): MiddlewareHandler<RequestVariables> =>
  async (c, next) => {
    const started = performance.now()
    const id = createId('req')
    c.set('request', {
      id,
      ip: getClientAddress(c, app.config.TRUST_PROXY),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, AGENT_MAX),
      headers: c.req.raw.headers,
    })

    const isQuiet = QUIET.test(c.req.path)
    await carry(id, () => (isQuiet ? next() : traceRequest(c, next)))
    c.res.headers.set('x-request-id', id)
    count(c, performance.now() - started)

    if (isQuiet) return

    const ms = Math.round(performance.now() - started)
    const who = callerIds.get(c.get('request'))
    const path = redactPath(c.req.path)

    app.log.info(
      { request: id, method: c.req.method, path, status: c.res.status, ms, ...(who && { who }) },
      'answered',
    )
  }

function count(c: Context<RequestVariables>, ms: number) {
  const { status } = c.res
  answered.all++
  if (status >= 500) answered.failed++
  if (status === 429) answered.refusedAsTooMany++

  observeRequest({ method: c.req.method, route: getRoute(c), status }, ms)
}

const getRoute = (c: Context<RequestVariables>) => patterns.get(c.get('request')) ?? routePath(c)

/** Answers a request as a span, which is called by the pattern and never by the address. */
const traceRequest = (c: Context<RequestVariables>, next: Next) =>
  trace({ name: c.req.method, kind: 'request' }, async (span: Span) => {
    await next()

    const route = getRoute(c)
    span.describe(
      {
        'http.request.method': c.req.method,
        'http.route': route,
        'http.response.status_code': c.res.status,
        'candor.request_id': c.get('request').id,
      },
      `${c.req.method} ${route}`,
    )
    if (c.res.status >= 500) span.fail()
  })
