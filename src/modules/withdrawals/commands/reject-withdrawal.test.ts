import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { markPaid } from './mark-paid.ts'
import { rejectWithdrawal } from './reject-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let testApp: TestApp
let ines: Admin

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

async function createPendingWithdrawal() {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 50_000n })

  const { id } = await requestWithdrawal(testApp.app, member, {
    amount: '300',
    method: 'USDT',
    address: TEST_ADDRESS,
  })

  return { member, id }
}

test('a rejection returns the money at once, with the reason to the member, before and after approval', async () => {
  for (const approveFirst of [false, true]) {
    const { member, id } = await createPendingWithdrawal()
    if (approveFirst) await approveReviewed(testApp.app, ines, id)

    const rejected = await rejectWithdrawal(testApp.app, ines, {
      withdrawalId: id,
      reason: 'The address is on a list.',
    })
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'The address is on a list.' })
    expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
      cash: 50_000n,
      holdCash: 0n,
    })

    const mail = await findMail(testApp.app.db, member.email, 'withdrawal-rejected')
    expect(mail?.data).toMatchObject({ reason: 'The address is on a list.', amount: 30_000n })
  }
})

test('without a reason, by a role that may not, or after payment nothing is rejected', async () => {
  const { id } = await createPendingWithdrawal()
  await expect(rejectWithdrawal(testApp.app, ines, { withdrawalId: id })).rejects.toMatchObject({
    field: 'reason',
  })

  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(
    rejectWithdrawal(testApp.app, support, { withdrawalId: id, reason: 'It is so.' }),
  ).rejects.toMatchObject({
    status: 403,
  })

  await approveReviewed(testApp.app, ines, id)
  await markPaid(testApp.app, ines, { withdrawalId: id, txid: 'tx-rejected-late' })

  await expect(
    rejectWithdrawal(testApp.app, ines, { withdrawalId: id, reason: 'It is so.' }),
  ).rejects.toMatchObject({
    code: 'not_open',
  })
})

test('of a payment and a rejection at once exactly one happens', async () => {
  for (let round = 0; round < 8; round++) {
    const { member, id } = await createPendingWithdrawal()
    await approveReviewed(testApp.app, ines, id)

    const [paid, rejected] = await Promise.allSettled([
      markPaid(testApp.app, ines, { withdrawalId: id, txid: `tx-race-${round}` }),
      rejectWithdrawal(testApp.app, ines, { withdrawalId: id, reason: 'It is so: stop.' }),
    ])
    expect([paid.status, rejected.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
      cash: paid.status === 'fulfilled' ? 20_000n : 50_000n,
      holdCash: 0n,
    })
  }
})
