import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listAssignments } from '../queries.ts'
import { claimWork } from './claim-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function createPending(): Promise<string> {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  return (await createPendingDeposit(app, member, { planId, amount: '1500' })).id
}

const findAssignee = async (subjectId: string) =>
  (await listAssignments(testApp.app.db)).find((one) => one.subjectId === subjectId)?.staffId

test('A pending deposit is assigned to who takes it, also after another', async () => {
  const { app } = testApp
  const { admin: first } = await createTestAdmin(app, { role: 'support' })
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const id = await createPending()

  await claimWork(app, first, id)
  expect(await findAssignee(id)).toBe(first.id)

  await claimWork(app, second, id)
  expect(await findAssignee(id)).toBe(second.id)
})

test('An assignment prevents no other person from deciding, and ends with the decision', async () => {
  const { app } = testApp
  const { admin: first } = await createTestAdmin(app, { role: 'finance' })
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const id = await createPending()
  await claimWork(app, first, id)

  expect((await confirmDeposit(app, second, { depositId: id })).status).toBe('completed')
  expect(await findAssignee(id)).toBeUndefined()
  await expect(claimWork(app, first, id)).rejects.toMatchObject({ code: 'not_open', status: 409 })
})

test('A viewer assigns nothing, and a member is nothing that is assigned', async () => {
  const { app } = testApp
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { member } = await createTestMember(app)
  const id = await createPending()

  await expect(claimWork(app, viewer, id)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(claimWork(app, admin, member.id)).rejects.toMatchObject({ status: 404 })
  await expect(claimWork(app, admin, 'wdr_none')).rejects.toMatchObject({ code: 'not_open' })
})
