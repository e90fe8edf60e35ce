import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getBalances } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { STAFF } from '#platform/events/events.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { fundFees } from '../testing.ts'
import { takeFees } from './take-fees.ts'

const ines = createStaff('ines', 'finance')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const { member } = await createTestMember(testApp.app)
  await testApp.app.db.transaction().execute((tx) => openMemberAccounts(tx, member.id))
  await fundFees(testApp.app, member.id, 1_200n)
})
afterAll(() => testApp.close())

const takeFeeAmount = (amount: bigint, reason = 'Fees of October.', admin = ines) =>
  takeFees(testApp.app, admin, { amount, reason })
const balances = () => getBalances(testApp.app.db, ['fees', 'equity'])

test('earned fees move to equity at once, and screens are refreshed', async () => {
  const topics: string[] = []
  testApp.app.events.subscribe(STAFF, (topic) => topics.push(topic))

  expect(await takeFeeAmount(1_000n)).toMatchObject({ proposal: null })
  expect(await balances()).toEqual([200n, 1_000n])
  expect(topics).toEqual(['treasury'])
  expect((await listAuditEvents(testApp.app.db, { action: 'fees' }))[0]).toMatchObject({
    action: 'fees.taken',
    details: { cents: '1000', reason: 'Fees of October.' },
  })
})

test('taking fees needs a reason, a permission and enough earned fees', async () => {
  await expect(takeFeeAmount(201n)).rejects.toMatchObject({
    code: 'insufficient_funds',
    field: 'amount',
  })
  await expect(takeFeeAmount(1n, '')).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })
  await expect(takeFeeAmount(1n, 'x', createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })
  expect(await balances()).toEqual([200n, 1_000n])
})
