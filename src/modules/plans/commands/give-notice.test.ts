import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { aMember } from '#modules/identity/testing.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { PlanVersion } from '../model.ts'
import { getPosition, listNoticesOf, listWaitingNotices, redemptionOf } from '../queries.ts'
import { openedPosition, publishedPlan } from '../testing.ts'
import { cancelNotice } from './cancel-notice.ts'
import { giveNotice } from './give-notice.ts'

const TODAY = '2026-11-20'
let house: TestApp
/** 10% over 100 days, and ten days' notice. */
let version: PlanVersion

beforeAll(async () => {
  house = await testApp({ poolSize: 12 })
  version = await publishedPlan(house.app, {
    name: 'HARBOUR',
    targetBps: 1_000,
    termDays: 100,
    noticeDays: 10,
  })
})
afterAll(() => house.close())

/** $1,000 in the plan with notice, unless told otherwise. */
async function invested(rest: Partial<Parameters<typeof openedPosition>[1]> = {}) {
  const { member } = await aMember(house.app)
  const given = { memberId: member.id, version, principal: 100_000n, ...rest }
  return { member, ...(await openedPosition(house.app, given)) }
}

test('a part goes into the queue: it stays invested until its day, and the effect is what was told before', async () => {
  const { member, id } = await invested({ openedOn: addDays(TODAY, -20) })
  const asked = { positionId: id, amount: 40_000n }
  const told = await redemptionOf(house.app.db, member.id, asked, TODAY)

  expect(told).toMatchObject({
    stays: 60_000n,
    accrued: 2_000n,
    accruesUntil: addDays(TODAY, 10),
    target: 7_200n,
    givenUp: 2_800n,
  })

  const notice = await giveNotice(house.app, member, asked)
  expect(notice).toMatchObject({
    positionId: id,
    amount: 40_000n,
    givenOn: TODAY,
    endsOn: addDays(TODAY, 10),
    status: 'waiting',
    planName: 'HARBOUR',
  })

  const position = await getPosition(house.app.db, member.id, id, TODAY)
  expect(position).toMatchObject({
    remaining: 100_000n,
    inNotice: 40_000n,
    accrued: 2_000n,
    target: told.target,
  })

  expect((await getPosition(house.app.db, member.id, id, addDays(TODAY, 10))).accrued).toBe(3_000n)
  expect(await memberBalances(house.app.db, member.id)).toMatchObject({
    cash: 100_000n,
    principal: 100_000n,
  })
})

test('what waits is never more than what is left', async () => {
  const { member, id } = await invested()
  await giveNotice(house.app, member, { positionId: id, amount: 60_000n })

  await expect(
    giveNotice(house.app, member, { positionId: id, amount: 40_001n }),
  ).rejects.toMatchObject({
    code: 'invalid_amount',
    status: 422,
    field: 'amount',
    message: 'Please enter a valid amount. You can take $400.00 out of this position.',
  })

  await giveNotice(house.app, member, { positionId: id, amount: 40_000n })
  await expect(
    redemptionOf(house.app.db, member.id, { positionId: id, amount: 1n }, TODAY),
  ).rejects.toMatchObject({
    message: 'Please enter a valid amount. You can take $0.00 out of this position.',
  })
})

test('many notices at once are of no more than there is', async () => {
  const { member, id } = await invested()
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      giveNotice(house.app, member, { positionId: id, amount: 30_000n }),
    ),
  )

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)

  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_amount' })
})

test('a plan without notice asks for none, and one whose term ends first is told so', async () => {
  const free = await publishedPlan(house.app, { name: 'FREE', targetBps: 1_000, termDays: 100 })
  const direct = await invested({ version: free })
  await expect(
    giveNotice(house.app, direct.member, { positionId: direct.id, amount: 1n }),
  ).rejects.toMatchObject({
    code: 'no_notice',
    status: 409,
    message: 'The FREE plan asks for no notice: this can be withdrawn at any time.',
  })

  const lastDay = await invested({ openedOn: addDays(TODAY, -90) })
  await giveNotice(house.app, lastDay.member, { positionId: lastDay.id, amount: 1n })

  const late = await invested({ openedOn: addDays(TODAY, -91) })
  const asking = giveNotice(house.app, late.member, { positionId: late.id, amount: 1n })
  await expect(asking).rejects.toMatchObject({ code: 'matures_first', status: 409 })
  await expect(asking).rejects.toThrow(
    'This position matures on 2026-11-29, before a notice given today would end',
  )

  const over = await invested({ openedOn: addDays(TODAY, -100) })
  await expect(
    giveNotice(house.app, over.member, { positionId: over.id, amount: 1n }),
  ).rejects.toMatchObject({
    code: 'position_ended',
  })
})

test("another member's position is not found, and a suspended member is told why", async () => {
  const { member, id } = await invested()
  const { member: other } = await aMember(house.app)
  const wanted = { positionId: id, amount: 1n }

  await expect(giveNotice(house.app, other, wanted)).rejects.toMatchObject({ status: 404 })
  await expect(redemptionOf(house.app.db, other.id, wanted, TODAY)).rejects.toMatchObject({
    status: 404,
  })

  await house.database.owner.query(
    "update member set status = 'suspended', suspended_reason = 'A payment is being " +
      "checked.', review_on = '2026-12-01' where id = $1",
    [member.id],
  )

  await expect(giveNotice(house.app, member, wanted)).rejects.toMatchObject({ code: 'suspended' })
  expect(await listNoticesOf(house.app.db, member.id)).toEqual([])
})

test('everybody sees their place among those of the same plan, by the day notices end', async () => {
  const queue = await publishedPlan(house.app, {
    name: 'QUEUE',
    targetBps: 1_000,
    termDays: 100,
    noticeDays: 20,
  })

  const [first, second] = [await invested({ version: queue }), await invested({ version: queue })]
  const early = await giveNotice(house.app, first.member, { positionId: first.id, amount: 10n })

  house.app.clock.setOffsetDays(1)

  const later = await giveNotice(house.app, second.member, { positionId: second.id, amount: 20n })
  house.app.clock.setOffsetDays(0)

  expect([early.place, later.place]).toEqual([1, 2])

  const own = await listNoticesOf(house.app.db, second.member.id)
  expect(own).toMatchObject([{ id: later.id, place: 2, endsOn: addDays(TODAY, 21) }])

  const all = (await listWaitingNotices(house.app.db)).filter(
    ({ planName }) => planName === 'QUEUE',
  )
  expect(all.map(({ id }) => id)).toEqual([early.id, later.id])

  await cancelNotice(house.app, first.member, early.id)
  expect(await listNoticesOf(house.app.db, second.member.id)).toMatchObject([{ place: 1 }])
  expect(await listNoticesOf(house.app.db, first.member.id)).toMatchObject([
    { status: 'cancelled', place: null },
  ])
})
