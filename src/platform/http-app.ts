import { Hono } from 'hono'
import { sql } from 'kysely'
import type { App } from './app.ts'
import { type CallsOptions, openCalls } from './http-calls.ts'
import { refusalOf } from './http-errors.ts'
import { securityHeaders } from './http-headers.ts'
import { hygiene } from './http-hygiene.ts'
import { type RequestVariables, requestLog } from './http-log.ts'

export type HttpEnv = { Variables: { nonce: string } & RequestVariables['Variables'] }

export type HttpOptions = CallsOptions & {
  development?: boolean
  /** What else there is, in order: the sandbox's tools, files, pages. */
  mount?: (http: Hono<HttpEnv>) => void
}

/** The whole HTTP interface as one Hono app: hygiene, headers and log around calls, then whatever is mounted. */
export function createHttp({
  app,
  router,
  resolveSession,
  development = false,
  mount,
}: HttpOptions): Hono<HttpEnv> {
  const http = new Hono<HttpEnv>()
  const https = app.config.PUBLIC_URL.startsWith('https:')
  http.use(requestLog(app), securityHeaders({ https, development }), hygiene)
  http.onError((error, c) => {
    const { status, body, headers } = refusalOf(error)
    if (status >= 500) app.log.error({ err: error, request: c.get('request')?.id }, 'a request broke')
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    })
  })
  http.get('/healthz', (c) => health(app).then((healthy) => c.json({ healthy }, healthy ? 200 : 503)))
  const call = openCalls({ app, router, resolveSession })
  http.all('/api/*', (c) => call(c.req.raw, c.req.path.slice('/api'.length), c.get('request')))
  mount?.(http)
  return http
}

const health = (app: App) =>
  sql`select 1`.execute(app.db).then(
    () => true,
    () => false,
  )
