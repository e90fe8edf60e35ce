import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openLog } from '../monitoring/log.ts'
import { createTransactionalJobs, type JobDefinition, runJobsNow, startJobs } from './jobs.ts'

/** A busy machine takes several times as long as a calm one. */
const PATIENCE_MS = 30_000
/** Before a worker looks for silent processes, or reads an idle queue, the next time. */
const AT_ONCE_MS = 15_000
const app = { log: openLog('silent') }
const jobs = createTransactionalJobs()
let database: TestDatabase
let workers: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})
afterAll(() => database.close())

const enqueue = (name: string, payload: Record<string, unknown>) =>
  database.db.transaction().execute((tx) => jobs.enqueue(tx, name, payload))
const start = async (...definitions: JobDefinition<typeof app>[]) => {
  workers.push(await startJobs(app, database.pool, definitions))
}
const noting = (name: string, rest: Partial<JobDefinition<typeof app>> = {}) => {
  const observed: Record<string, unknown>[] = []
  const job: JobDefinition<typeof app> = {
    name,
    run: async (_app, payload) => {
      observed.push(payload)
    },
    ...rest,
  }

  return { observed, job }
}

test('A job enqueued before any worker ever ran waits for one', async () => {
  const { observed: payloads, job } = noting('early')
  await enqueue('early', { id: 'dep_1', amount: 12_345_678_901_234_567n })
  await start(job)
  await vi.waitFor(
    () => expect(payloads).toEqual([{ id: 'dep_1', amount: '12345678901234567' }]),
    PATIENCE_MS,
  )
})

test('A job that is enqueued while its queue is idle begins at once', async () => {
  const { observed: payloads, job } = noting('idle')
  await enqueue('idle', { id: 1 })
  await start(job)
  await vi.waitFor(() => expect(payloads).toHaveLength(1), PATIENCE_MS)

  await enqueue('idle', { id: 2 })
  await vi.waitFor(() => expect(payloads).toHaveLength(2), AT_ONCE_MS)
})

test('A rolled back transaction takes its job back', async () => {
  const { observed: payloads, job } = noting('undone')
  const undone = database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'undone', {})
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await runJobsNow(app, database.pool, [job])).toBe(0)
  expect(payloads).toEqual([])
})

test('Two workers share the work: each job runs once', async () => {
  const { observed: payloads, job } = noting('shared')

  for (let id = 0; id < 12; id++) await enqueue('shared', { id })
  await start(job)
  await start(job)
  await vi.waitFor(() => expect(payloads).toHaveLength(12), PATIENCE_MS)

  expect(new Set(payloads.map((payload) => payload.id)).size).toBe(12)
})

test('The failure of one job repeats no other', async () => {
  const { observed: payloads, job } = noting('mixed', {
    run: async (_app, payload) => {
      payloads.push(payload)
      if (payload.id === 1) throw new Error('this one fails')
    },
  })

  for (let id = 0; id < 5; id++) await enqueue('mixed', { id })
  await start(job)
  await vi.waitFor(() => expect(payloads).toHaveLength(5), PATIENCE_MS)
  await vi.waitFor(async () => {
    const { rows } = await database.owner.query(
      "select state, count(*)::int from pgboss.job where name = 'mixed' group by state " +
        'order by state',
    )

    expect(rows).toEqual([
      { state: 'retry', count: 1 },
      { state: 'completed', count: 4 },
    ])
  }, PATIENCE_MS)
})

test('A job that failed is tried again', async () => {
  let tries = 0
  const { job } = noting('stubborn', {
    retry: { limit: 3, delaySeconds: 1, maxDelaySeconds: 1 },
    run: async () => {
      tries++
      if (tries === 1) throw new Error('not yet')
    },
  })

  await start(job)
  await enqueue('stubborn', {})
  await vi.waitFor(() => expect(tries).toBe(2), PATIENCE_MS)
})

test('Running jobs now runs what they enqueue, and throws what they threw', async () => {
  const { observed: payloads, job: second } = noting('second')
  const first: JobDefinition<typeof app> = {
    name: 'first',
    run: () => enqueue('second', { from: 'first' }),
  }
  await enqueue('first', {})

  expect(await runJobsNow(app, database.pool, [second, first])).toBe(2)
  expect(payloads).toEqual([{ from: 'first' }])

  await enqueue('broken', {})

  const broken = noting('broken', { run: async () => Promise.reject(new Error('out of ink')) })
  await expect(runJobsNow(app, database.pool, [broken.job])).rejects.toThrow('out of ink')
})

test('A repeated job continues after a failure and stops on request', async () => {
  let runs = 0
  const { job } = noting('pulse', {
    pauseMs: 10,
    run: async () => {
      runs++
      if (runs === 1) throw new Error('hiccup')
    },
  })

  await start(job)
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3), PATIENCE_MS)
  await workers.pop()?.stop()

  const stopped = runs
  await new Promise((resolve) => setTimeout(resolve, 60))

  expect(runs).toBe(stopped)
})

test('A schedule is stored in UTC by a role that owns nothing', async () => {
  await start(noting('nightly', { cron: '5 0 * * *' }).job)

  const { rows } = await database.owner.query('select name, cron, timezone from pgboss.schedule')
  expect(rows).toEqual([{ name: 'nightly', cron: '5 0 * * *', timezone: 'UTC' }])

  const owned = await database.owner.query(
    "select relname from pg_class where relowner = 'candor_app'::regrole union all select " +
      "nspname from pg_namespace where nspowner = 'candor_app'::regrole",
  )
  expect(owned.rows).toEqual([])
})

test('Jobs completed more than a week ago are deleted, recent ones are retained', async () => {
  const { job } = noting('forgotten')
  const states = async () =>
    (
      await database.owner.query(
        "select state from pgboss.job where name = 'forgotten' order by state",
      )
    ).rows.map(({ state }) => state)

  for (const id of [1, 2]) await enqueue('forgotten', { id })
  await runJobsNow(app, database.pool, [job])

  expect(await states()).toEqual(['completed', 'completed'])

  await database.owner.query(
    `update pgboss.job set completed_on = completed_on - interval '8 days' where name =
      'forgotten' and data ->> 'id' = '1';
     update pgboss.queue set maintain_on = null, monitor_on = null, monitor_claim_on = null`,
  )

  await start(job)
  await vi.waitFor(async () => expect(await states()).toEqual(['completed']), PATIENCE_MS)
})

test('A worker that starts takes over at once what one had begun that was killed', async () => {
  const { observed: payloads, job } = noting('taken-over')
  await enqueue('taken-over', { id: 1 })
  await database.owner.query(
    `update pgboss.job set state = 'active', started_on = now() - interval '1 hour', retry_delay
      = 0, retry_backoff = false where name = 'taken-over';
     update pgboss.queue set monitor_on = null, monitor_claim_on = null`,
  )

  await start(job)
  await vi.waitFor(() => expect(payloads).toEqual([{ id: 1 }]), AT_ONCE_MS)
})

test('A job whose process gives no sign of life is taken over after half a minute', async () => {
  const { observed: payloads, job } = noting('silent')
  for (const id of [1, 2]) await enqueue('silent', { id })
  await database.owner.query(
    `update pgboss.job set state = 'active', started_on = now(), retry_delay = 0,
      retry_backoff = false, heartbeat_on = now() - case data ->> 'id' when '1' then interval '31 s'
      else interval '5 s' end where name = 'silent'`,
  )

  await start(job)
  await vi.waitFor(() => expect(payloads).toEqual([{ id: 1 }]), PATIENCE_MS)
})

test('A job that runs for long states that it is alive', async () => {
  const { job } = noting('long')
  await start(job)
  const { rows } = await database.owner.query(
    "select heartbeat_seconds from pgboss.queue where name = 'long'",
  )
  expect(rows).toEqual([{ heartbeat_seconds: 30 }])
})
