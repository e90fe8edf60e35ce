import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyContractRouter } from '@orpc/contract'
import type { AnyRouter } from '@orpc/server'
import { parseExactJson } from '#lib/exact-json.ts'
import type { Role } from '#lib/roles.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { type AMember, aMember, anAdmin, type Credentials } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { fixedClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { localEvents } from '#platform/events.ts'
import { diskFiles } from '#platform/files.ts'
import type { ResolveSession } from '#platform/http.ts'
import { createHttp } from '#platform/http-app.ts'
import { runJobsNow, transactionalJobs } from '#platform/jobs.ts'
import { openLog } from '#platform/log.ts'
import { mailboxMail } from '#platform/mail.ts'
import { simulatedOutside } from '#platform/simulated-outside.ts'
import { simulatedPrices } from '#platform/simulated-prices.ts'
import { freshGate, moneyGate, readRows, resolveSession, router } from '../../src/api.ts'
import { contract } from '../../src/contract.ts'
import { peekSession } from '../../src/sessions.ts'
import { devTools } from '../../src/web/dev/tools.ts'
import { jobs } from '../../src/worker.ts'
import { type TestDatabase, type TestDatabaseOptions, testDatabase } from './database.ts'

export const ORIGIN = 'http://localhost:3000'

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The answer's JSON, amounts as their exact texts. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers field by field
  json: any
}

export type TestServer = {
  app: App
  database: TestDatabase
  clock: ReturnType<typeof fixedClock>
  /** The whole interface: `http.fetch` can be served over a socket. */
  http: ReturnType<typeof createHttp>
  /**
   * Sends a request through the whole interface, in process: `body` as JSON unless it is text or a
   * form.
   */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A verified member, signed in: send with `token`, or with `headers: { cookie }`. */
  asMember(given?: Partial<AMember>): Promise<Credentials & { member: Member }>
  /** One of the staff, signed in; an owner unless told otherwise. */
  asAdmin(role?: Role): Promise<Credentials & { admin: Admin }>
  /** Runs every job that is due, mails among them. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

export type SendOptions = {
  body?: unknown
  headers?: Record<string, string>
  /** A session's token, sent as `Authorization: Bearer`. */
  token?: string
  /** An Idempotency-Key. */
  key?: string
}

export type TestServerOptions = {
  contract?: AnyContractRouter
  router?: AnyRouter
  resolveSession?: ResolveSession
  environment?: Record<string, string>
  /** Live doesn't start yet, but what it leaves out can be looked at. */
  mode?: 'sandbox' | 'live'
  startAt?: string
} & TestDatabaseOptions

/**
 * The whole server in process on a database of its own, at a clock that stands still until told.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await testDatabase(options)
  const folder = await mkdtemp(join(tmpdir(), 'candor-test-'))
  const settings = readConfig({
    PUBLIC_URL: ORIGIN,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    CALLS_PER_PERSON: '0',
    CALLS_PER_SOURCE: '0',
    SECRET: 'a secret that only the tests know, 40 letters',
    ...options.environment,
  })

  const config = { ...settings, MODE: options.mode ?? settings.MODE }
  const clock = fixedClock(options.startAt ?? '2026-11-20T09:00:00Z')
  const app: App = {
    config,
    clock,
    db: database.db,
    log: openLog(config.LOG_LEVEL),
    jobs: transactionalJobs(),
    files: diskFiles(join(folder, 'files')),
    witnesses: diskFiles(join(folder, 'witness')),
    mail: mailboxMail(database.db, clock, config.PUBLIC_URL),
    prices: simulatedPrices(clock),
    outside: simulatedOutside(database.db, clock),
    events: localEvents(),
  }

  const http = createHttp({
    app,
    contract: options.contract ?? contract,
    router: options.router ?? router,
    resolveSession: options.resolveSession ?? resolveSession,
    peekSession: options.resolveSession ?? peekSession,
    moneyGate,
    freshGate,
    readRows,
    mount: (mounted) => {
      if (config.MODE === 'sandbox') devTools(mounted, app)
    },
  })

  const fetch = async (path: string, init?: RequestInit) => http.request(`${ORIGIN}${path}`, init)

  return {
    app,
    database,
    clock,
    http,
    fetch,
    send: async (method, path, sent = {}) => read(await fetch(path, initOf(method, sent))),
    asMember: (given) => aMember(app, given),
    asAdmin: (role = 'owner') => anAdmin(app, { role }),
    runJobs: () =>
      runJobsNow(
        app,
        database.pool,
        jobs.filter((job) => !job.pauseMs),
      ),
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function initOf(method: string, { body, headers, token, key }: SendOptions): RequestInit {
  const raw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
  const sent = body === undefined ? undefined : raw ? (body as BodyInit) : JSON.stringify(body)

  return {
    method,
    headers: {
      ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''

  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? parseExactJson(text) : undefined,
  }
}
