import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { readConfig } from '../../../config.ts'
import type { PlanVersion } from '../model.ts'
import { listInvestedPrincipal, listMemberPositions } from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { redeemPrincipal } from './redeem-principal.ts'
import { restoreRedemption } from './restore-redemption.ts'
import type { RedeemPrincipal } from './take-redemption.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
const TODAY = '2026-11-20'

let database: TestDatabase
let version: PlanVersion
const app = () => ({ db: database.db, clock, config: readConfig({}), events: createLocalEvents() })

beforeAll(async () => {
  database = await testDatabase()
  version = await createPublishedPlan(app())
})
afterAll(() => database.close())

/**
 * A member with three positions, the oldest first: $1,000 of 20 days ago, $2,000 of 10 days ago,
 * $3,000 of today.
 */
async function investor() {
  const memberId = createId('mem')
  const positions = []

  for (const [principal, days] of [
    [100_000n, -20],
    [200_000n, -10],
    [300_000n, 0],
  ] as const)
    positions.push(
      await createPosition(app(), { memberId, version, principal, openedOn: addDays(TODAY, days) }),
    )

  const [oldest = '', middle = '', newest = ''] = positions.map(({ id }) => id)
  return { memberId, oldest, middle, newest }
}

type Wish = Pick<RedeemPrincipal, 'memberId' | 'amount'> & Partial<RedeemPrincipal>

const redeem = (wish: Wish) =>
  database.db.transaction().execute(async (tx) => {
    const answer = await redeemPrincipal(tx, {
      on: TODAY,
      withdrawalId: createId('wdr'),
      actor: 'test',
      ...wish,
    })

    await post(tx, answer.transfers)

    return answer.parts
  })

const restore = (withdrawalId: string, on = TODAY) =>
  database.db.transaction().execute(async (tx) => {
    const answer = await restoreRedemption(tx, { withdrawalId, on, actor: 'test' })
    if (answer.transfers.length > 0) await post(tx, answer.transfers)
    return answer.parts
  })

async function expectPrincipalToMatch(memberId: string) {
  const { principal } = await getMemberBalances(database.db, memberId)
  const invested = await listInvestedPrincipal(database.db)
  expect(invested.find((row) => row.memberId === memberId)?.principal).toBe(principal)
}

test('the newest positions give first, whole ones before a part', async () => {
  const { memberId, newest, middle } = await investor()
  expect(await redeem({ memberId, amount: 350_000n })).toEqual([
    { positionId: newest, amount: 300_000n },
    { positionId: middle, amount: 50_000n },
  ])

  const positions = await listMemberPositions(database.db, memberId, TODAY)
  expect(positions.map(({ remaining, status }) => [remaining, status])).toEqual([
    [0n, 'redeemed'],
    [150_000n, 'open'],
    [100_000n, 'open'],
  ])

  expect(await getMemberBalances(database.db, memberId)).toMatchObject({
    cash: 950_000n,
    principal: 250_000n,
  })

  await expectPrincipalToMatch(memberId)
})

test('what the member picks gives in the order picked, and nothing else is touched', async () => {
  const { memberId, oldest, middle, newest } = await investor()
  const positions = [oldest, middle, oldest]
  expect(await redeem({ memberId, amount: 120_000n, positions })).toEqual([
    { positionId: oldest, amount: 100_000n },
    { positionId: middle, amount: 20_000n },
  ])

  const storedPositions = await listMemberPositions(database.db, memberId, TODAY)
  expect(storedPositions.find(({ id }) => id === newest)?.remaining).toBe(300_000n)
  await expect(redeem({ memberId, amount: 200_000n, positions: [middle] })).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
})

test('more than there is, a stranger’s position and an empty one are refused, and nothing is stored', async () => {
  const { memberId, oldest } = await investor()
  const stranger = await investor()

  await redeem({ memberId, amount: 100_000n, positions: [oldest] })

  const before = await listMemberPositions(database.db, memberId, TODAY)
  await expect(redeem({ memberId, amount: 500_001n })).rejects.toMatchObject({
    code: 'insufficient_funds',
    status: 422,
    field: 'amount',
  })

  for (const id of [stranger.newest, oldest, 'pos_none'])
    await expect(redeem({ memberId, amount: 1n, positions: [id] })).rejects.toMatchObject({
      status: 404,
    })

  expect(await listMemberPositions(database.db, memberId, TODAY)).toEqual(before)

  await expectPrincipalToMatch(memberId)
})

test('a redeemed part stops accruing on its day; its accrued return remains', async () => {
  const { memberId, oldest } = await investor()
  const readAccrued = async (day: string) =>
    (await listMemberPositions(database.db, memberId, day)).find(({ id }) => id === oldest)?.accrued
  expect(await readAccrued(TODAY)).toBe(33_333n)

  await redeem({ memberId, amount: 100_000n, positions: [oldest] })
  expect(await readAccrued(TODAY)).toBe(33_333n)
  expect(await readAccrued(addDays(TODAY, 10))).toBe(33_333n)
})

test('a released withdrawal leaves the positions as if it had never been asked for', async () => {
  const { memberId } = await investor()
  const later = addDays(TODAY, 5)
  const before = await listMemberPositions(database.db, memberId, later)
  const balances = await getMemberBalances(database.db, memberId)
  const withdrawalId = createId('wdr')
  const parts = await redeem({ memberId, amount: 420_000n, withdrawalId })
  const restored = await restore(withdrawalId, addDays(TODAY, 3))
  const byId = (one: { positionId: string }, other: { positionId: string }) =>
    one.positionId < other.positionId ? -1 : 1

  expect(restored).toEqual(parts.sort(byId))
  expect(await listMemberPositions(database.db, memberId, later)).toEqual(before)
  expect(await getMemberBalances(database.db, memberId)).toEqual(balances)

  await expectPrincipalToMatch(memberId)
})

test('nothing is restored twice, and a withdrawal that took nothing gives nothing', async () => {
  const { memberId } = await investor()
  const withdrawalId = createId('wdr')
  await redeem({ memberId, amount: 10_000n, withdrawalId })

  expect(await restore(withdrawalId)).toHaveLength(1)
  expect(await restore(withdrawalId)).toEqual([])
  expect(await restore(createId('wdr'))).toEqual([])

  await expectPrincipalToMatch(memberId)
})

test('many withdrawals at once take out no more than there is', async () => {
  const { memberId } = await investor()
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, () => redeem({ memberId, amount: 100_000n })),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)

  for (const attempt of attempts)
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ code: 'insufficient_funds' })

  expect(await getMemberBalances(database.db, memberId)).toMatchObject({
    principal: 0n,
    cash: 1_200_000n,
  })

  await expectPrincipalToMatch(memberId)
})
