import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#platform/config.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { openReadiness } from '#platform/monitoring/readiness.ts'
import { logClosedMethods, type OpenApp, openApp } from './app.ts'
import { readConfig } from './config.ts'
import { createHttpHandler, listen, listenForSilence, startMetrics } from './listen.ts'
import { jobs } from './worker.ts'

const globalCache = globalThis as { candorApp?: Promise<OpenApp> }

/**
 * Returns the handler of the development server: the app is opened once, everything else is loaded
 * again after each edit.
 */
export async function createDevelopmentFetch() {
  globalCache.candorApp ??= openApp(readConfig())
  const { app } = await globalCache.candorApp
  return createHttpHandler(app, 'development').fetch
}

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
