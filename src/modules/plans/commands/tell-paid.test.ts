import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { aMember } from '#modules/identity/testing.ts'
import { listMail, listNotices } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { tellNextPaid } from '../acts/tell-next-paid.ts'
import type { AtMaturity, PlanVersion } from '../model.ts'
import { openedPosition, publishedPlan, writtenIncome } from '../testing.ts'
import { settleDays } from './settle-days.ts'
import { tellPaid } from './tell-paid.ts'

const START = '2026-11-20'

let house: TestApp
let plan: PlanVersion

beforeEach(async () => {
  house = await testApp({ at: `${START}T12:00:00Z` })
  plan = await publishedPlan(house.app, { targetBps: 1_000, termDays: 30 })
})
afterEach(() => house.close())

async function settle(day: string) {
  house.app.clock.set(`${day}T12:00:00Z`)
  await settleDays(house.app)
}
const opened = (memberId: string, principal: bigint, atMaturity: AtMaturity = 'to_balance') =>
  openedPosition(house.app, { memberId, version: plan, principal, atMaturity })
const earned = (cents: bigint) => writtenIncome(house.app, { planId: plan.planId, cents })
async function invested(principal = 100_000n) {
  const { member } = await aMember(house.app)
  await opened(member.id, principal)
  return member.id
}
const toldOf = async (memberId: string) =>
  (await listMail(house.app.db, { memberId, template: 'return-paid' })).map(({ data }) => data)

test('each member is told once what a sharing out paid them, and what is still due', async () => {
  const [two, one] = [await invested(), await invested()]
  await opened(two, 200_000n, 'reinvest_all')
  await earned(10_000n)
  await settle(addDays(START, 30))
  await tellPaid(house.app)
  await earned(90_000n)
  await settle(addDays(START, 31))
  await Promise.all([tellPaid(house.app), tellPaid(house.app)])
  await tellPaid(house.app)

  const told = async (memberId: string) =>
    (await toldOf(memberId)).map((data) => [
      ...[data.paid, data.stillDue, data.positions, data.anew, data.on, data.plan],
    ])
  const [days, name] = [[addDays(START, 30), addDays(START, 31)], plan.name]
  expect(await told(two), 'newest first').toEqual([
    ['22500', '0', 2, false, days[1], name],
    ['7500', '22500', 2, true, days[0], name],
  ])

  expect(await told(one)).toEqual([
    ['7500', '0', 1, false, days[1], name],
    ['2500', '7500', 1, false, days[0], name],
  ])

  const [notice, before] = await listNotices(house.app.db, one)
  expect([notice?.title, before?.title, before?.text]).toEqual([
    `You were paid $75.00 of your return from ${name}`,
    `You were paid $25.00 of your return from ${name}`,
    'It was paid out of income recorded for the plan. $75.00 is still due, awaiting plan income.',
  ])
})

test('who is paid less than a cent, or invested elsewhere, is told nothing', async () => {
  const members = [await invested(), await invested(), await invested()]
  const elsewhere = await publishedPlan(house.app, { name: 'B', targetBps: 500, termDays: 30 })
  const { member } = await aMember(house.app)

  await openedPosition(house.app, { memberId: member.id, version: elsewhere, principal: 100_000n })
  await earned(2n)
  await settle(addDays(START, 30))
  await tellPaid(house.app)

  const told = await Promise.all([...members, member.id].map(toldOf))
  expect(told.flat().map(({ paid }) => paid)).toEqual(['1', '1'])
  expect(told.at(-1)).toEqual([])
})

test('nobody is told before all of it is paid', async () => {
  await invested()
  await earned(1_000n)
  await settle(addDays(START, 30))
  await house.database.owner.query(
    'update distribution set ended_at = null, done_due = 0, done_paid = 0',
  )

  expect(await house.app.db.transaction().execute((tx) => tellNextPaid(tx, house.app, 10))).toBe(
    false,
  )
})

describe('killed before each of its parts is committed, it goes on where it stopped', () => {
  test.each([2, 5, 100])('telling %i at once', async (limit) => {
    const members: string[] = []
    for (let n = 0n; n < 5n; n++) members.push(await invested(100_000n + 10_000n * n))
    await earned(6_000n)
    await settle(addDays(START, 30))

    const tell = (isKilled: boolean) =>
      house.app.db.transaction().execute(async (tx) => {
        const isThere = await tellNextPaid(tx, house.app, limit)
        if (isKilled) throw new Error('killed before the commit')
        return isThere
      })

    do await expect(tell(true)).rejects.toThrow('killed')
    while (await tell(false))

    const paid = await Promise.all(
      members.map(async (id) => (await toldOf(id)).map((data) => [data.paid, data.stillDue])),
    )
    expect(paid).toEqual([
      [['1000', '9000']],
      [['1100', '9900']],
      [['1200', '10800']],
      [['1300', '11700']],
      [['1400', '12600']],
    ])
  })
})
