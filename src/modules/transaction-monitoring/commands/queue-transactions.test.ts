import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { requestMonitoredWithdrawal } from '../testing.ts'
import { openMonitoringCases } from './open-monitoring-cases.ts'
import { queueTransactions } from './queue-transactions.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const listQueued = async () =>
  (await testApp.database.owner.query('select member_id from monitoring_change')).rows

test('Each member with a transaction to be decided is queued, and no other', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await requestMonitoredWithdrawal(app)
  const { withdrawalId } = await requestMonitoredWithdrawal(app)
  await rejectWithdrawal(app, admin, { withdrawalId, reason: 'The address is an exchange’s.' })
  await openMonitoringCases(app)
  expect(await listQueued()).toEqual([])

  await queueTransactions(app)
  expect(await listQueued()).toEqual([{ member_id: member.id }])
})
