import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getCookieName } from '#modules/identity/model.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { TEST_BITCOIN } from '#modules/withdrawals/testing.ts'
import { openDb } from '#platform/db/db.ts'
import {
  freePort,
  isRunning,
  type LaunchedProcess,
  launch,
  scratchFolder,
} from '../support/launcher.ts'
import {
  type RestartablePostgres,
  startRestartablePostgres,
} from '../support/restartable-postgres.ts'
import { pickScale } from '../support/scale.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const RESTARTS = pickScale(1, 10)
const PASSWORD = 'open-books-2026'
const REQUESTS_BETWEEN = 6
const PATIENT = { timeout: 60_000 }
const NOT_READY = '{"ready":false,"missing":["database"]}'
const WITHDRAWAL = {
  amount: 50,
  source: 'balance',
  payment_channel: 'BITCOIN',
  wallet_address: TEST_BITCOIN,
}

const scratch = scratchFolder()
const dataDir = join(scratch.path, 'data')
const tokens = new Map<string, string>()
const answers = new Map<string, number>()
let postgres: RestartablePostgres
let web: LaunchedProcess
let worker: LaunchedProcess
let workerPort: number

const environment = () => ({
  DATABASE_URL: postgres.serverUrl,
  DATABASE_MIGRATION_URL: postgres.ownerUrl,
  LOG_LEVEL: 'info',
})

async function startProcesses() {
  web = await launch({ script: 'web', dataDir, environment: environment() })
  const METRICS_PORT = String(workerPort)
  const workerEnvironment = { ...environment(), METRICS_PORT }
  worker = await launch({ script: 'worker', dataDir, environment: workerEnvironment })
}

beforeAll(async () => {
  await createSeededFolder(dataDir)
  postgres = await startRestartablePostgres('sandbox')
  workerPort = await freePort()
  await startProcesses()
  await Promise.all([web.ready(), worker.ready()])

  tokens.set('maya', await signIn('/api/user/login', 'maya@example.com'))
  tokens.set('ines', await signIn('/api/admin/login', 'ines@example.com'))
}, 240_000)
afterAll(async () => {
  for (const { process } of [web, worker]) process.kill('SIGTERM')
  await Promise.all([web.exitCode(), worker.exitCode()])
  await postgres.close()
  scratch.remove()
}, 180_000)

async function signIn(path: string, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${web.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** The answers after which a program sends the same request with the same key again. */
const isRepeated = (status: number, code: string) =>
  status === 503 || code === 'in_progress' || code === 'busy'

/**
 * Sends a request with one key until it is answered; fails on every answer that a client couldn't
 * act on.
 */
async function request(by: string, path: string, body: object, key: string): Promise<Answered> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${web.port}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens.get(by)}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    })

    const text = await answer.text()
    const { code = '', data } = JSON.parse(text) as { code?: string; data?: { _id?: string } }
    const name = code ? `${answer.status} ${code}` : String(answer.status)
    answers.set(name, (answers.get(name) ?? 0) + 1)

    if (answer.ok) return { id: data?._id ?? '', key }
    if (!isRepeated(answer.status, code)) throw new Error(`${path}: ${name} ${text}`)
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    await pause(100)
  }
}

const countRefusals = () => answers.get('503 unavailable') ?? 0

type Answered = { id: string; key: string }
/** What was acknowledged: withdrawals that were requested, and those that ended. */
type Acknowledged = {
  requested: Map<string, string>
  ended: Map<string, 'cancelled' | 'rejected'>
}

/** A member requests withdrawals; the member cancels one half, an admin rejects the other. */
async function work(done: Acknowledged, ending: 'cancelled' | 'rejected', stopped: AbortSignal) {
  while (!stopped.aborted) {
    const { id, key } = await request('maya', '/withdraw', WITHDRAWAL, randomUUID())
    expect(done.requested.get(id), 'one withdrawal a key').toBeUndefined()
    done.requested.set(id, key)

    if (ending === 'cancelled') await request('maya', `/withdraw/${id}/cancel`, {}, randomUUID())
    else
      await request(
        'ines',
        `/admin/withdrawals/${id}/reject`,
        { reason: 'The address belongs to another person.' },
        randomUUID(),
      )
    done.ended.set(id, ending)
  }
}

/**
 * Compares what was acknowledged with the database: a line for each difference. Each of the two
 * clients may have one withdrawal under way.
 */
async function findDifferences(done: Acknowledged): Promise<string[]> {
  const requested = [...done.requested.keys()]
  const ended = [...done.ended]
  const rows = await postgres.query<{ id: string; status: string }>(
    'select id, status from withdrawal where created_at > $1',
    [startedAt],
  )
  const found = new Map(rows.map(({ id, status }) => [id, status]))
  const unacknowledged = rows.filter(({ id }) => !done.requested.has(id))

  return [
    ...requested.filter((id) => !found.has(id)).map((id) => `lost: ${id}`),
    ...ended
      .filter(([id, status]) => found.get(id) !== status)
      .map(([id, status]) => `not ${status}: ${id} is ${found.get(id)}`),
    ...(unacknowledged.length > 2 ? [`${unacknowledged.length} withdrawals too many`] : []),
    ...(await findLedgerProblems()),
  ]
}

async function findLedgerProblems() {
  const { db } = openDb({
    url: postgres.ownerUrl,
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
  })
  const problems = await verifyLedger(db).finally(() => db.destroy())

  return problems.map((problem) => `ledger: ${JSON.stringify(problem, (_, one) => String(one))}`)
}

const startedAt = new Date()
const readyz = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }))

/** A visited page, a file, a page that was never visited, one of a member, and a call. */
const PAGES_WITHOUT_DATABASE = {
  '/': '200 null',
  '/favicon.svg': '200 null',
  '/company': '200 null',
  '/dashboard': '503 5',
  '/api/plans': '503 2',
  '/healthz': '200 null',
}

async function findPages(): Promise<Record<string, string>> {
  const found = Object.keys(PAGES_WITHOUT_DATABASE).map(async (path) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${web.port}${path}`, {
      redirect: 'manual',
      headers: { cookie: `${getCookieName('member', 'http://localhost')}=${tokens.get('maya')}` },
    })
    return [path, `${status} ${headers.get('retry-after')}`] as const
  })

  return Object.fromEntries(await Promise.all(found))
}

/** Ends every session of the server's processes at once, their locks and listeners too. */
const endSessions = () =>
  postgres.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'candor_server'",
  )

test(
  `${RESTARTS} restarts of the database end no process, lose no act and double none`,
  async () => {
    const done: Acknowledged = { requested: new Map(), ended: new Map() }
    const stopped = new AbortController()
    onTestFinished(() => stopped.abort())
    const clients = (['cancelled', 'rejected'] as const).map((ending) =>
      work(done, ending, stopped.signal),
    )
    const progress = async () => {
      const target = done.ended.size + REQUESTS_BETWEEN
      await Promise.race([...clients, waitFor(() => done.ended.size >= target)])
    }

    expect((await fetch(`http://127.0.0.1:${web.port}/`)).status).toBe(200)
    await expect.poll(() => web.output(), PATIENT).toContain('every public page was rendered once')
    await progress()
    for (let round = 1; round <= RESTARTS; round++) {
      await endSessions()
      await progress()

      const refusals = countRefusals()
      await postgres.stop(round % 2 === 0 ? 'immediate' : 'fast')
      await expect
        .poll(async () => (await readyz(web.port)).text, PATIENT)
        .toBe('{"ready":false,"missing":["database"]}')
      await expect.poll(async () => (await readyz(workerPort)).status, PATIENT).toBe(503)
      expect(await findPages(), 'files and cached pages are served').toEqual(PAGES_WITHOUT_DATABASE)
      await expect.poll(countRefusals, PATIENT).toBeGreaterThan(refusals)
      await postgres.start()

      await progress()
      expect(await findDifferences(done), `after restart ${round}`).toEqual([])
      await expect.poll(async () => (await readyz(web.port)).status, PATIENT).toBe(200)
      await expect.poll(async () => (await readyz(workerPort)).status, PATIENT).toBe(200)
      expect([isRunning(web), isRunning(worker)]).toEqual([true, true])
    }

    stopped.abort()
    await Promise.all(clients)

    const rows = await postgres.query('select from withdrawal where created_at > $1', [startedAt])
    expect(rows).toHaveLength(done.requested.size)
    expect(await findDifferences(done)).toEqual([])
    expect([...answers.keys()].filter((name) => name.includes('internal'))).toEqual([])

    console.log(
      `  ${RESTARTS} restarts, ${done.ended.size} withdrawals requested and ended; answers ` +
        JSON.stringify(Object.fromEntries(answers)),
    )
  },
  120_000 + RESTARTS * 180_000,
)

test('jobs and listeners work again after a restart', async () => {
  await postgres.restart('fast')
  const [{ now } = { now: new Date() }] = await postgres.query<{ now: Date }>('select now()')
  await request('maya', '/withdraw', WITHDRAWAL, randomUUID())

  // its mail waits for the worker; a job that was under way is taken over within a minute
  const mails = 'select distinct state from pgboss.job where name = $1 and created_on > $2'
  await expect
    .poll(() => postgres.query(mails, ['send-mail', now]), { timeout: 120_000 })
    .toEqual([{ state: 'completed' }])

  const listeners = "select from pg_stat_activity where application_name = 'candor events'"
  await expect.poll(async () => (await postgres.query(listeners)).length).toBe(2)
}, 240_000)

test('SIGTERM ends web and worker in order, also while the database is away', async () => {
  await postgres.stop('fast')
  for (const { process } of [web, worker]) process.kill('SIGTERM')
  expect(await Promise.all([web.exitCode(), worker.exitCode()])).toEqual([0, 0])
  expect(web.output() + worker.output()).not.toContain('    at ')
}, 120_000)

test('web and worker that start before the database wait for it and report it', async () => {
  const waiting = await launch({ script: 'web', dataDir, environment: environment() })
  await expect
    .poll(() => waiting.output(), PATIENT)
    .toContain('Waiting for the database in DATABASE_URL')
  waiting.process.kill('SIGTERM')
  expect(await waiting.exitCode(), 'a process that waits can be stopped').toBe(0)

  await startProcesses()
  await expect.poll(() => web.output(), PATIENT).toContain('connect ECONNREFUSED')
  await expect.poll(() => worker.output(), PATIENT).toContain('connect ECONNREFUSED')

  const page = `http://127.0.0.1:${web.port}`
  for (const port of [web.port, workerPort])
    await expect.poll(() => readyz(port), PATIENT).toEqual({ status: 503, text: NOT_READY })
  expect((await fetch(`${page}/healthz`)).status).toBe(200)
  const refused = await fetch(`${page}/api/plans`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })

  await postgres.start()
  await Promise.all([web.ready(), worker.ready()])
  expect((await readyz(web.port)).status).toBe(200)
  expect((await readyz(workerPort)).status).toBe(200)
}, 240_000)

async function waitFor(condition: () => boolean) {
  for (const deadline = performance.now() + 120_000; !condition(); await pause(20))
    if (performance.now() > deadline) throw new Error('no progress within two minutes')
}
