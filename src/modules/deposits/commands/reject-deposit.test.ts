import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getDeposit } from '../queries.ts'
import { createCompletedDeposit, createPendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { rejectDeposit } from './reject-deposit.ts'

let testApp: TestApp
let maya: Member
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  maya = (await createTestMember(testApp.app)).member
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

test('a rejection mails its reason, posts nothing, and cannot be confirmed', async () => {
  const { id } = await createPendingDeposit(testApp.app, maya, { planId: plan.id, amount: '1000' })
  await rejectDeposit(testApp.app, ines, {
    depositId: id,
    reason: ' Nothing arrived at the address. ',
  })

  const deposit = await getDeposit(testApp.app.db, maya.id, id, testApp.app.clock.now())
  expect(deposit).toMatchObject({ status: 'rejected', reason: 'Nothing arrived at the address.' })
  expect((await findMail(testApp.app.db, maya.email, 'deposit-rejected'))?.data.reason).toBe(
    deposit.reason,
  )
  expect(await listEntries(testApp.app.db, { reference: id })).toEqual([])
  await expect(confirmDeposit(testApp.app, ines, { depositId: id })).rejects.toMatchObject({
    code: 'not_pending',
  })
})

test('a rejection needs a reason, the right role and a deposit that waits for one', async () => {
  const { id } = await createPendingDeposit(testApp.app, maya, { planId: plan.id, amount: '1000' })
  await expect(
    rejectDeposit(testApp.app, ines, { depositId: id, reason: '  ' }),
  ).rejects.toMatchObject({
    field: 'reason',
  })

  const { admin: viewer } = await createTestAdmin(testApp.app, { role: 'viewer' })
  await expect(
    rejectDeposit(testApp.app, viewer, { depositId: id, reason: 'It is so.' }),
  ).rejects.toMatchObject({
    status: 403,
  })

  const done = await createCompletedDeposit(testApp.app, maya, ines, {
    planId: plan.id,
    amount: '1000',
  })
  await expect(
    rejectDeposit(testApp.app, ines, { depositId: done.id, reason: 'It is so.' }),
  ).rejects.toMatchObject({
    code: 'not_pending',
  })

  expect((await getMemberBalances(testApp.app.db, maya.id)).principal).toBe(100_000n)
})

test('of a confirmation and a rejection at once exactly one happens', async () => {
  for (let round = 0; round < 8; round++) {
    const { member } = await createTestMember(testApp.app)
    const { id } = await createPendingDeposit(testApp.app, member, {
      planId: plan.id,
      amount: '1000',
    })
    const [confirmed, rejected] = await Promise.allSettled([
      confirmDeposit(testApp.app, ines, { depositId: id }),
      rejectDeposit(testApp.app, ines, { depositId: id, reason: 'Too slow.' }),
    ])

    expect([confirmed.status, rejected.status].sort()).toEqual(['fulfilled', 'rejected'])

    const { principal } = await getMemberBalances(testApp.app.db, member.id)
    expect(principal).toBe(confirmed.status === 'fulfilled' ? 100_000n : 0n)
  }
})
