import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { PlanVersion } from '../model.ts'
import { getPosition } from '../queries.ts'
import { endRedemptionNotices } from '../steps/end-redemption-notices.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { cancelRedemptionNotice } from './cancel-redemption-notice.ts'
import { giveRedemptionNotice } from './give-redemption-notice.ts'

const TODAY = '2026-11-20'
let testApp: TestApp
let version: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 8 })
  version = await createPublishedPlan(testApp.app, {
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 10,
  })
})
afterAll(() => testApp.close())

async function createRedemptionNotice() {
  const { member } = await createTestMember(testApp.app)
  const position = await createPosition(testApp.app, {
    memberId: member.id,
    version,
    principal: 100_000n,
  })

  const before = await getPosition(testApp.app.db, member.id, position.id, TODAY)
  const redemptionNotice = await giveRedemptionNotice(testApp.app, member, {
    positionId: position.id,
    amount: 40_000n,
  })

  return { member, position, before, notice: redemptionNotice }
}

const end = (day: string) =>
  testApp.app.db.transaction().execute(async (tx) => {
    const { transfers } = await endRedemptionNotices(tx, testApp.app, day, 100)
    if (transfers.length > 0) await post(tx, transfers)
    return transfers.length
  })

test('a notice that is taken back leaves the position as if none had been given', async () => {
  const { member, position, before, notice: redemptionNotice } = await createRedemptionNotice()
  const cancelled = await cancelRedemptionNotice(testApp.app, member, redemptionNotice.id)
  expect(cancelled).toMatchObject({ id: redemptionNotice.id, status: 'cancelled', place: null })
  expect(await getPosition(testApp.app.db, member.id, position.id, TODAY)).toEqual(before)
  expect(await end(redemptionNotice.endsOn)).toBe(0)
})

test('it is taken back once, and not when its part is cash', async () => {
  const { member, notice: redemptionNotice } = await createRedemptionNotice()
  await cancelRedemptionNotice(testApp.app, member, redemptionNotice.id)

  await expect(
    cancelRedemptionNotice(testApp.app, member, redemptionNotice.id),
  ).rejects.toMatchObject({
    code: 'notice_over',
    status: 409,
    message: 'This notice has already been cancelled.',
  })

  const ended = await createRedemptionNotice()
  expect(await end(ended.notice.endsOn)).toBe(1)
  await expect(
    cancelRedemptionNotice(testApp.app, ended.member, ended.notice.id),
  ).rejects.toMatchObject({
    code: 'notice_over',
    message: 'This notice period has ended, and the amount is in your cash balance.',
  })
})

test("another member's notice is not found and stays pending", async () => {
  const { member, notice: redemptionNotice, position } = await createRedemptionNotice()
  const { member: other } = await createTestMember(testApp.app)
  await expect(
    cancelRedemptionNotice(testApp.app, other, redemptionNotice.id),
  ).rejects.toMatchObject({ status: 404 })

  const storedPosition = await getPosition(testApp.app.db, member.id, position.id, TODAY)
  expect(storedPosition.pendingRedemption).toBe(40_000n)

  await cancelRedemptionNotice(testApp.app, member, redemptionNotice.id)
})

test('ending and taking back at once: one of them happens', async () => {
  for (let round = 0; round < 8; round++) {
    const { member, notice: redemptionNotice, position } = await createRedemptionNotice()
    const [ended, cancelled] = await Promise.allSettled([
      end(redemptionNotice.endsOn),
      cancelRedemptionNotice(testApp.app, member, redemptionNotice.id),
    ])
    const { remaining } = await getPosition(testApp.app.db, member.id, position.id, TODAY)
    const taken = ended.status === 'fulfilled' && ended.value === 1

    expect([taken, remaining]).toEqual(
      cancelled.status === 'fulfilled' ? [false, 100_000n] : [true, 60_000n],
    )
  }
})
