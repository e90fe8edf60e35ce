import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixedClock } from '#platform/clock.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
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

test('movements add up, the same one counts once, and the source is marked simulated', async () => {
  await move({})
  await move({ units: 9n })
  await move({ reference: 'wdr_1', units: -2n })

  expect(await outside().balanceOf('hot', 'BTC')).toEqual({
    units: 3n,
    asOf: clock.now(),
    source: 'Simulated external balance',
    evidence: 'Simulated: the sum of 3 movements',
  })
})

test('a place without movements is unknown and not empty', async () => {
  expect(await outside().balanceOf('cold', 'BTC')).toBeNull()
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({ units: 0n })
})

test('a negative balance reads as zero until coin comes back', async () => {
  await move({ currency: 'ETH', reference: 'wdr_2', units: -7n })
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({
    units: 0n,
    evidence: expect.stringContaining('0.000000007 ETH more out than in'),
  })

  await move({ currency: 'ETH', reference: 'rcp_2', units: 10n })
  expect(await outside().balanceOf('hot', 'ETH')).toMatchObject({ units: 3n })
})

test('a movement of a rolled back transaction does not count', async () => {
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

test('the default custody accounts begin empty, and no other place exists', async () => {
  const { rows } = await database.pool.query(
    `select place, currency, units from simulated_outside where reference = 'opening'
      order by place, currency`,
  )

  const places = await database.pool.query(
    `select split_part(code, ':', 2) as place, currency, 0::bigint as units from ledger.accounts
      where account_type = 'custody' and code in
        ('custody:bank:USD', 'custody:hot:BTC', 'custody:hot:ETH', 'custody:hot:USDT')
      order by 1, 2`,
  )

  expect(rows).toHaveLength(4)
  expect(rows).toEqual(places.rows)
})
