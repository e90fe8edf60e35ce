import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveIfNeeded, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { createFixedClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrate.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { databaseUrl } from '../../../../tests/support/global-setup.ts'
import {
  createSimulatedOutside,
  moveSimulatedOutside,
  type SimulatedMovement,
} from './simulated-outside.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const outside = () => createSimulatedOutside(database.db, clock)
const move = (overrides: Partial<SimulatedMovement>) =>
  runInTransaction(database.db, (tx) =>
    moveSimulatedOutside(tx, {
      place: 'hot',
      currency: 'BTC',
      units: 5n,
      reference: 'rcp_1',
      at: clock.now(),
      ...overrides,
    }),
  )

test('what moved adds up, the same movement counts once, and the figure says that it is simulated', async () => {
  await move({})
  await move({ units: 9n })
  await move({ reference: 'wdr_1', units: -2n })

  expect(await outside().balanceOf('hot', 'BTC')).toEqual({
    units: 3n,
    asOf: clock.now(),
    source: 'Simulated outside',
    evidence: 'Simulated: the sum of 3 movements',
  })
})

test('a place that nothing is known of is not an empty one', async () => {
  expect(await outside().balanceOf('cold', 'BTC')).toBeNull()
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({ units: 0n })
})

test('nothing outside holds less than nothing, and it comes back when the coin does', async () => {
  await move({ currency: 'ETH', reference: 'wdr_2', units: -7n })
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({
    units: 0n,
    evidence: expect.stringContaining('0.000000007 ETH more out than in'),
  })

  await move({ currency: 'ETH', reference: 'rcp_2', units: 10n })
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({ units: 3n })
})

test('a movement of a transaction that was undone never happened', async () => {
  const undone = runInTransaction(database.db, async (tx) => {
    await moveSimulatedOutside(tx, {
      place: 'hot',
      currency: 'USDT',
      units: 5n,
      reference: 'rcp_3',
      at: clock.now(),
    })

    throw new Error('no')
  })

  await expect(undone).rejects.toThrow('no')
  expect(await outside().balanceOf('hot', 'USDT')).toMatchObject({ units: 0n })
})

/**
 * A database as it was before the simulated outside existed; given to `use`, and gone afterwards.
 */
async function withOlderDatabase(use: (url: string, migrations: string) => Promise<void>) {
  const migrations = join(import.meta.dirname, '../../../../migrations')
  const older = await mkdtemp(join(tmpdir(), 'candor-test-'))
  const name = `candor_test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })

  await admin.connect()

  try {
    for (const file of await readdir(migrations))
      if (file < '016') await cp(join(migrations, file), join(older, file))
    await admin.query(`create database ${name}`)
    const url = databaseUrl(inject('adminUrl'), name)
    await migrate(url, older)
    await use(url, migrations)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await rm(older, { recursive: true })
  }
}

test('a database that was there before begins with what its books hold', async () => {
  await withOlderDatabase(async (url, migrations) => {
    const limits = { lockTimeoutMs: 10_000, statementTimeoutMs: 30_000 }
    const { db } = openDb({ ...limits, url, role: 'candor_app', poolSize: 2 })
    await runInTransaction(db, async (tx) => {
      await openCustodyAccount(tx, 'cold', 'BTC')

      const receipt = await createReceipt(tx, 'BTC', 40n)
      await post(tx, [
        transfer('in', 'suspense_received', 'custody:hot:BTC', 'suspense:BTC', 40n, { receipt }),
      ])

      const move = transfer('move', 'custody_moved', 'custody:cold:BTC', 'custody:hot:BTC', 15n)
      await post(tx, await approveIfNeeded(tx, [move]))
    })

    await migrate(url, migrations)

    const held = createSimulatedOutside(db, clock)
    expect(await held.balanceOf('hot', 'BTC')).toMatchObject({ units: 25n })
    expect(await held.balanceOf('cold', 'BTC')).toMatchObject({ units: 15n })
    expect(await held.balanceOf('bank', 'USD')).toMatchObject({ units: 0n })

    await db.destroy()
  })
})
