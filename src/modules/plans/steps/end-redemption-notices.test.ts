import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { giveRedemptionNotice } from '../commands/give-redemption-notice.ts'
import type { PlanVersion } from '../model.ts'
import { getPosition, listInvestedPrincipal, listMemberRedemptionNotices } from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { endRedemptionNotices } from './end-redemption-notices.ts'

const TODAY = '2026-11-20'
const ENDS = addDays(TODAY, 10)
let testApp: TestApp
/** 10% over 100 days, and ten days' notice. */
let version: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 8 })
  version = await createPublishedPlan(testApp.app, {
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 10,
  })
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

async function createInvestor(...amounts: bigint[]) {
  const { member } = await createTestMember(testApp.app)
  const { id } = await createPosition(testApp.app, {
    memberId: member.id,
    version,
    principal: 100_000n,
  })

  for (const amount of amounts)
    await giveRedemptionNotice(testApp.app, member, { positionId: id, amount })

  return { member, id }
}

const end = (day = ENDS, limit = 1_000) =>
  testApp.app.db.transaction().execute(async (tx) => {
    const { transfers, processedCount } = await endRedemptionNotices(tx, testApp.app, day, limit)
    if (transfers.length > 0) await post(tx, transfers)
    return processedCount
  })

const readPosition = (member: { id: string }, id: string, day = ENDS) =>
  getPosition(testApp.app.db, member.id, id, day)

async function expectPrincipalToMatch(memberId: string) {
  const { principal } = await getMemberBalances(testApp.app.db, memberId)
  const invested = await listInvestedPrincipal(testApp.app.db)
  expect(invested.find((row) => row.memberId === memberId)?.principal).toBe(principal)
}

test('on its day the part is cash, stops accruing, and its accrued return remains', async () => {
  const { member, id } = await createInvestor(40_000n)
  expect(await end(addDays(ENDS, -1))).toBe(0)
  expect(await end()).toBe(1)
  expect(await readPosition(member, id)).toMatchObject({
    remaining: 60_000n,
    pendingRedemption: 0n,
    accrued: 1_000n,
    target: 6_400n,
  })

  expect(await readPosition(member, id, addDays(ENDS, 10))).toMatchObject({ accrued: 1_600n })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 140_000n,
    principal: 60_000n,
  })

  const [redemptionNotice] = await listMemberRedemptionNotices(testApp.app.db, member.id)
  expect(redemptionNotice).toMatchObject({ status: 'done', amount: 40_000n, place: null })

  const rows = await listEntries(testApp.app.db, { reference: redemptionNotice?.id ?? '' })
  expect(rows).toMatchObject([
    { transferType: 'principal_redeemed', amount: 40_000n, effectiveDate: ENDS, actor: 'system' },
  ])
  expect(await end()).toBe(0)

  await expectPrincipalToMatch(member.id)
})

test('a position with notice of all of it is redeemed; its accrual still falls due', async () => {
  const { member, id } = await createInvestor(30_000n, 70_000n)
  expect(await end()).toBe(2)
  expect(await readPosition(member, id, addDays(ENDS, 50))).toMatchObject({
    status: 'redeemed',
    remaining: 0n,
    accrued: 1_000n,
  })
})

test('so many end at a time, in the order in which they end, until none is left', async () => {
  const all = [await createInvestor(10n), await createInvestor(20n), await createInvestor(30n)]
  expect([await end(ENDS, 2), await end(ENDS, 2), await end(ENDS, 2)]).toEqual([2, 1, 0])

  for (const { member, id } of all) {
    expect((await readPosition(member, id)).pendingRedemption).toBe(0n)
    await expectPrincipalToMatch(member.id)
  }
})

test('several at once end each notice once', async () => {
  const all = await Promise.all([10n, 20n, 30n, 40n, 50n].map((amount) => createInvestor(amount)))
  await Promise.all(Array.from({ length: 6 }, () => end(ENDS, 3)))

  expect(await end()).toBeLessThanOrEqual(2)

  for (const [index, { member }] of all.entries()) {
    const { cash } = await getMemberBalances(testApp.app.db, member.id)
    expect(cash).toBe(100_000n + BigInt(index + 1) * 10n)
    await expectPrincipalToMatch(member.id)
  }
})

/**
 * Lowers a position as a recorded loss would, its rows included; the books of the member are this
 * test's affair alone.
 */
async function lose(positionId: string, cents: bigint, on: string) {
  const lossId = createId('los')
  await testApp.database.owner.query(
    `insert into plan_loss values ($1, $2, $3, $4, $4, 'A tenant left.', 'key',
      'application/pdf', repeat('0', 64), $1, $4, now())`,
    [lossId, version.planId, cents, on],
  )

  await testApp.database.owner.query('insert into position_loss values ($1, $2, $3, $4)', [
    lossId,
    positionId,
    cents,
    on,
  ])

  await testApp.database.owner.query(
    `update position set remaining_cents = remaining_cents - $2,
       status = case when remaining_cents = $2 then 'lost' else 'open' end where id = $1`,
    [positionId, cents],
  )
}

test('a part that was lost accrued until its day, like one that was withdrawn', async () => {
  const { member, id } = await createInvestor()
  await lose(id, 50_000n, addDays(TODAY, 20))

  expect(await readPosition(member, id, addDays(TODAY, 20))).toMatchObject({
    remaining: 50_000n,
    accrued: 2_000n,
  })

  expect(await readPosition(member, id, addDays(TODAY, 30))).toMatchObject({
    accrued: 2_500n,
    target: 6_000n,
  })
})

test('a loss meanwhile cuts notices to what is left, the later ones first; an empty one is cancelled', async () => {
  const { member, id } = await createInvestor(30_000n, 40_000n, 20_000n)
  const inOrder = (await listMemberRedemptionNotices(testApp.app.db, member.id)).map(
    ({ amount }) => amount,
  )

  await lose(id, 60_000n, addDays(TODAY, 5))

  const left = (await listMemberRedemptionNotices(testApp.app.db, member.id)).map(
    ({ amount }) => amount,
  )
  expect(left.reduce((sum, amount) => sum + amount, 0n)).toBe(40_000n)
  expect(left[0]).toBe(inOrder[0])
  expect(await readPosition(member, id)).toMatchObject({
    remaining: 40_000n,
    pendingRedemption: 40_000n,
  })

  const result = await testApp.app.db
    .transaction()
    .execute((tx) => endRedemptionNotices(tx, testApp.app, ENDS, 10))
  expect(result.processedCount).toBe(3)
  expect(result.transfers.map(({ amount }) => amount)).toEqual(left.filter((amount) => amount > 0n))

  const after = await listMemberRedemptionNotices(testApp.app.db, member.id)
  expect(after.filter(({ status }) => status === 'done')).toHaveLength(result.transfers.length)
  expect(after.filter(({ status }) => status === 'cancelled')).toHaveLength(
    3 - result.transfers.length,
  )
  expect(await readPosition(member, id)).toMatchObject({ status: 'redeemed', remaining: 0n })
})

test('the database takes no part of such a position for a withdrawal, and gives none of it back', async () => {
  const { id } = await createInvestor(10_000n)
  const taking = `insert into position_redemption (id, position_id, withdrawal_id, amount_cents,
    redeemed_on) values ($1, $2, 'wdr_x', 1, now())`
  await expect(testApp.database.owner.query(taking, [createId('red'), id])).rejects.toThrow(
    'requires a redemption notice',
  )
  expect(await end()).toBe(1)

  const giving = 'update position_redemption set restored_on = redeemed_on where position_id = $1'
  await expect(testApp.database.owner.query(giving, [id])).rejects.toThrow(/check constraint/)
})
