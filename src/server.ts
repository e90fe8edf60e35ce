import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#platform/config.ts'
import { readOpening } from '#platform/db/opening.ts'
import { startJobs } from '#platform/jobs/jobs.ts'
import { openReadiness } from '#platform/monitoring/readiness.ts'
import { startTracing } from '#platform/monitoring/start-tracing.ts'
import { logClosedMethods, type OpenApp, openApp } from './app.ts'
import { listMissingSettings, readConfig } from './config.ts'
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

export type RunningServer = {
  port: number | null
  /** The time at which a live installation opened to members; null before, and in the sandbox. */
  openedAt: Date | null
  stop(): Promise<void>
}

/**
 * Serves until stopped; the launcher owns the process, its signals and the database. Requests and
 * jobs under way finish. Throws what the start met, with nothing left open.
 */
export async function start(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { parts = ['web', 'jobs'] } = options
  const [missing] = listMissingSettings(config)
  if (missing) throw new Error(`Live mode needs settings that are missing: ${missing.text}`)

  const opened = await openApp(config, {
    apart: parts.length === 1,
    watches: parts.includes('jobs'),
  })
  const steps: (() => Promise<void>)[] = [opened.close]

  try {
    return await startParts(opened, steps, { ...options, parts })
  } catch (error) {
    for (const step of steps.reverse()) await step().catch(() => {})
    throw error
  }
}

async function startParts(
  opened: OpenApp,
  steps: (() => Promise<void>)[],
  { parts = [], migrations = [] }: StartOptions,
): Promise<RunningServer> {
  const { app, pool } = opened
  const stopping = new AbortController()
  const readiness = openReadiness(app, { migrations, stopping: stopping.signal })
  const servesPeople = parts.includes('web')

  const service = parts.length > 1 ? 'candor' : `candor-${parts[0]}`
  const stopTracing = await startTracing(app.config, { service, log: app.log })
  steps.push(stopTracing)

  const metrics = await startMetrics(opened, servesPeople ? undefined : readiness)
  steps.push(async () => metrics?.stop())

  const running = parts.includes('jobs') ? await startJobs(app, pool, jobs) : undefined
  steps.push(async () => running?.stop())

  const people = servesPeople ? await listen(app, stopping.signal, readiness) : undefined
  const silence = servesPeople ? listenForSilence(app) : undefined
  steps.push(async () => people?.stop())

  await logClosedMethods(app)
  app.log.info(
    { port: people?.port, parts, mode: app.config.MODE, url: app.config.PUBLIC_URL },
    'ready',
  )

  const stop = async () => {
    stopping.abort() // from here on /readyz fails, and open streams end
    await pause(app.config.STOP_AFTER_MS)
    silence?.stop()
    await Promise.all([people?.stop(), running?.stop()])
    await metrics?.stop()
    await closeInTime(steps[0])
    await stopTracing()
  }

  const openedAt = app.config.MODE === 'live' ? await readOpening(app.db) : null

  return { port: people?.port ?? null, openedAt, stop }
}

const CLOSE_MS = 5_000

/** A COMMIT that waits for a standby, or a server that is gone, delays the end no longer. */
const closeInTime = (close: (() => Promise<void>) | undefined) =>
  Promise.race([close?.(), pause(CLOSE_MS, undefined, { ref: false })])
