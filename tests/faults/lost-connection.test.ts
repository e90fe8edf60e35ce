import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailable, OutcomeUnknown } from '#platform/db/connection-errors.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { openLastingConnection } from '#platform/db/lasting-connection.ts'
import { storeLoginTimeouts } from '#platform/db/login-timeouts.ts'
import { runInSnapshot, runInTransaction } from '#platform/db/transaction.ts'
import {
  type RestartablePostgres,
  startRestartablePostgres,
} from '../support/restartable-postgres.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

let postgres: RestartablePostgres
let proxy: TcpProxy
let db: Db
let changes: string[]

beforeAll(async () => {
  postgres = await startRestartablePostgres()
  proxy = await openTcpProxy(postgres.port)
  await postgres.query('create table act (name text primary key)')
  await postgres.query('grant select, insert on act to candor_app')
})
beforeEach(() => {
  changes = []
  db = openDb({
    url: proxy.through(postgres.serverUrl),
    role: 'candor_app',
    poolSize: 4,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
    commitTimeoutMs: 5_000,
    onReachability: (problem) => changes.push(problem === null ? 'back' : 'away'),
  }).db
})
afterEach(async () => {
  proxy.cutAnswerTo(null)
  await db.destroy()
})
afterAll(async () => {
  await proxy.close()
  await postgres.close()
})

const insert = (name: string) => sql`insert into act values (${name})`
const count = async (name: string) =>
  (await postgres.query('select from act where name = $1', [name])).length

const endBackend = async (pid: number | undefined) => {
  await postgres.query('select pg_terminate_backend($1)', [pid])
}

/** Runs a transaction whose first attempt is disturbed after its insert; returns the attempts. */
async function runDisturbed(name: string, disturb: (pid: number | undefined) => Promise<unknown>) {
  let attempts = 0
  await runInTransaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await insert(name).execute(tx)
    if (++attempts === 1) await disturb(rows[0]?.pid)
    await sql`select 1`.execute(tx)
  })

  return attempts
}

test('a transaction whose session the server ended is run again, and counts once', async () => {
  expect(await runDisturbed('ended', endBackend)).toBe(2)
  expect(await count('ended')).toBe(1)
})

test('a transaction whose cable broke is run again, and counts once', async () => {
  expect(await runDisturbed('cut', async () => proxy.cut())).toBe(2)
  expect(await count('cut')).toBe(1)
})

test('a connection that breaks while no query runs is noticed before the COMMIT', async () => {
  let attempts = 0
  await runInTransaction(db, async (tx) => {
    await insert('silent').execute(tx)
    if (++attempts > 1) return
    proxy.cut()
    await pause(200)
    await nextTurn() // after a stall, timers run before what the sockets report
  })

  expect(attempts).toBe(2)
  expect(await count('silent')).toBe(1)
})

test('a transaction meets a restart of the server and is run again on the new one', async () => {
  expect(await runDisturbed('restarted', () => postgres.restart('fast'))).toBe(2)
  expect(await runDisturbed('crashed', () => postgres.restart('immediate'))).toBe(2)
  expect([await count('restarted'), await count('crashed')]).toEqual([1, 1])
})

test('a COMMIT without an answer has an unknown outcome and is not run again', async () => {
  let attempts = 0
  proxy.cutAnswerTo('commit')

  const unanswered = runInTransaction(db, async (tx) => {
    attempts++
    await insert('unanswered').execute(tx)
  })

  await expect(unanswered).rejects.toBeInstanceOf(OutcomeUnknown)
  expect(attempts).toBe(1)
  await expect.poll(() => count('unanswered')).toBe(1)
})

test('a single write without an answer has an unknown outcome; a read has none', async () => {
  proxy.cutAnswerTo('into act')
  await expect(insert('single').execute(db)).rejects.toBeInstanceOf(OutcomeUnknown)
  await expect.poll(() => count('single')).toBe(1)
  proxy.cutAnswerTo('from act')
  await expect(sql`select from act`.execute(db)).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test('a COMMIT that the server refuses is rolled back for certain', async () => {
  await postgres.query('create table once (n int unique deferrable initially deferred)')
  await postgres.query('grant insert on once to candor_app')

  const twice = runInTransaction(db, (tx) => sql`insert into once values (1), (1)`.execute(tx))
  await expect(twice).rejects.toMatchObject({ code: '23505' })
})

test('a COMMIT whose wait for a standby is cancelled is not acknowledged', async () => {
  await postgres.query("alter system set synchronous_standby_names = 'elsewhere'")
  await postgres.query('select pg_reload_conf()')
  onTestFinished(async () => {
    await postgres.query('alter system reset synchronous_standby_names')
    await postgres.query('select pg_reload_conf()')
  })

  const waiting = runInTransaction(db, (tx) => insert('unreplicated').execute(tx))
  const outcome = expect(waiting).rejects.toBeInstanceOf(OutcomeUnknown)
  await expect
    .poll(() =>
      postgres.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where wait_event = 'SyncRep' and usename = 'candor_server'`,
      ),
    )
    .toHaveLength(1)
  await outcome
  expect(await count('unreplicated'), 'here, and perhaps on no other machine').toBe(1)
})

test('a COMMIT that waits for a standby too long has an unknown outcome', async () => {
  await postgres.query("alter system set synchronous_standby_names = 'elsewhere'")
  await postgres.query('select pg_reload_conf()')

  const waiting = runInTransaction(db, (tx) => insert('waiting').execute(tx))
  await expect(waiting).rejects.toThrow('the COMMIT was not answered in time')

  await postgres.query('alter system reset synchronous_standby_names')
  await postgres.query('select pg_reload_conf()')
  await expect.poll(() => count('waiting')).toBe(1)
})

test('a standby is refused and waited for; a promoted one is used', async () => {
  await sql`select 1`.execute(db)
  postgres.becomeStandby()
  await postgres.restart('fast')

  const waiting = runInTransaction(db, (tx) => insert('promoted').execute(tx))
  await expect.poll(() => changes).toEqual(['away'])
  await postgres.query('select pg_promote()')
  await waiting

  expect(await count('promoted')).toBe(1)
  expect(changes).toEqual(['away', 'back'])
})

test('a connection that can only read is replaced, and the transaction is run again', async () => {
  let attempts = 0
  await runInTransaction(db, async (tx) => {
    if (++attempts === 1) await sql`set transaction read only`.execute(tx)
    await insert('read-only').execute(tx)
  })

  expect(attempts).toBe(2)
  expect(await count('read-only')).toBe(1)
})

test('a write in a snapshot is a mistake of ours, not a standby', async () => {
  const wrong = runInSnapshot(db, (tx) => insert('snapshot').execute(tx))
  await expect(wrong).rejects.toMatchObject({ code: '25006' })
})

test('the login has its timeouts where a pooler drops those of the connection', async () => {
  const readTimeouts = async () => {
    const client = new pg.Client({ connectionString: postgres.serverUrl })
    await client.connect()
    const { rows } = await client.query(
      `select name, setting || unit as value from pg_settings
       where name ~ '^(lock|statement|idle_in_transaction_session)_timeout$' order by name`,
    )
    await client.end()
    return rows.map(({ name, value }) => `${name}=${value}`)
  }

  expect(await readTimeouts()).toContain('lock_timeout=0ms')
  await Promise.all([
    storeLoginTimeouts(postgres.serverUrl),
    storeLoginTimeouts(postgres.serverUrl),
  ])
  expect(await readTimeouts()).toEqual([
    'idle_in_transaction_session_timeout=60000ms',
    'lock_timeout=10000ms',
    'statement_timeout=30000ms',
  ])

  await storeLoginTimeouts(postgres.ownerUrl)
  const superusers = await postgres.query(
    "select from pg_db_role_setting where setrole = 'candor_owner'::regrole",
  )
  expect(superusers, 'a superuser migrates for longer').toEqual([])
})

test('without a database a query waits two seconds; later ones fail at once, until it is back', async () => {
  await postgres.stop('fast')

  const begun = performance.now()
  await expect(sql`select 1`.execute(db)).rejects.toBeInstanceOf(DatabaseUnavailable)
  const firstMs = performance.now() - begun

  const again = performance.now()
  const many = await Promise.allSettled(Array.from({ length: 50 }, () => sql`select 1`.execute(db)))
  const laterMs = performance.now() - again

  expect(many.every((one) => one.status === 'rejected')).toBe(true)
  expect(firstMs).toBeGreaterThan(1_800)
  expect(laterMs).toBeLessThan(firstMs / 2)

  await postgres.start()
  await sql`select 1`.execute(db)
  expect(changes).toEqual(['away', 'back'])
})

test('a lasting connection without a sign of life is made again, though no error was reported', async () => {
  const events: string[] = []
  const connection = openLastingConnection({
    url: proxy.through(postgres.serverUrl),
    applicationName: 'lasting',
    checkMs: 50,
    checkTimeoutMs: 2_000, // an answer may take a while on a busy machine
    prepare: async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      events.push(`prepared ${rows[0].pid}`)
    },
    onLost: (error) => {
      events.push(`lost: ${(error as Error).message}`)
      proxy.silence(false)
    },
    onRestored: () => events.push('restored'),
  })
  onTestFinished(connection.close)
  onTestFinished(() => proxy.silence(false))

  await connection.ready
  await pause(300)
  expect(events, 'checks that are answered change nothing').toHaveLength(1)

  proxy.silence(true)
  await expect.poll(() => events.at(-1)).toBe('restored')
  const [first, lost, second] = events
  expect(lost).toBe('lost: Connection terminated: the server gave no sign of life')
  expect(second).toMatch(/^prepared \d+$/)
  expect(second, 'another session').not.toBe(first)
})
