import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { claim } from '../../scripts/ownership.js'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'candor-ownership-'))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

type Holder = { pid: number; key: string }

/** The sessions that hold the lock of the folder. */
async function findHolders(): Promise<Holder[]> {
  const { rows } = await database.owner.query<Holder>(
    `select pid, ((classid::bigint << 32) | objid::bigint)::text as key
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and datname = current_database()`,
  )
  return rows
}

/** Returns the number of sessions that wait for the lock of a folder. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await database.owner.query(
    `select from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and not granted and datname = current_database()`,
  )
  return rowCount ?? 0
}

const endSession = (pid: number | undefined) =>
  database.owner.query('select pg_terminate_backend($1)', [pid])

test('a lost connection is made again, and the lock is taken again', async () => {
  const lost: string[] = []
  const ownership = await claim(database.ownerUrl, dataDir, {
    onLost: () => lost.push('lost'),
    onRestored: () => lost.push('restored'),
  })
  const [first] = await findHolders()

  await endSession(first?.pid)
  await expect.poll(() => lost).toEqual(['lost', 'restored'])

  const [second, ...others] = await findHolders()
  expect(second?.key).toBe(first?.key)
  expect(second?.pid).not.toBe(first?.pid)
  expect(others).toEqual([])
  await expect(claim(database.ownerUrl, dataDir, { shared: true })).rejects.toThrow(
    `is in use by another Candor server (process ${process.pid})`,
  )

  await ownership.release()
  await expect.poll(findHolders).toEqual([])
})

test('a server that took the folder meanwhile stays its owner, and the other one ends', async () => {
  const ownership = await claim(database.ownerUrl, dataDir)
  const [mine] = await findHolders()
  const other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
  onTestFinished(() => other.end())

  const taking = other.query('select pg_advisory_lock($1)', [mine?.key])
  await expect.poll(countWaiting).toBe(1)
  await endSession(mine?.pid)
  await taking

  expect(await ownership.lost).toContain('is in use by another Candor server')
  await ownership.release()
})

test('a wrong password ends the start at once, and a missing server does without waiting', async () => {
  const wrong = new URL(database.ownerUrl)
  wrong.password = 'wrong'
  const begun = performance.now()
  await expect(claim(wrong.toString(), dataDir, { waits: true })).rejects.toMatchObject({
    code: '28P01',
  })
  await expect(claim('postgres://127.0.0.1:9/none', dataDir)).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  expect(performance.now() - begun).toBeLessThan(20_000)
})
