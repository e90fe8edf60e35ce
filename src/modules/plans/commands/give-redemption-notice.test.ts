import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { PlanVersion } from '../model.ts'
import {
  getPosition,
  listMemberRedemptionNotices,
  listWaitingRedemptionNotices,
  previewRedemption,
} from '../queries.ts'
import { createPosition, createPublishedPlan } from '../testing.ts'
import { cancelRedemptionNotice } from './cancel-redemption-notice.ts'
import { giveRedemptionNotice } from './give-redemption-notice.ts'

const TODAY = '2026-11-20'
let testApp: TestApp
/** 10% over 100 days, and ten days' notice. */
let version: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 12 })
  version = await createPublishedPlan(testApp.app, {
    name: 'HARBOUR',
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 10,
  })
})
afterAll(() => testApp.close())

/** Invests in the plan with notice, by default $1,000. */
async function createInvestor(rest: Partial<Parameters<typeof createPosition>[1]> = {}) {
  const { member } = await createTestMember(testApp.app)
  const positionInput = { memberId: member.id, version, principal: 100_000n, ...rest }
  return { member, ...(await createPosition(testApp.app, positionInput)) }
}

test('a part under notice stays invested until its day, with the quoted effect', async () => {
  const { member, id } = await createInvestor({ openedOn: addDays(TODAY, -20) })
  const input = { positionId: id, amount: 40_000n }
  const preview = await previewRedemption(testApp.app.db, member.id, input, TODAY)

  expect(preview).toMatchObject({
    stays: 60_000n,
    accrued: 2_000n,
    accruesUntil: addDays(TODAY, 10),
    target: 7_200n,
    forgoneTarget: 2_800n,
  })

  const redemptionNotice = await giveRedemptionNotice(testApp.app, member, input)
  expect(redemptionNotice).toMatchObject({
    positionId: id,
    amount: 40_000n,
    requestedOn: TODAY,
    endsOn: addDays(TODAY, 10),
    status: 'waiting',
    planName: 'HARBOUR',
  })

  const position = await getPosition(testApp.app.db, member.id, id, TODAY)
  expect(position).toMatchObject({
    remaining: 100_000n,
    pendingRedemption: 40_000n,
    accrued: 2_000n,
    target: preview.target,
  })

  expect((await getPosition(testApp.app.db, member.id, id, addDays(TODAY, 10))).accrued).toBe(
    3_000n,
  )
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 100_000n,
    principal: 100_000n,
  })
})

test('what waits is never more than what is left', async () => {
  const { member, id } = await createInvestor()
  await giveRedemptionNotice(testApp.app, member, { positionId: id, amount: 60_000n })

  await expect(
    giveRedemptionNotice(testApp.app, member, { positionId: id, amount: 40_001n }),
  ).rejects.toMatchObject({
    code: 'invalid_amount',
    status: 422,
    field: 'amount',
    message: 'Please enter a valid amount. You can withdraw up to $400.00 from this investment.',
  })

  await giveRedemptionNotice(testApp.app, member, { positionId: id, amount: 40_000n })
  await expect(
    previewRedemption(testApp.app.db, member.id, { positionId: id, amount: 1n }, TODAY),
  ).rejects.toMatchObject({
    message: 'Please enter a valid amount. You can withdraw up to $0.00 from this investment.',
  })
})

test('many notices at once are of no more than there is', async () => {
  const { member, id } = await createInvestor()
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () =>
      giveRedemptionNotice(testApp.app, member, { positionId: id, amount: 30_000n }),
    ),
  )

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)

  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invalid_amount' })
})

test('notice is rejected for a plan without it and for a term that ends first', async () => {
  const free = await createPublishedPlan(testApp.app, {
    name: 'FREE',
    targetBps: 1_000,
    termDays: 100,
  })
  const direct = await createInvestor({ version: free })
  await expect(
    giveRedemptionNotice(testApp.app, direct.member, { positionId: direct.id, amount: 1n }),
  ).rejects.toMatchObject({
    code: 'no_notice',
    status: 409,
    message: 'The plan FREE (crypto) has no notice period. You can withdraw from it at any time.',
  })

  const lastDay = await createInvestor({ openedOn: addDays(TODAY, -90) })
  await giveRedemptionNotice(testApp.app, lastDay.member, { positionId: lastDay.id, amount: 1n })

  const late = await createInvestor({ openedOn: addDays(TODAY, -91) })
  const asking = giveRedemptionNotice(testApp.app, late.member, { positionId: late.id, amount: 1n })
  await expect(asking).rejects.toMatchObject({ code: 'matures_first', status: 409 })
  await expect(asking).rejects.toThrow(
    'This investment matures on 29 Nov 2026, before a notice given today would end',
  )

  const over = await createInvestor({ openedOn: addDays(TODAY, -100) })
  await expect(
    giveRedemptionNotice(testApp.app, over.member, { positionId: over.id, amount: 1n }),
  ).rejects.toMatchObject({
    code: 'position_ended',
  })
})

test("another member's position is not found; a suspended member reads the reason", async () => {
  const { member, id } = await createInvestor()
  const { member: other } = await createTestMember(testApp.app)
  const input = { positionId: id, amount: 1n }

  await expect(giveRedemptionNotice(testApp.app, other, input)).rejects.toMatchObject({
    status: 404,
  })
  await expect(previewRedemption(testApp.app.db, other.id, input, TODAY)).rejects.toMatchObject({
    status: 404,
  })

  await testApp.database.owner.query(
    "update member set status = 'suspended', suspended_reason = 'A payment is being " +
      "checked.', review_on = '2026-12-01' where id = $1",
    [member.id],
  )

  await expect(giveRedemptionNotice(testApp.app, member, input)).rejects.toMatchObject({
    code: 'suspended',
  })
  expect(await listMemberRedemptionNotices(testApp.app.db, member.id)).toEqual([])
})

test('each notice has a place among those of its plan, by the day it ends', async () => {
  const queue = await createPublishedPlan(testApp.app, {
    name: 'QUEUE',
    targetBps: 1_000,
    termDays: 100,
    noticePeriodDays: 20,
  })

  const [first, second] = [
    await createInvestor({ version: queue }),
    await createInvestor({ version: queue }),
  ]
  const early = await giveRedemptionNotice(testApp.app, first.member, {
    positionId: first.id,
    amount: 10n,
  })

  testApp.app.clock.setOffsetDays(1)

  const later = await giveRedemptionNotice(testApp.app, second.member, {
    positionId: second.id,
    amount: 20n,
  })
  testApp.app.clock.setOffsetDays(0)

  expect([early.place, later.place]).toEqual([1, 2])

  const own = await listMemberRedemptionNotices(testApp.app.db, second.member.id)
  expect(own).toMatchObject([{ id: later.id, place: 2, endsOn: addDays(TODAY, 21) }])

  const all = (await listWaitingRedemptionNotices(testApp.app.db)).filter(
    ({ planName }) => planName === 'QUEUE',
  )
  expect(all.map(({ id }) => id)).toEqual([early.id, later.id])

  await cancelRedemptionNotice(testApp.app, first.member, early.id)
  expect(await listMemberRedemptionNotices(testApp.app.db, second.member.id)).toMatchObject([
    { place: 1 },
  ])
  expect(await listMemberRedemptionNotices(testApp.app.db, first.member.id)).toMatchObject([
    { status: 'cancelled', place: null },
  ])
})
