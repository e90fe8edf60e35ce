import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { invariant } from '#lib/invariant.ts'
import { takeForm } from '#modules/enquiries/api.ts'
import type { App } from '#platform/app.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { createHttp, type HttpEnv } from '#platform/http-app.ts'
import { boundConnections, SERVER_OPTIONS } from '#platform/http-server.ts'
import { startJobs } from '#platform/jobs.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { freshGate, moneyGate, readRows, resolveSession, router } from './api.ts'
import { type OpenApp, openApp } from './app.ts'
import { contract } from './contract.ts'
import { measures } from './metrics.ts'
import { peekSession } from './sessions.ts'
import { appContext, formContext, nonceContext, sessionContext, siteScriptContext } from './web/context.ts'
import { devTools } from './web/dev/tools.ts'
import { movedTo } from './web/redirects.ts'
import { keptPages } from './web/site/kept-pages.ts'
import { publicFiles } from './web/site/public-files.ts'
import { jobs } from './worker.ts'

/**
 * Pages: what no call, file or tool took is rendered by React Router, which answers a wrong path with a 404 page. Answers
 * what forgets the pages that are kept.
 */
function mountPages(http: Hono<HttpEnv>, app: App, mode: 'production' | 'development') {
  const render = createRequestHandler(build, mode)
  const siteScript = siteScriptOf(mode)
  http.use('*', async (c, next) => {
    const target = movedTo(c.req.path)
    return target ? c.redirect(target, 308) : next()
  })
  const page = async (raw: Request, nonce: string, address: string) => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(nonceContext, nonce)
    context.set(siteScriptContext, siteScript)
    context.set(formContext, (form, kind) => takeForm(app, { address }, form, kind))
    context.set(sessionContext, (wanted) => resolveSession(app, raw.headers, wanted))
    return await render(raw, context)
  }
  const kept = keptPages(app, (raw, nonce) => page(raw, nonce, ''))
  http.all('*', async (c) => {
    const nonce = c.get('nonce')
    const known = mode === 'production' ? await kept.answer(c.req.raw, nonce) : null
    return known ?? (await page(c.req.raw, nonce, c.get('request').ip))
  })
  return kept.forget
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

const clientFiles = () => join(import.meta.dirname, '../client')

/** What wakes the public pages, under the name that the build gave it. */
function siteScriptOf(mode: 'production' | 'development'): string {
  if (mode === 'development') return '/src/web/site/start.ts'
  const name = readdirSync(join(clientFiles(), 'assets')).find((file) =>
    /^woken-site-[\w-]{8}\.js$/.test(file),
  )
  invariant(name, 'the build has the script of the public pages')
  return `/assets/${name}`
}

/** Files of the build: those under /assets carry a hash of their content in their name and never change. */
function mountFiles(http: Hono<HttpEnv>) {
  const root = relative(process.cwd(), clientFiles())
  const files = serveStatic<HttpEnv>({ root, precompressed: true })
  http.use('*', async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) || c.req.path.includes('/.')) return next()
    const found = await files(c, next)
    if (found?.ok) found.headers.set('cache-control', c.req.path.startsWith('/assets/') ? FOREVER : AN_HOUR)
    return found
  })
}

function httpOf(app: App, mode: 'production' | 'development', stopping?: AbortSignal) {
  let forget = () => {}
  const http = createHttp({
    app,
    contract,
    router,
    resolveSession,
    peekSession,
    moneyGate,
    freshGate,
    readRows,
    ...(stopping && { stopping }),
    development: mode === 'development',
    mount: (http) => {
      if (app.config.MODE === 'sandbox') devTools(http, app)
      publicFiles(http, app)
      if (mode === 'production') mountFiles(http)
      forget = mountPages(http, app, mode)
    },
  })
  /** Whatever changes something makes the next visitor's page new. */
  const fetch: typeof http.fetch = async (raw, ...rest) => {
    const answer = await http.fetch(raw, ...rest)
    if (!SAFE_METHODS.has(raw.method)) forget()
    return answer
  }
  return { fetch }
}

const kept = globalThis as { candorApp?: Promise<OpenApp> }

/** The development server's way in: the app is opened once, everything else anew after each edit. */
export async function developmentFetch() {
  kept.candorApp ??= openApp(readConfig())
  const { app } = await kept.candorApp
  return httpOf(app, 'development').fetch
}

const metricsOf = async (app: App) =>
  app.config.METRICS_PORT === undefined
    ? undefined
    : await serveMetrics(app, measures, { port: app.config.METRICS_PORT, host: app.config.HOST })

const DRAIN_MS = 3_000

export type RunningServer = { port: number; stop(): Promise<void> }

/** Serves until told to stop; the launcher owns the process, its signals and the database. Requests under way finish. */
export async function start(config: Config): Promise<RunningServer> {
  const { app, pool, close } = await openApp(config)
  const stopping = new AbortController()
  const running = await startJobs(app, pool, jobs)
  const metrics = await metricsOf(app)
  const server = serve({
    fetch: httpOf(app, 'production', stopping.signal).fetch,
    port: config.PORT,
    hostname: config.HOST,
    overrideGlobalObjects: false,
    serverOptions: SERVER_OPTIONS,
  }) as Server
  boundConnections(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  app.log.info({ port, mode: config.MODE, url: config.PUBLIC_URL }, 'ready')
  const stop = async () => {
    stopping.abort()
    const closed = once(server, 'close')
    server.close()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    await closed
    await metrics?.stop()
    await running.stop()
    await close()
  }
  return { port, stop }
}
