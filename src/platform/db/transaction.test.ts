import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { runInTransaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.owner.query('create table counter (id int primary key, n int not null)')
  await database.owner.query('insert into counter values (1, 0), (2, 0)')
  await database.owner.query('grant select, update on counter to candor_app')
})
afterAll(async () => database.close())

const raise = (code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception 'planned' using errcode = '${code}'; end $$`)}`

test('a transaction that collided is run again, and its first writes are gone', async () => {
  let attempts = 0
  await runInTransaction(database.db, async (tx) => {
    await sql`update counter set n = n + 1 where id = 1`.execute(tx)
    if (++attempts < 3) await raise(attempts === 1 ? '40P01' : '40001').execute(tx)
  })

  expect(attempts).toBe(3)
  expect((await database.owner.query('select n from counter where id = 1')).rows).toEqual([
    { n: 1 },
  ])
})

test('after three more tries it is busy, and says that nothing was changed', async () => {
  let attempts = 0
  const colliding = runInTransaction(database.db, async (tx) => {
    attempts++
    await raise('40P01').execute(tx)
  })
  await expect(colliding).rejects.toMatchObject({ code: 'busy', status: 503 })
  expect(attempts).toBe(4)
})

test("a lock that isn't to be had in time is busy at once", async () => {
  const holder = await database.owner.connect()
  await holder.query('begin; update counter set n = 5 where id = 2')

  const waiting = runInTransaction(database.db, async (tx) => {
    await sql`set local lock_timeout = '100ms'`.execute(tx)
    await sql`update counter set n = 6 where id = 2`.execute(tx)
  })
  await expect(waiting).rejects.toMatchObject({ code: 'busy', status: 503 })

  await holder.query('rollback')
  holder.release()
})

test('any other failure is neither repeated nor renamed', async () => {
  let attempts = 0
  const failing = runInTransaction(database.db, async () => {
    attempts++
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  expect(attempts).toBe(1)
})

test('a connection that breaks between two queries fails its transaction alone', async () => {
  const broken = runInTransaction(database.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await database.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await pause(200) // the server closes the connection while no query runs
    await sql`select 1`.execute(tx)
  })

  await expect(broken).rejects.toThrow()

  await runInTransaction(database.db, (tx) => sql`select 1`.execute(tx))
})
