import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { listMail, listNotifications } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type AtMaturity, formatPlanName, type PlanVersion } from '../model.ts'
import { notifyNextPaidMembers } from '../steps/notify-next-paid-members.ts'
import { createIncome, createPosition, createPublishedPlan } from '../testing.ts'
import { notifyPaidMembers } from './notify-paid-members.ts'
import { settleDays } from './settle-days.ts'

const START = '2026-11-20'

let testApp: TestApp
let plan: PlanVersion

beforeEach(async () => {
  testApp = await createTestApp({ at: `${START}T12:00:00Z` })
  plan = await createPublishedPlan(testApp.app, { targetBps: 1_000, termDays: 30 })
})
afterEach(() => testApp.close())

async function settle(day: string) {
  testApp.app.clock.set(`${day}T12:00:00Z`)
  await settleDays(testApp.app)
}
const createPlanPosition = (
  memberId: string,
  principal: bigint,
  atMaturity: AtMaturity = 'to_balance',
) => createPosition(testApp.app, { memberId, version: plan, principal, atMaturity })
const createPlanIncome = (cents: bigint) =>
  createIncome(testApp.app, { planId: plan.planId, cents })
async function createInvestor(principal = 100_000n) {
  const { member } = await createTestMember(testApp.app)
  await createPlanPosition(member.id, principal)
  return member.id
}
const listPayoutMailData = async (memberId: string) =>
  (await listMail(testApp.app.db, { memberId, template: 'return-paid' })).map(({ data }) => data)

test('each member is notified once of the amount paid and the amount still due', async () => {
  const [two, one] = [await createInvestor(), await createInvestor()]
  await createPlanPosition(two, 200_000n, 'reinvest_all')
  await createPlanIncome(10_000n)
  await settle(addDays(START, 30))
  await notifyPaidMembers(testApp.app)
  await createPlanIncome(90_000n)
  await settle(addDays(START, 31))
  await Promise.all([notifyPaidMembers(testApp.app), notifyPaidMembers(testApp.app)])
  await notifyPaidMembers(testApp.app)

  const listPayoutMailFields = async (memberId: string) =>
    (await listPayoutMailData(memberId)).map((data) => [
      data.paid,
      data.stillDue,
      data.positions,
      data.reinvested,
      data.on,
      data.plan,
    ])
  const [days, name] = [[addDays(START, 30), addDays(START, 31)], formatPlanName(plan)]
  expect(await listPayoutMailFields(two), 'newest first').toEqual([
    [22_500n, 0n, 2, false, days[1], name],
    [7_500n, 22_500n, 2, true, days[0], name],
  ])

  expect(await listPayoutMailFields(one)).toEqual([
    [7_500n, 0n, 1, false, days[1], name],
    [2_500n, 7_500n, 1, false, days[0], name],
  ])

  const [notification, before] = await listNotifications(testApp.app.db, one)
  expect([notification?.title, before?.title, before?.text]).toEqual([
    `Return paid: $75.00 from ${name}`,
    `Return paid: $25.00 from ${name}`,
    'Paid from income recorded for the plan. $75.00 is still due, awaiting plan income.',
  ])
})

test('a member with less than a cent, or in another plan, is not notified', async () => {
  const members = [await createInvestor(), await createInvestor(), await createInvestor()]
  const elsewhere = await createPublishedPlan(testApp.app, {
    name: 'B',
    targetBps: 500,
    termDays: 30,
  })
  const { member } = await createTestMember(testApp.app)

  await createPosition(testApp.app, {
    memberId: member.id,
    version: elsewhere,
    principal: 100_000n,
  })
  await createPlanIncome(2n)
  await settle(addDays(START, 30))
  await notifyPaidMembers(testApp.app)

  const payoutMails = await Promise.all([...members, member.id].map(listPayoutMailData))
  expect(payoutMails.flat().map(({ paid }) => paid)).toEqual([1n, 1n])
  expect(payoutMails.at(-1)).toEqual([])
})

test('members are notified only after the whole distribution is paid', async () => {
  await createInvestor()
  await createPlanIncome(1_000n)
  await settle(addDays(START, 30))
  await testApp.database.owner.query(
    'update distribution set ended_at = null, done_due = 0, done_paid = 0',
  )

  expect(
    await testApp.app.db.transaction().execute((tx) => notifyNextPaidMembers(tx, testApp.app, 10)),
  ).toBe(false)
})

describe('killed before each commit, it continues where it stopped', () => {
  test.each([2, 5, 100])('notifying %i at once', async (limit) => {
    const members: string[] = []
    for (let n = 0n; n < 5n; n++) members.push(await createInvestor(100_000n + 10_000n * n))
    await createPlanIncome(6_000n)
    await settle(addDays(START, 30))

    const notifyNext = (isKilled: boolean) =>
      testApp.app.db.transaction().execute(async (tx) => {
        const isThere = await notifyNextPaidMembers(tx, testApp.app, limit)
        if (isKilled) throw new Error('killed before the commit')
        return isThere
      })

    do await expect(notifyNext(true)).rejects.toThrow('killed')
    while (await notifyNext(false))

    const paid = await Promise.all(
      members.map(async (id) =>
        (await listPayoutMailData(id)).map((data) => [data.paid, data.stillDue]),
      ),
    )
    expect(paid).toEqual([
      [[1_000n, 9_000n]],
      [[1_100n, 9_900n]],
      [[1_200n, 10_800n]],
      [[1_300n, 11_700n]],
      [[1_400n, 12_600n]],
    ])
  })
})
