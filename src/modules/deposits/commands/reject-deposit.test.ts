import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin, Member } from '#modules/identity/model.ts'
import { aMember, anAdmin } from '#modules/identity/testing.ts'
import { listEntries, memberBalances } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getDeposit } from '../queries.ts'
import { completedDeposit, pendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { rejectDeposit } from './reject-deposit.ts'

let house: TestApp
let maya: Member
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  house = await testApp()
  maya = (await aMember(house.app)).member
  ines = (await anAdmin(house.app, { role: 'finance' })).admin
  plan = await publishedPlan(house.app)
})
afterAll(() => house.close())

test('a rejection tells the member why, moves nothing, and can not be confirmed any more', async () => {
  const { id } = await pendingDeposit(house.app, maya, { planId: plan.id, amount: '1000' })
  await rejectDeposit(house.app, ines, {
    depositId: id,
    reason: ' Nothing arrived at the address. ',
  })

  const deposit = await getDeposit(house.app.db, maya.id, id, house.app.clock.now())
  expect(deposit).toMatchObject({ status: 'rejected', reason: 'Nothing arrived at the address.' })
  expect((await findMail(house.app.db, maya.email, 'deposit-rejected'))?.data.reason).toBe(
    deposit.reason,
  )
  expect(await listEntries(house.app.db, { reference: id })).toEqual([])
  await expect(confirmDeposit(house.app, ines, { depositId: id })).rejects.toMatchObject({
    code: 'not_pending',
  })
})

test('a rejection needs a reason, the right role and a deposit that waits for one', async () => {
  const { id } = await pendingDeposit(house.app, maya, { planId: plan.id, amount: '1000' })
  await expect(
    rejectDeposit(house.app, ines, { depositId: id, reason: '  ' }),
  ).rejects.toMatchObject({
    field: 'reason',
  })

  const { admin: viewer } = await anAdmin(house.app, { role: 'viewer' })
  await expect(
    rejectDeposit(house.app, viewer, { depositId: id, reason: 'x' }),
  ).rejects.toMatchObject({
    status: 403,
  })

  const done = await completedDeposit(house.app, maya, ines, { planId: plan.id, amount: '1000' })
  await expect(
    rejectDeposit(house.app, ines, { depositId: done.id, reason: 'x' }),
  ).rejects.toMatchObject({
    code: 'not_pending',
  })

  expect((await memberBalances(house.app.db, maya.id)).principal).toBe(100_000n)
})

test('of a confirmation and a rejection at once exactly one happens', async () => {
  for (let round = 0; round < 8; round++) {
    const { member } = await aMember(house.app)
    const { id } = await pendingDeposit(house.app, member, { planId: plan.id, amount: '1000' })
    const [confirmed, rejected] = await Promise.allSettled([
      confirmDeposit(house.app, ines, { depositId: id }),
      rejectDeposit(house.app, ines, { depositId: id, reason: 'Too slow.' }),
    ])

    expect([confirmed.status, rejected.status].sort()).toEqual(['fulfilled', 'rejected'])

    const { principal } = await memberBalances(house.app.db, member.id)
    expect(principal).toBe(confirmed.status === 'fulfilled' ? 100_000n : 0n)
  }
})
