import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { type Admin, RESET_FREEZE_MS } from '#modules/identity/model.ts'
import { freezeWithdrawals } from '#modules/identity/steps/freeze-withdrawals.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import {
  getBalances,
  getMemberBalances,
  listEntries,
  verifyLedger,
} from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listExportable } from '../queries/exportable-withdrawals.ts'
import { listQueuePlaces, measurePayoutTimes, sumCompletedWithdrawals } from '../queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { markPaid } from './mark-paid.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let testApp: TestApp
let ines: Admin

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 16 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

async function createApprovedWithdrawal() {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 50_000n })

  const pendingWithdrawal = await requestWithdrawal(testApp.app, member, {
    amount: '400',
    method: 'USDT',
    address: TEST_ADDRESS,
  })

  return { member, withdrawal: await approveReviewed(testApp.app, ines, pendingWithdrawal.id) }
}

test('paying posts the fee and the coin, and mails the transaction to the member', async () => {
  const { member, withdrawal } = await createApprovedWithdrawal()
  const [custody = 0n, fees = 0n] = await getBalances(testApp.app.db, ['custody:hot:USDT', 'fees'])
  const paid = await markPaid(testApp.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-paid-1' })

  expect(paid).toMatchObject({ status: 'completed', txid: 'tx-paid-1', closedBy: ines.label })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 10_000n,
    holdCash: 0n,
  })

  expect(await getBalances(testApp.app.db, ['custody:hot:USDT', 'fees'])).toEqual([
    custody + (withdrawal.coinAmount ?? 0n),
    fees + 300n,
  ])

  const mail = await findMail(testApp.app.db, member.email, 'withdrawal-paid')
  expect(mail?.data).toMatchObject({ txid: 'tx-paid-1', fee: 300n })
  const [event] = await listAuditEvents(testApp.app.db, { action: 'withdrawal.paid' })
  expect(event).toMatchObject({
    subjectId: withdrawal.id,
    actor: { id: ines.id },
    details: { txid: 'tx-paid-1' },
  })
  expect(await sumCompletedWithdrawals(testApp.app.db, member.id)).toBe(40_000n)
})

test('marked 64 times at once it is paid once, outside too', async () => {
  const { member, withdrawal } = await createApprovedWithdrawal()
  const outside = async () => (await testApp.app.outside.balanceOf('hot', 'USDT'))?.units ?? 0n
  const before = await outside()
  const call = () =>
    markPaid(testApp.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-paid-64' })
  const answers = await Promise.all(Array.from({ length: 64 }, call))

  expect(answers.every((answer) => answer.status === 'completed')).toBe(true)
  expect(
    await listEntries(testApp.app.db, {
      reference: withdrawal.id,
      transferType: 'withdrawal_paid',
    }),
  ).toHaveLength(2)
  expect(await outside()).toBe(before - (withdrawal.coinAmount ?? 0n))
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 10_000n,
    holdCash: 0n,
  })
})

test('one transaction pays one withdrawal, in any capitals, and only an approved one', async () => {
  const one = await createApprovedWithdrawal()
  const other = await createApprovedWithdrawal()

  await markPaid(testApp.app, ines, { withdrawalId: one.withdrawal.id, txid: 'tx-paid-AB' })
  await expect(
    markPaid(testApp.app, ines, { withdrawalId: other.withdrawal.id, txid: 'TX-paid-ab' }),
  ).rejects.toMatchObject({ code: 'txid_used', status: 409 })
  await expect(
    markPaid(testApp.app, ines, { withdrawalId: one.withdrawal.id, txid: 'tx-other' }),
  ).rejects.toMatchObject({ code: 'not_approved' })
  await expect(
    markPaid(testApp.app, ines, { withdrawalId: other.withdrawal.id }),
  ).rejects.toMatchObject({
    field: 'txid',
  })

  expect(await getMemberBalances(testApp.app.db, other.member.id)).toMatchObject({
    holdCash: 40_000n,
  })
})

test('the queue is in order of request, and measured times are those of the last thirty days', async () => {
  testApp.app.clock.advance(60_000)

  const { withdrawal } = await createApprovedWithdrawal()
  const places = [...(await listQueuePlaces(testApp.app.db)).keys()]
  expect(places.at(-1)).toBe(withdrawal.id)

  testApp.app.clock.advance(2 * 3_600_000)
  await markPaid(testApp.app, ines, { withdrawalId: withdrawal.id, txid: 'tx-measured' })

  expect((await listQueuePlaces(testApp.app.db)).has(withdrawal.id)).toBe(false)
  expect(await measurePayoutTimes(testApp.app.db, testApp.app.clock.now())).toMatchObject({
    slowestMs: 2 * 3_600_000,
  })

  testApp.app.clock.advance(31 * 86_400_000)
  expect(await measurePayoutTimes(testApp.app.db, testApp.app.clock.now())).toBeNull()
})

test('nothing is paid while withdrawals are paused, even if paused after approval', async () => {
  const { app, database } = testApp
  const { member, withdrawal } = await createApprovedWithdrawal()
  const frozen = { code: 'withdrawals_frozen', status: 409 }
  const pay = () => markPaid(app, ines, { withdrawalId: withdrawal.id, txid: 'tx-after-a-theft' })
  const batch = async () => (await listExportable(app.db, app.clock.now())).map(({ id }) => id)

  expect(await batch()).toContain(withdrawal.id)

  await app.db.transaction().execute((tx) => freezeWithdrawals(tx, member.id, app.clock.now()))
  await expect(pay()).rejects.toMatchObject(frozen)
  expect(await batch()).not.toContain(withdrawal.id)

  const past = `update withdrawal set status = 'completed', closed_at = $2, closed_by = 'x', txid
    = 'tx-by-hand' where id = $1`
  await expect(database.owner.query(past, [withdrawal.id, app.clock.now()])).rejects.toThrow(
    'paused',
  )

  app.clock.advance(RESET_FREEZE_MS)
  expect(await pay()).toMatchObject({ status: 'completed' })
})
