import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findByIdPart } from './find-by-id.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A member and a deposit are found by a part of their id, in any letter case', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const { id } = await createPendingDeposit(app, member, { planId, amount: '1500' })

  expect(await findByIdPart(app.db, id.slice(-8).toUpperCase())).toEqual([
    { id, member: member.label, amount: 150_000n, createdAt: expect.any(Date) },
  ])
  expect(await findByIdPart(app.db, member.id.slice(4, 14))).toMatchObject([
    { id: member.id, amount: null },
  ])
  expect(await findByIdPart(app.db, '____')).toEqual([])
})

test('A part that occurs in many ids finds ten of them', async () => {
  const { app } = testApp
  for (let made = 0; made < 11; made++) await createTestMember(app)

  expect(await findByIdPart(app.db, 'mem_')).toHaveLength(10)
})
