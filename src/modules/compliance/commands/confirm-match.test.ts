import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getCase } from '../queries.ts'
import { createTestCase } from '../testing.ts'
import { confirmMatch } from './confirm-match.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const reason = 'The date of birth and the passport agree.'
const createStaff = async (role: 'viewer' | 'support') =>
  (await createTestAdmin(testApp.app, { role })).admin

test('With a confirmed match a member can’t deposit, invest or withdraw, and reads nothing of the lists', async () => {
  const { app } = testApp
  const { member, found } = await createTestCase(app)
  const { id: planId } = await createPublishedPlan(app)
  await fundMember(app, member.id, { cash: 200_000n })

  const confirmed = await confirmMatch(app, await createStaff('support'), {
    caseId: found.id,
    reason,
  })
  expect(confirmed).toMatchObject({ status: 'true_match', reason })

  const attempts = [
    () => quoteDeposit(app, member, { planId, amount: '1000', method: 'USDT' }),
    () => investBalance(app, member, { planId, amount: '1000' }),
    () => requestWithdrawal(app, member, { amount: '100', method: 'USDT', address: TEST_ADDRESS }),
  ]
  for (const attempt of attempts) {
    const refused = await attempt().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'account_in_review', status: 409 })
    expect(String(refused)).not.toMatch(/sanction|list|match|screen/i)
  }
})

test('A case is confirmed once, with a reason, by who may', async () => {
  const { app } = testApp
  const { found } = await createTestCase(app)
  const caseId = found.id
  const support = await createStaff('support')

  await expect(
    confirmMatch(app, await createStaff('viewer'), { caseId, reason }),
  ).rejects.toMatchObject({ code: 'role_missing' })
  await expect(confirmMatch(app, support, { caseId, reason: ' ' })).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })
  expect(await getCase(app.db, caseId)).toMatchObject({ status: 'open' })

  await confirmMatch(app, support, { caseId, reason })
  await expect(confirmMatch(app, support, { caseId, reason })).rejects.toMatchObject({
    code: 'case_decided',
  })

  const [event] = await listAuditEvents(app.db, { subjectId: caseId })
  expect(event).toMatchObject({ action: 'screening.confirmed', details: { reason } })
})
