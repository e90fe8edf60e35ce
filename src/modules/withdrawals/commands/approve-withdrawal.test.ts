import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROPOSAL_LIFE_MS, type Proposal } from '#modules/approvals/model.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { computeAffordableCoin } from '#modules/market/model.ts'
import { DEFAULT_TERMS } from '#modules/settings/model.ts'
import { setPaymentTerms } from '#modules/settings/steps/set-payment-terms.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveReviewed, fundMember, OTHER_ADDRESS, TEST_ADDRESS } from '../testing.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { rejectWithdrawal } from './reject-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { saveWallets } from './save-wallets.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(() => testApp.close())

async function createPendingWithdrawal(amount = '300', method = 'ETHERIUM') {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 5_000_000n })
  return {
    member,
    ...(await requestWithdrawal(testApp.app, member, { amount, method, address: TEST_ADDRESS })),
  }
}

test('approval fixes rate, fee and the coin that arrives, rounded down', async () => {
  const { id } = await createPendingWithdrawal()
  const { rate } = await testApp.app.prices.price('ETH')
  const approved = await approveReviewed(testApp.app, ines, id)

  expect(approved).toMatchObject({ status: 'approved', fee: 300n, rate, approvedBy: ines.label })
  expect(approved.coinAmount).toBe(computeAffordableCoin(29_700n, rate, 'ETH'))
  await expect(approveReviewed(testApp.app, ines, id)).rejects.toMatchObject({
    code: 'not_pending',
  })
})

test('a rate at which no coin arrives is refused with the reason', async () => {
  const { id } = await createPendingWithdrawal()
  const price = await testApp.app.prices.price('ETH')
  const prices = { ...testApp.app.prices, price: async () => ({ ...price, rate: 10n ** 18n }) }

  await expect(approveReviewed({ ...testApp.app, prices }, ines, id)).rejects.toMatchObject({
    code: 'too_small',
    status: 422,
  })
})

test('a lowered fee costs less than the quoted one', async () => {
  const changed = { by: 'ruth', at: testApp.app.clock.now() }
  const setFee = (withdrawalFee: bigint) =>
    testApp.app.db
      .transaction()
      .execute((tx) =>
        setPaymentTerms(tx, 'USDT', { ...DEFAULT_TERMS.USDT, withdrawalFee }, changed),
      )

  const lowered = await createPendingWithdrawal('300', 'USDT')
  await setFee(100n)

  expect((await approveReviewed(testApp.app, ines, lowered.id)).fee).toBe(100n)
})

test('from $10,000 one admin proposes and another approves', async () => {
  const { id } = await createPendingWithdrawal('10000')
  expect(await approveReviewed(testApp.app, ines, id)).toMatchObject({
    status: 'pending',
    approvedAt: null,
  })

  await expect(approveReviewed(testApp.app, ines, id)).rejects.toMatchObject({
    code: 'second_admin',
  })
  expect((await approveReviewed(testApp.app, ruth, id)).status).toBe('approved')

  const below = await createPendingWithdrawal('9999.99')
  expect((await approveReviewed(testApp.app, ines, below.id)).status).toBe('approved')
})

test('several small ones of a day that are large together need two admins as well', async () => {
  const { id, member } = await createPendingWithdrawal('6000')
  expect((await approveReviewed(testApp.app, ines, id)).status).toBe('approved')

  const more = { amount: '4000', method: 'ETHERIUM', address: TEST_ADDRESS }
  const second = await requestWithdrawal(testApp.app, member, more)
  expect((await approveReviewed(testApp.app, ines, second.id)).status).toBe('pending')
  expect((await approveReviewed(testApp.app, ruth, second.id)).status).toBe('approved')
})

test('a proposal that is not approved within three days is made again', async () => {
  const { id } = await createPendingWithdrawal('12000')
  await approveReviewed(testApp.app, ines, id)
  testApp.app.clock.advance(PROPOSAL_LIFE_MS)
  expect((await approveReviewed(testApp.app, ruth, id)).status).toBe('pending')
  expect((await approveReviewed(testApp.app, ines, id)).status).toBe('approved')
})

test('the database refuses an approval without a second admin, and one of changed content', async () => {
  const { id } = await createPendingWithdrawal('12000')
  const fix = (more: string) =>
    testApp.database.owner
      .query(
        `update withdrawal set status = 'approved', approved_at = now(), approved_by = 'x', fee =
          0, rate = 1, rate_source = 'x',
          rate_at = now(), coin_amount = 1, ${more} where id = $1`,
        [id],
      )
      .then(
        () => 'approved',
        (error) => error.code,
      )

  expect(await fix('second_admin_from = null')).toBe('23514')
  expect(await fix('second_admin_from = 1000000')).toBe('23514')

  await approveReviewed(testApp.app, ines, id)
  expect(await fix('second_admin_from = 1000000')).toBe('23514')

  const [waiting] = await listProposals(testApp.app.db, testApp.app.clock.now(), {
    state: 'waiting',
  })
  await runInTransaction(testApp.app.db, (tx) =>
    decide(tx, testApp.app, ruth, waiting as Proposal, {
      approve: true,
      contentHash: waiting?.contentHash ?? '',
    }),
  )

  expect(await fix(`second_admin_from = 1000000, address = '${OTHER_ADDRESS}'`)).toBe('23514')
  expect(await fix('second_admin_from = 1000000')).toBe('approved')
})

test('a proposal ends with what it was about', async () => {
  const { id, member } = await createPendingWithdrawal('12000')
  await approveReviewed(testApp.app, ines, id)
  await cancelWithdrawal(testApp.app, member, id)
  const [last] = await listProposals(testApp.app.db, testApp.app.clock.now())
  expect(last).toMatchObject({ subjectId: id, decision: { approved: false, by: member.id } })
})

test('a proposal ends when one admin is enough again', async () => {
  const first = await createPendingWithdrawal('6000')
  await approveReviewed(testApp.app, ines, first.id)

  const more = { amount: '4000', method: 'ETHERIUM', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(testApp.app, first.member, more)
  expect((await approveReviewed(testApp.app, ines, id)).status).toBe('pending')

  await rejectWithdrawal(testApp.app, ruth, { withdrawalId: first.id, reason: 'Asked by letter.' })
  expect((await approveReviewed(testApp.app, ines, id)).status).toBe('approved')

  const waiting = await listProposals(testApp.app.db, testApp.app.clock.now(), { state: 'waiting' })
  expect(waiting.filter(({ subjectId }) => subjectId === id)).toEqual([])
})

test('only a saved address past its cool-down is approved', async () => {
  const coolDown = (walletCoolDownHours: number) =>
    setTestSetting(testApp.app, 'withdrawals', {
      statedHours: 24,
      walletCoolDownHours,
      secondAdminFrom: '1000000',
    })

  await coolDown(24)

  const coolingWithdrawal = await createPendingWithdrawal()
  await coolDown(0)

  await expect(approveReviewed(testApp.app, ines, coolingWithdrawal.id)).rejects.toMatchObject({
    code: 'cooling_down',
  })

  testApp.app.clock.advance(24 * 3_600_000)
  expect((await approveReviewed(testApp.app, ines, coolingWithdrawal.id)).status).toBe('approved')

  const removed = await createPendingWithdrawal()
  await saveWallets(testApp.app, removed.member, { ethereum: OTHER_ADDRESS })

  await expect(approveReviewed(testApp.app, ines, removed.id)).rejects.toMatchObject({
    code: 'wallet_removed',
  })
})

test('a frozen member, a role that may not and a missing price leave it pending', async () => {
  const { id, member } = await createPendingWithdrawal()
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(approveReviewed(testApp.app, support, id)).rejects.toMatchObject({ status: 403 })

  const prices = { ...testApp.app.prices, price: () => Promise.reject(new Error('down')) }
  await expect(approveReviewed({ ...testApp.app, prices }, ines, id)).rejects.toMatchObject({
    status: 503,
  })

  const until = new Date(testApp.app.clock.now().getTime() + 3_600_000)
  await testApp.database.owner.query(
    'update member set withdrawals_frozen_until = $1 where id = $2',
    [until, member.id],
  )

  await expect(approveReviewed(testApp.app, ines, id)).rejects.toMatchObject({
    code: 'withdrawals_frozen',
  })
})
