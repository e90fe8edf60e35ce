import type { AnyContractRouter } from '@orpc/contract'
import { Hono, type MiddlewareHandler } from 'hono'
import type { App } from '../app.ts'
import { isOutage } from '../db/connection-errors.ts'
import { openReadiness, type Readiness } from '../monitoring/readiness.ts'
import { type CallsOptions, openCalls } from './calls.ts'
import { renderDocsPage } from './docs.ts'
import { toRefusal } from './errors.ts'
import { openEventStreams, type StreamOptions } from './event-streams.ts'
import { setSecurityHeaders } from './headers.ts'
import { toCallSource } from './limit.ts'
import { type RequestVariables, requestLog } from './log.ts'
import { type ApiDescription, describeCalls } from './openapi.ts'
import { createOpening, type Opening } from './opening.ts'
import { openRateLimiter } from './rate-limiter.ts'
import { checkRequestSanity, openHosts, requireHttps } from './request-sanity.ts'

export type HttpEnv = { Variables: { nonce: string } & RequestVariables['Variables'] }

export type HttpOptions = Omit<CallsOptions, 'assertOpen'> & {
  contract: AnyContractRouter
  development?: boolean
  /** Ends open streams when the server stops. */
  stopping?: AbortSignal
  /** Reports why this process can't serve; without it, only the database is checked. */
  readiness?: Readiness
  /** Reads the rows of the price stream; without it, there is no stream. */
  readRows?: StreamOptions['readRows']
  /** Mounts further routes in order: the sandbox's tools, files, pages. */
  mount?: (http: Hono<HttpEnv>, opening: Opening) => void
}

/**
 * Creates the whole HTTP interface as one Hono app: request checks, headers and log around the
 * calls, then the mounted routes.
 */
export function createHttp(options: HttpOptions): Hono<HttpEnv> {
  const { app, development = false, mount } = options
  const http = new Hono<HttpEnv>()
  const https = app.config.PUBLIC_URL.startsWith('https:')

  http.use(
    requestLog(app),
    setSecurityHeaders({ https, development }),
    checkRequestSanity,
    openHosts(app.config),
  )
  http.use(requireHttps(app.config), createRateLimitMiddleware(app))
  http.onError((error, c) => {
    const { status, body, headers } = toRefusal(error)
    const request = c.get('request')

    if (isOutage(error))
      app.log.warn({ request: request?.id, why: String(error) }, 'a request lost its database')
    else if (status >= 500) app.log.error({ err: error, request: request?.id }, 'a request broke')
    else
      app.log.info(
        { request: request?.id, from: request?.ip, status, code: body.code },
        'a request was refused',
      )

    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    })
  })

  mountProbes(http, options)
  mountDescription(http, options)

  const { events, ticks } = openEventStreams(options)
  http.get('/api/events', events)
  if (ticks) http.get('/api/market/stream', ticks)

  const opening = createOpening(app)
  const call = openCalls({ ...options, assertOpen: opening.assertOpen })
  http.all('/api/*', (c) => call(c.req.raw, c.req.path.slice('/api'.length), c.get('request')))
  mount?.(http, opening)

  return http
}

/**
 * The paths without a rate limit: build files are cheap and numerous, and monitoring polls often.
 */
const UNCOUNTED = /^\/(assets|healthz|readyz)\b/

const createRateLimitMiddleware = (app: App): MiddlewareHandler<HttpEnv> => {
  const count = openRateLimiter(app, { max: app.config.CALLS_PER_SOURCE, windowMs: 60_000 })
  return async (c, next) => {
    if (!UNCOUNTED.test(c.req.path)) await count('calls-from', toCallSource(c.get('request').ip))
    await next()
  }
}

/** Serves the API description, which is built on the first request. */
function mountDescription(http: Hono<HttpEnv>, { app, contract }: HttpOptions) {
  const mark = app.config.MODE === 'sandbox' ? 'Sandbox: all money here is simulated' : ''
  let described: Promise<ApiDescription> | undefined
  const describe = () => {
    described ??= describeCalls(contract, app.config.PUBLIC_URL)
    return described
  }

  http.get('/api/openapi.json', async (c) => c.json(await describe()))
  http.get('/api/docs', async (c) => c.html(renderDocsPage(await describe(), c.get('nonce'), mark)))
}

/** Serves the liveness and readiness probes. */
function mountProbes(http: Hono<HttpEnv>, { app, stopping, readiness }: HttpOptions) {
  const lacks = readiness ?? openReadiness(app, { stopping })
  http.get('/healthz', (c) => c.json({ healthy: true }))
  http.get('/readyz', async (c) => {
    const missing = await lacks()
    return c.json({ ready: missing.length === 0, missing }, missing.length === 0 ? 200 : 503)
  })
}
