import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { endNotices } from '../acts/end-notices.ts'
import type { PlanVersion } from '../model.ts'
import { getPosition } from '../queries.ts'
import { openedPosition, publishedPlan } from '../testing.ts'
import { cancelNotice } from './cancel-notice.ts'
import { giveNotice } from './give-notice.ts'

const TODAY = '2026-11-20'
let house: TestApp
let version: PlanVersion

beforeAll(async () => {
  house = await testApp({ poolSize: 8 })
  version = await publishedPlan(house.app, { targetBps: 1_000, termDays: 100, noticeDays: 10 })
})
afterAll(() => house.close())

async function given() {
  const { member } = await aMember(house.app)
  const position = await openedPosition(house.app, {
    memberId: member.id,
    version,
    principal: 100_000n,
  })

  const before = await getPosition(house.app.db, member.id, position.id, TODAY)
  const notice = await giveNotice(house.app, member, { positionId: position.id, amount: 40_000n })

  return { member, position, before, notice }
}

const end = (day: string) =>
  house.app.db.transaction().execute(async (tx) => {
    const { transfers } = await endNotices(tx, house.app, day, 100)
    if (transfers.length > 0) await post(tx, transfers)
    return transfers.length
  })

test('a notice that is taken back leaves the position as if none had been given', async () => {
  const { member, position, before, notice } = await given()
  const cancelled = await cancelNotice(house.app, member, notice.id)
  expect(cancelled).toMatchObject({ id: notice.id, status: 'cancelled', place: null })
  expect(await getPosition(house.app.db, member.id, position.id, TODAY)).toEqual(before)
  expect(await end(notice.endsOn)).toBe(0)
})

test('it is taken back once, and not when its part is cash', async () => {
  const { member, notice } = await given()
  await cancelNotice(house.app, member, notice.id)

  await expect(cancelNotice(house.app, member, notice.id)).rejects.toMatchObject({
    code: 'notice_over',
    status: 409,
    message: 'This notice was cancelled before.',
  })

  const ended = await given()
  expect(await end(ended.notice.endsOn)).toBe(1)
  await expect(cancelNotice(house.app, ended.member, ended.notice.id)).rejects.toMatchObject({
    code: 'notice_over',
    message: 'This notice has ended: its part is cash in your balance.',
  })
})

test("another member's notice is not found, and goes on waiting", async () => {
  const { member, notice, position } = await given()
  const { member: other } = await aMember(house.app)
  await expect(cancelNotice(house.app, other, notice.id)).rejects.toMatchObject({ status: 404 })

  const kept = await getPosition(house.app.db, member.id, position.id, TODAY)
  expect(kept.inNotice).toBe(40_000n)

  await cancelNotice(house.app, member, notice.id)
})

test('ending and taking back at once: one of them happens', async () => {
  for (let round = 0; round < 8; round++) {
    const { member, notice, position } = await given()
    const [ended, cancelled] = await Promise.allSettled([
      end(notice.endsOn),
      cancelNotice(house.app, member, notice.id),
    ])
    const { remaining } = await getPosition(house.app.db, member.id, position.id, TODAY)
    const taken = ended.status === 'fulfilled' && ended.value === 1

    expect([taken, remaining]).toEqual(
      cancelled.status === 'fulfilled' ? [false, 100_000n] : [true, 60_000n],
    )
  }
})
