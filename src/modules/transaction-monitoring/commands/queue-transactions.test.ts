import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { proposeDepositReversal } from '#modules/deposits/commands/propose-deposit-reversal.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { requestMonitoredWithdrawal, setMonitoringRules } from '../testing.ts'
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

test('A reversed deposit queues its member: what they moved changed', async () => {
  const { app } = testApp
  await setMonitoringRules(app, {})
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { admin: second } = await createTestAdmin(app, { role: 'owner' })
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  const { id: depositId } = await createCompletedDeposit(app, member, admin, {
    planId,
    amount: '2500',
  })
  await openMonitoringCases(app)
  expect(await listQueued()).toEqual([])

  const reason = 'Credited to the wrong member.'
  const { id, contentHash } = await proposeDepositReversal(app, admin, { depositId, reason })
  await decideProposal(app, second, { id, contentHash, approve: true })
  expect(await listQueued()).toContainEqual({ member_id: member.id })
})
