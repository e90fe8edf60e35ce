import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { restampMode } from '../../../../tests/support/database.ts'
import { openApp } from '../../../app.ts'
import { EQUITY, toCustodyAccountCode, toMemberAccountCode } from '../model.ts'
import { listPostingRules } from '../queries.ts'
import { openMemberAccounts } from '../steps/open-member-accounts.ts'
import { post } from '../steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '../testing.ts'
import { tightenApproval } from './tighten-approval.ts'

let testApp: TestApp
let adjustments = 0
const cash = toMemberAccountCode('mem_a', 'cash')
beforeAll(async () => {
  testApp = await createTestApp()
  await runInTransaction(testApp.app.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_a')
    const receipt = await createReceipt(tx, 'USD', 500_000n)
    const paidIn = transfer(
      'in',
      'capital_paid_in',
      toCustodyAccountCode('USD'),
      EQUITY,
      500_000n,
      { receipt },
    )
    await post(tx, await approveTransfers(tx, [paidIn]))
  })
})
afterAll(() => testApp.close())

const getApprovalThreshold = async () =>
  (await listPostingRules(testApp.app.db)).find(({ transferType }) => transferType === 'adjusted')
    ?.approvalFrom
const adjust = (amount: bigint) =>
  runInTransaction(testApp.app.db, (tx) =>
    post(tx, [
      transfer(`adj ${++adjustments}`, 'adjusted', EQUITY, cash, amount, { reason: 'test' }),
    ]),
  )

test('A smaller threshold takes effect; a larger one changes nothing.', async () => {
  await tightenApproval(testApp.app, { transferType: 'adjusted', from: 5_000n })

  await expect(adjust(5_000n)).rejects.toMatchObject({ code: 'approval_needed' })

  await adjust(4_999n)
  await tightenApproval(testApp.app, { transferType: 'adjusted', from: 200_000n })

  expect(await getApprovalThreshold()).toBe(5_000n)
})

test('Live mode requires an approval for every adjustment.', async () => {
  const config = { ...testApp.app.config, DATABASE_URL: testApp.database.ownerUrl }
  expect(await getApprovalThreshold()).toBe(5_000n)

  await restampMode(testApp.database, 'live')
  await (await openApp({ ...config, MODE: 'live', SMTP_URL: 'smtp://127.0.0.1:9' })).close()
  expect(await getApprovalThreshold()).toBe(0n)
  await expect(adjust(1n)).rejects.toMatchObject({ code: 'approval_needed' })
})
