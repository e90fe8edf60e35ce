import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { approveReviewed } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestMonitoringCase } from '../testing.ts'
import { markSuspicious } from './mark-suspicious.ts'

let testApp: TestApp
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const reason = 'The money comes from another person.'

test('A suspicious transaction stays on hold, with the admin’s name and reason', async () => {
  const { app } = testApp
  const { found, withdrawalId } = await createTestMonitoringCase(app)

  expect(await markSuspicious(app, ines, { caseId: found.id, reason })).toMatchObject({
    status: 'suspicious',
    decidedBy: ines.id,
    reason,
  })
  await expect(approveReviewed(app, ines, withdrawalId)).rejects.toMatchObject({
    code: 'monitoring_hold',
  })
  await expect(markSuspicious(app, ines, { caseId: found.id, reason })).rejects.toMatchObject({
    code: 'case_decided',
  })
})

test('A viewer marks nothing, and a reason is needed', async () => {
  const { app } = testApp
  const { found } = await createTestMonitoringCase(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await expect(markSuspicious(app, viewer, { caseId: found.id, reason })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(markSuspicious(app, ines, { caseId: found.id, reason: '' })).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })
})
