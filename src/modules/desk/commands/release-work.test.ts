import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listAssignments } from '../queries.ts'
import { claimWork } from './claim-work.ts'
import { releaseWork } from './release-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A released deposit is unassigned, also when another person had it', async () => {
  const { app } = testApp
  const { admin: first } = await createTestAdmin(app, { role: 'support' })
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const { id } = await createPendingDeposit(app, member, { planId, amount: '1500' })
  await claimWork(app, first, id)

  await expect(releaseWork(app, viewer, id)).rejects.toMatchObject({ code: 'role_missing' })
  await releaseWork(app, second, id)
  await releaseWork(app, second, id)

  const assigned = (await listAssignments(app.db)).map(({ subjectId }) => subjectId)
  expect(assigned).not.toContain(id)

  const events = await listAuditEvents(app.db, { subjectId: id })
  expect(events.filter(({ action }) => action.startsWith('work.'))).toMatchObject([
    { action: 'work.released', details: { assignedTo: first.id } },
    { action: 'work.assigned' },
  ])
})
