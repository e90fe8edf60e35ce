import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { openReadiness } from './readiness.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const LANDED = ['schema/0001-roles.sql', 'functions/ledger/post.sql']

test('A process is ready with all migrations and the queue, and says what it lacks', async () => {
  expect(await openReadiness(database, { migrations: LANDED })()).toEqual([])
  expect(
    await openReadiness(database, { migrations: [...LANDED, 'schema/9999-next.sql'] })(),
  ).toEqual(['migrations'])

  await database.owner.query(
    'create temp table stored as table pgboss.version; update pgboss.version set version = version',
  )
  await database.owner.query('alter table pgboss.version rename to version_away')

  expect(await openReadiness(database)()).toEqual(['migrations'])

  await database.owner.query('alter table pgboss.version_away rename to version')
})

test('A stopping process is not ready, also for a cached check', async () => {
  const stopping = new AbortController()
  const readiness = openReadiness(database, { migrations: LANDED, stopping: stopping.signal })
  expect(await readiness()).toEqual([])
  stopping.abort()
  expect(await readiness()).toEqual(['stopping'])
})

test('Without a database, or with one that hangs, it says that there is none', async () => {
  const gone = { execute: () => Promise.reject(new Error('gone')) }
  const hangs = { execute: () => new Promise(() => {}) }
  const over = (answer: { execute: () => Promise<unknown> }) =>
    ({ db: { getExecutor: () => createExecutor(answer) } }) as unknown as Parameters<
      typeof openReadiness
    >[0]

  expect(await openReadiness(over(gone))()).toEqual(['database'])

  const startedAt = performance.now()
  expect(await openReadiness(over(hangs))()).toEqual(['database'])
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

/** As much of Kysely's as a raw statement asks of it. */
const createExecutor = ({ execute }: { execute: () => Promise<unknown> }) => ({
  transformQuery: (node: unknown) => node,
  compileQuery: () => ({}),
  executeQuery: execute,
})
