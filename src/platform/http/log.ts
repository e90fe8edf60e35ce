import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { createId } from '#lib/ids.ts'
import type { App } from '../app.ts'
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

const QUIET = /^\/(assets|healthz|readyz)\b/

/** The number of answers of this process since its start; read by the metrics. */
export const answered = { all: 0, failed: 0, refusedAsTooMany: 0, seconds: 0 }

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

    await carry(id, next)
    c.res.headers.set('x-request-id', id)
    count(c.res.status, performance.now() - started)

    if (QUIET.test(c.req.path)) return

    const ms = Math.round(performance.now() - started)
    const who = callerIds.get(c.get('request'))
    const path = redactPath(c.req.path)

    app.log.info(
      { request: id, method: c.req.method, path, status: c.res.status, ms, ...(who && { who }) },
      'answered',
    )
  }

function count(status: number, ms: number) {
  answered.all++
  answered.seconds += ms / 1000
  if (status >= 500) answered.failed++
  if (status === 429) answered.refusedAsTooMany++
}
