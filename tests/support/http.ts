import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyContractRouter } from '@orpc/contract'
import type { AnyRouter } from '@orpc/server'
import { parseExactJson } from '#lib/exact-json.ts'
import type { Role } from '#lib/roles.ts'
import { openSimulatedChains } from '#modules/chains/adapters/open-chains.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import {
  type AMember,
  type Credentials,
  createTestAdmin,
  createTestMember,
} from '#modules/identity/testing.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import type { App } from '#platform/app.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createHttp } from '#platform/http/app.ts'
import type { ResolveSession } from '#platform/http/http.ts'
import { createTransactionalJobs, runJobsNow } from '#platform/jobs/jobs.ts'
import { createMailboxMail } from '#platform/mail/mailbox.ts'
import { openLog } from '#platform/monitoring/log.ts'
import {
  enforceMoneyGate,
  enforceStepUp,
  readRows,
  recordDownload,
  resolveSession,
  router,
} from '../../src/api.ts'
import { readConfig } from '../../src/config.ts'
import { contract } from '../../src/contract.ts'
import { peekSession } from '../../src/sessions.ts'
import { mountDevTools } from '../../src/web/dev/tools.ts'
import { mountOpenLog } from '../../src/web/site/open-log.ts'
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
  clock: ReturnType<typeof createFixedClock>
  /** The whole interface: `http.fetch` can be served over a socket. */
  http: ReturnType<typeof createHttp>
  /**
   * Sends a request through the whole interface, in process: `body` as JSON unless it is text or a
   * form.
   */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A verified member, signed in: send with `token`, or with `headers: { cookie }`. */
  asMember(overrides?: Partial<AMember>): Promise<Credentials & { member: Member }>
  /** One of the staff, signed in; an owner by default. */
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
  mode?: 'sandbox' | 'live'
  /** Whether a live installation is open to members; it is unless a test says false. */
  opened?: boolean
  startAt?: string
  log?: App['log']
} & TestDatabaseOptions

/**
 * The whole server in process on a database of its own, at a clock that only the test moves.
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
  if (options.opened !== false)
    await database.owner.query('update approvals.installation set opened_at = now()')
  const clock = createFixedClock(options.startAt ?? '2026-11-20T09:00:00Z')
  const app: App = {
    config,
    clock,
    db: database.db,
    log: options.log ?? openLog(config.LOG_LEVEL),
    jobs: createTransactionalJobs(),
    ...openFiles(config),
    mail: createMailboxMail(database.db, clock, config.PUBLIC_URL),
    prices: createSimulatedPrices(clock),
    chains: openSimulatedChains({ db: database.db, clock }),
    watcherDb: database.watcherDb,
    reportCache: createReportCache(clock),
    outside: createSimulatedOutside(database.db, clock),
    events: createLocalEvents(),
  }

  const http = createHttp({
    app,
    contract: options.contract ?? contract,
    router: options.router ?? router,
    resolveSession: options.resolveSession ?? resolveSession,
    peekSession: options.resolveSession ?? peekSession,
    moneyGate: enforceMoneyGate,
    enforceStepUp,
    recordDownload,
    readRows,
    mount: (mounted) => {
      if (config.MODE === 'sandbox') mountDevTools(mounted, app)
      mountOpenLog(mounted, app)
    },
  })

  const fetch = async (path: string, init?: RequestInit) => http.request(`${ORIGIN}${path}`, init)

  return {
    app,
    database,
    clock,
    http,
    fetch,
    send: async (method, path, sent = {}) =>
      read(await fetch(path, buildRequestInit(method, sent))),
    asMember: (overrides) => createTestMember(app, overrides),
    asAdmin: (role = 'owner') => createTestAdmin(app, { role }),
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

function buildRequestInit(method: string, { body, headers, token, key }: SendOptions): RequestInit {
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
