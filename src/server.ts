import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as build from 'virtual:react-router/server-build'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { invariant } from '#lib/invariant.ts'
import { takeForm } from '#modules/enquiries/api.ts'
import { createFormStamp } from '#modules/enquiries/queries.ts'
import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import { createHttp, type HttpEnv } from '#platform/http/app.ts'
import { limitConnections, SERVER_OPTIONS } from '#platform/http/server.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { serveMetrics } from '#platform/monitoring/metrics.ts'
import { openReadiness, type Readiness } from '#platform/monitoring/readiness.ts'
import { enforceMoneyGate, enforceStepUp, readRows, resolveSession, router } from './api.ts'
import { logClosedMethods, type OpenApp, openApp } from './app.ts'
import { readConfig } from './config.ts'
import { contract } from './contract.ts'
import { measures } from './metrics.ts'
import { peekSession } from './sessions.ts'
import {
  appContext,
  formContext,
  nonceContext,
  sessionContext,
  siteScriptContext,
} from './web/context.ts'
import { mountDevTools } from './web/dev/tools.ts'
import { findRedirect } from './web/redirects.ts'
import { createPageCache } from './web/site/page-cache.ts'
import { mountPublicFiles } from './web/site/public-files.ts'
import { jobs, notifySilence } from './worker.ts'

/**
 * Mounts the pages, which React Router renders; a wrong path gets a 404 page. Returns a function
 * that clears the page cache.
 */
function mountPages(http: Hono<HttpEnv>, app: App, mode: 'production' | 'development') {
  const render = createRequestHandler(build, mode)
  const siteScript = findSiteScript(mode)

  http.use('*', async (c, next) => {
    const target = findRedirect(c.req.path)
    return target ? c.redirect(target, 308) : next()
  })

  const renderPage = async (raw: Request, nonce: string, address: string) => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(nonceContext, nonce)
    context.set(siteScriptContext, siteScript)
    context.set(formContext, {
      stamp: () => createFormStamp(app),
      take: (form, kind) => takeForm(app, { address }, form, kind),
    })
    context.set(sessionContext, (sessionKind) => resolveSession(app, raw.headers, sessionKind))

    return await render(raw, context)
  }

  const pageCache = createPageCache(app, (raw, nonce) => renderPage(raw, nonce, ''))
  http.all('*', async (c) => {
    const nonce = c.get('nonce')
    const known = mode === 'production' ? await pageCache.answer(c.req.raw, nonce) : null
    return known ?? (await renderPage(c.req.raw, nonce, c.get('request').ip))
  })

  return pageCache.forget
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

const getClientFolder = () => join(import.meta.dirname, '../client')

/** Returns the address of the script that enhances the public pages, as the build named it. */
function findSiteScript(mode: 'production' | 'development'): string {
  if (mode === 'development') return '/src/web/site/start.ts'

  const name = readdirSync(join(getClientFolder(), 'assets')).find((file) =>
    /^site-script-[\w-]{8}\.js$/.test(file),
  )
  invariant(name, 'the build has the script of the public pages')
  return `/assets/${name}`
}

/**
 * Serves the files of the build: those under /assets have a content hash in their name and never
 * change.
 */
function mountFiles(http: Hono<HttpEnv>) {
  const root = relative(process.cwd(), getClientFolder())
  const files = serveStatic<HttpEnv>({ root, precompressed: true })
  http.use('*', async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) || c.req.path.includes('/.')) return next()
    const found = await files(c, next)
    if (found?.ok)
      found.headers.set('cache-control', c.req.path.startsWith('/assets/') ? FOREVER : AN_HOUR)
    return found
  })
}

type Probes = { stopping: AbortSignal; readiness: Readiness }

function createHttpHandler(app: App, mode: 'production' | 'development', probes?: Probes) {
  let clearPageCache = () => {}
  const http = createHttp({
    app,
    contract,
    router,
    resolveSession,
    peekSession,
    moneyGate: enforceMoneyGate,
    enforceStepUp,
    readRows,
    ...probes,
    development: mode === 'development',
    mount: (http) => {
      if (app.config.MODE === 'sandbox') mountDevTools(http, app)
      mountPublicFiles(http, app)
      if (mode === 'production') mountFiles(http)
      clearPageCache = mountPages(http, app, mode)
    },
  })

  /** Clears the page cache after every request that may change something. */
  const fetch: typeof http.fetch = async (raw, ...rest) => {
    const answer = await http.fetch(raw, ...rest)
    if (!SAFE_METHODS.has(raw.method)) clearPageCache()
    return answer
  }

  return { fetch }
}

const globalCache = globalThis as { candorApp?: Promise<OpenApp> }

/**
 * Returns the handler of the development server: the app is opened once, everything else is loaded
 * again after each edit.
 */
export async function developmentFetch() {
  globalCache.candorApp ??= openApp(readConfig())
  const { app } = await globalCache.candorApp
  return createHttpHandler(app, 'development').fetch
}

const DRAIN_MS = 3_000

/** The parts of a process: web server and jobs. `npm start` runs both. */
export type Part = 'web' | 'jobs'
export type StartOptions = {
  parts?: readonly Part[]
  /** The names of all migrations: the process isn't ready while one is missing. */
  migrations?: readonly string[]
}
export type RunningServer = { port: number | null; stop(): Promise<void> }

/**
 * Serves until stopped; the launcher owns the process, its signals and the database. Requests and
 * jobs under way finish.
 */
export async function start(
  config: Config,
  { parts = ['web', 'jobs'], migrations = [] }: StartOptions = {},
): Promise<RunningServer> {
  const { app, pool, close } = await openApp(config, { apart: parts.length === 1 })
  const stopping = new AbortController()
  const readiness = openReadiness(app, { migrations, stopping: stopping.signal })
  const running = parts.includes('jobs') ? await startJobs(app, pool, jobs) : undefined
  const metrics = await startMetrics(app, parts.includes('web') ? undefined : readiness)
  const listening = parts.includes('web') ? listenForSilence(app) : undefined
  const people = parts.includes('web') ? await listen(app, stopping.signal, readiness) : undefined

  await logClosedMethods(app)
  app.log.info({ port: people?.port, parts, mode: config.MODE, url: config.PUBLIC_URL }, 'ready')

  const stop = async () => {
    stopping.abort() // from here on /readyz fails, and open streams end
    await pause(config.STOP_AFTER_MS)
    listening?.stop()
    await Promise.all([people?.stop(), running?.stop()])
    await metrics?.stop()
    await close()
  }

  return { port: people?.port ?? null, stop }
}

const LISTEN_MS = 60_000

/** Notifies the operator when no worker runs the health checks any more. */
function listenForSilence(app: App): { stop(): void } {
  const since = app.clock.now()
  const timer = setInterval(() => {
    notifySilence(app, since).catch((error) =>
      app.log.error({ err: error }, 'the health of the worker is unknown'),
    )
  }, LISTEN_MS)

  timer.unref()

  return { stop: () => clearInterval(timer) }
}

const startMetrics = async (app: App, readiness: Readiness | undefined) =>
  app.config.METRICS_PORT === undefined
    ? undefined
    : await serveMetrics(app, measures, {
        port: app.config.METRICS_PORT,
        host: app.config.HOST,
        readiness,
      })

/** Accepts requests until stopped; those under way then have `DRAIN_MS` to finish. */
async function listen(app: App, stopping: AbortSignal, readiness: Readiness) {
  const server = serve({
    fetch: createHttpHandler(app, 'production', { stopping, readiness }).fetch,
    port: app.config.PORT,
    hostname: app.config.HOST,
    overrideGlobalObjects: false,
    serverOptions: SERVER_OPTIONS,
  }) as Server

  limitConnections(server)
  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    await closed
  }

  return { port, stop }
}
