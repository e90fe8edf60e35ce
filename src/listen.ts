import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { App } from '#platform/app.ts'
import { createHttp } from '#platform/http/app.ts'
import { closePages } from '#platform/http/opening.ts'
import { limitConnections, SERVER_OPTIONS } from '#platform/http/server.ts'
import { serveMetrics } from '#platform/monitoring/metrics.ts'
import type { Readiness } from '#platform/monitoring/readiness.ts'
import {
  enforceMoneyGate,
  enforceStepUp,
  readRows,
  recordDownload,
  resolveSession,
  router,
} from './api.ts'
import type { OpenApp } from './app.ts'
import { contract } from './contract.ts'
import { measures } from './metrics.ts'
import { mountFiles, SAFE_METHODS } from './mount-files.ts'
import { mountPages } from './mount-pages.ts'
import { peekSession } from './sessions.ts'
import { mountDevTools } from './web/dev/tools.ts'
import { mountOpenLog } from './web/site/open-log.ts'
import type { PageCache } from './web/site/page-cache.ts'
import { mountPublicFiles } from './web/site/public-files.ts'
import { notifySilence } from './worker.ts'

type Probes = { stopping: AbortSignal; readiness: Readiness }

/** Builds the handler of all requests; one that may change something clears the page cache. */
export function createHttpHandler(app: App, mode: 'production' | 'development', probes?: Probes) {
  let pageCache: PageCache | undefined
  const http = createHttp({
    app,
    contract,
    router,
    resolveSession,
    peekSession,
    moneyGate: enforceMoneyGate,
    enforceStepUp,
    recordDownload,
    readRows,
    ...probes,
    development: mode === 'development',
    mount: (http, opening) => {
      if (app.config.MODE === 'sandbox') mountDevTools(http, app)
      mountPublicFiles(http, app)
      mountOpenLog(http, app)
      if (mode === 'production') mountFiles(http, app.config.ASSETS_DIR)
      http.use('*', closePages(opening, app.config.OPERATOR_NAME))
      pageCache = mountPages(http, app, mode)
    },
  })

  /** Clears the page cache after every request that may change something. */
  const fetch: typeof http.fetch = async (raw, ...rest) => {
    const answer = await http.fetch(raw, ...rest)
    if (!SAFE_METHODS.has(raw.method)) pageCache?.forget()
    return answer
  }

  /** Renders every public page once, after the first requests of visitors and beside the next. */
  const renderPages = async (stopping: AbortSignal) => {
    await pause(RENDER_AFTER_MS, undefined, { signal: stopping, ref: false })
    await pageCache?.renderAll(app.config.PUBLIC_URL, stopping)
    app.log.info('every public page was rendered once')
  }

  return { fetch, renderPages }
}

const DRAIN_MS = 3_000
const RENDER_AFTER_MS = 5_000

const LISTEN_MS = 60_000

/** Notifies the operator when no worker runs the health checks any more. */
export function listenForSilence(app: App): { stop(): void } {
  const since = app.clock.now()
  const timer = setInterval(() => {
    notifySilence(app, since).catch((error) =>
      app.log.error({ err: error }, 'the health of the worker is unknown'),
    )
  }, LISTEN_MS)

  timer.unref()

  return { stop: () => clearInterval(timer) }
}

/** Serves the metrics on their own port, if one is configured. */
export const startMetrics = async ({ app, pool }: OpenApp, readiness: Readiness | undefined) =>
  app.config.METRICS_PORT === undefined
    ? undefined
    : await serveMetrics({ ...app, pool }, measures, {
        port: app.config.METRICS_PORT,
        host: app.config.HOST,
        readiness,
      })

/** Accepts requests until stopped; those under way then have `DRAIN_MS` to finish. */
export async function listen(app: App, stopping: AbortSignal, readiness: Readiness) {
  const { fetch, renderPages } = createHttpHandler(app, 'production', { stopping, readiness })
  const server = serve({
    fetch,
    port: app.config.PORT,
    hostname: app.config.HOST,
    overrideGlobalObjects: false,
    serverOptions: SERVER_OPTIONS,
  }) as Server

  limitConnections(server)
  await once(server, 'listening')
  void renderPages(stopping).catch((error) => {
    if (!stopping.aborted)
      app.log.warn({ why: String(error) }, 'public pages are rendered when they are visited')
  })

  const { port } = server.address() as AddressInfo
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
    await closed
  }

  return { port, stop }
}
