import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { findEntry, getMemberBalances } from '#modules/ledger/queries.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import type { PlanVersion } from '../model.ts'
import { listMemberPositions } from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { openPosition } from './open-position.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
const memberId = createId('mem')

let database: TestDatabase
let version: PlanVersion
const app = () => ({ db: database.db, clock, config: readConfig({}), events: createLocalEvents() })

beforeAll(async () => {
  database = await testDatabase()
  version = await createPublishedPlan(app())
})
afterAll(() => database.close())

const open = (principal: bigint, depositId: string = createId('dep')) =>
  database.db.transaction().execute((tx) =>
    openPosition(tx, {
      memberId,
      principal,
      depositId,
      planVersionId: version.id,
      openedOn: '2026-11-20',
      actor: 'test',
    }),
  )

test('a position copies target and term; its principal leaves cash in one posting', async () => {
  const position = await createPosition(app(), { memberId, version, principal: 250_000n })
  expect(position).toMatchObject({
    principal: 250_000n,
    remaining: 250_000n,
    targetBps: 5_000,
    termDays: 30,
    openedOn: '2026-11-20',
    maturesOn: '2026-12-20',
    status: 'open',
  })

  expect(await getMemberBalances(database.db, memberId)).toMatchObject({
    cash: 250_000n,
    principal: 250_000n,
  })

  const entry = await findEntry(database.db, `deposit/${position.depositId}/position`)
  expect(entry).toMatchObject({
    transferType: 'position_opened',
    amount: 250_000n,
    reference: position.depositId,
  })
})

test('its accrual is computed on the day it is looked at', async () => {
  const [position] = await listMemberPositions(database.db, memberId, '2026-11-30')
  expect(position).toMatchObject({
    accrued: 41_666n,
    target: 125_000n,
    daysPassed: 10,
    planName: 'BASIC',
  })

  expect(await listMemberPositions(database.db, memberId, '2026-11-20')).toMatchObject([
    { remaining: 250_000n, accrued: 0n, target: 125_000n, status: 'open' },
  ])
})

test('a deposit opens one position, whatever the code above believes', async () => {
  const depositId = createId('dep')
  await open(100_000n, depositId)
  await expect(open(100_000n, depositId)).rejects.toMatchObject({
    constraint: 'position_deposit_id_key',
  })
})

test("below or above the plan's limits nothing is opened", async () => {
  for (const principal of [99_999n, 1_000_001n])
    await expect(open(principal)).rejects.toThrow('limits')
})
