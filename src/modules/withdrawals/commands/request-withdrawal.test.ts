import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { toMemberAccountCode, toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { giveRedemptionNotice } from '#modules/plans/commands/give-redemption-notice.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { computeWithdrawalFee, DEFAULT_TERMS } from '#modules/settings/model.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listWallets, listWithdrawals } from '../queries.ts'
import { fundMember, OTHER_ADDRESS, TEST_ADDRESS, TEST_BITCOIN } from '../testing.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

let testApp: TestApp
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  plan = await createPublishedPlan(testApp.app)
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member
const balances = (member: Member) => getMemberBalances(testApp.app.db, member.id)
const usdt = (amount: string, rest: object = {}) => ({
  amount,
  method: 'USDT',
  address: TEST_ADDRESS,
  ...rest,
})
const ask = (member: Member, input: object) => requestWithdrawal(testApp.app, member, input)

test('cash is held at once, the fee quoted, the address saved, the member mailed', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })

  const withdrawal = await ask(maya, usdt('123.45'))
  expect(withdrawal).toMatchObject({
    status: 'pending',
    amount: 12_345n,
    fee: computeWithdrawalFee(12_345n, DEFAULT_TERMS.USDT),
    source: 'balance',
  })
  expect(await balances(maya)).toMatchObject({ cash: 37_655n, holdCash: 12_345n })
  expect(await listWallets(testApp.app.db, maya.id)).toMatchObject([
    { address: TEST_ADDRESS, main: true },
  ])

  const templates = (await listMail(testApp.app.db, { to: maya.email })).map(
    (mail) => mail.template,
  )
  expect(templates).toEqual(expect.arrayContaining(['withdrawal-requested', 'wallet-changed']))
})

test('what cash does not cover comes out of positions, the newest first, in one post', async () => {
  const maya = await newMember()
  const older = await fundMember(testApp.app, maya.id, {
    invested: 200_000n,
    planVersionId: plan.id,
    openedOn: '2026-11-01',
  })

  const newer = await fundMember(testApp.app, maya.id, {
    cash: 10_000n,
    invested: 150_000n,
    planVersionId: plan.id,
  })

  const { id } = await ask(maya, usdt('2000'))
  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 160_000n, holdCash: 200_000n })

  const positions = await listMemberPositions(testApp.app.db, maya.id, testApp.app.clock.today())
  expect(positions.find((position) => position.id === newer)).toMatchObject({
    remaining: 0n,
    status: 'redeemed',
  })
  expect(positions.find((position) => position.id === older)).toMatchObject({ remaining: 160_000n })

  const kinds = (await listEntries(testApp.app.db, { reference: id })).map(
    (row) => row.transferType,
  )
  expect(kinds.sort()).toEqual(['principal_redeemed', 'principal_redeemed', 'withdrawal_held'])
})

test('the member may pick positions; too little or a stranger’s changes nothing', async () => {
  const maya = await newMember()
  const older = await fundMember(testApp.app, maya.id, {
    invested: 100_000n,
    planVersionId: plan.id,
    openedOn: '2026-11-01',
  })

  const newer = await fundMember(testApp.app, maya.id, {
    invested: 100_000n,
    planVersionId: plan.id,
  })
  const other = await fundMember(testApp.app, (await newMember()).id, {
    invested: 100_000n,
    planVersionId: plan.id,
  })

  await expect(ask(maya, usdt('1500', { positions: [older] }))).rejects.toMatchObject({
    message: 'Please enter a valid amount. Your cash and the selected investments hold less.',
    status: 422,
  })

  await expect(ask(maya, usdt('500', { positions: [other] }))).rejects.toMatchObject({
    status: 404,
  })
  expect(await balances(maya)).toMatchObject({ principal: 200_000n, holdCash: 0n })

  await ask(maya, usdt('500', { positions: [older] }))

  const positions = await listMemberPositions(testApp.app.db, maya.id, testApp.app.clock.today())
  expect(positions.find((position) => position.id === older)?.remaining).toBe(50_000n)
  expect(positions.find((position) => position.id === newer)?.remaining).toBe(100_000n)
})

test('missing input and an invalid amount are refused with the contract’s texts, and nothing is saved', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })

  const missing = 'Please select a payment method, enter an amount, and provide a wallet address.'
  for (const [field, input] of Object.entries({
    payment_channel: { amount: '50', address: TEST_ADDRESS },
    amount: { method: 'USDT', address: TEST_ADDRESS },
    wallet_address: { method: 'USDT', amount: '50' },
  }))
    await expect(ask(maya, input)).rejects.toMatchObject({ message: missing, status: 400, field })

  for (const amount of ['0', '-1', 'abc', '1.234', '19.99', '500.01'])
    await expect(ask(maya, usdt(amount)), amount).rejects.toMatchObject({
      message: expect.stringContaining('Please enter a valid amount.'),
      field: 'amount',
    })

  await expect(
    ask(maya, usdt('50', { address: `${TEST_ADDRESS.slice(0, -1)}8` })),
  ).rejects.toMatchObject({
    code: 'invalid_address',
    field: 'wallet_address',
  })

  await expect(ask(maya, usdt('50', { address: TEST_BITCOIN }))).rejects.toThrow('Bitcoin address')
  expect(await listWallets(testApp.app.db, maya.id)).toEqual([])
  expect(await listWithdrawals(testApp.app.db, { memberId: maya.id })).toEqual([])
  expect(await balances(maya)).toMatchObject({ cash: 50_000n, holdCash: 0n })
})

test('a member without funds gets $0.00 as the available amount', async () => {
  await expect(ask(await newMember(), usdt('50'))).rejects.toThrow('You have $0.00 available.')
})

test('everything can leave, also when it is less than the minimum', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 1_500n })

  await expect(ask(maya, usdt('14.99'))).rejects.toThrow(
    'The minimum is $20.00, or your full balance if it is less.',
  )
  expect((await ask(maya, usdt('15'))).status).toBe('pending')
})

test('profit is a separate sub-account: without paid returns none can be withdrawn', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })
  await expect(ask(maya, usdt('50', { source: 'profit' }))).rejects.toThrow(
    'You have $0.00 available.',
  )
})

test('paid returns are held as profit, and come back as profit', async () => {
  const maya = await newMember()
  const income = toPlanIncomeAccountCode(plan.planId)
  await runInTransaction(testApp.app.db, async (tx) => {
    await openMemberAccounts(tx, maya.id)
    const receipt = await createReceipt(tx, 'USD', 10_000n)
    const earned = transfer('earned', 'income_recorded', 'custody:bank:USD', income, 10_000n, {
      receipt,
    })
    await post(tx, await approveTransfers(tx, [earned]))
    const profit = toMemberAccountCode(maya.id, 'profit')
    await post(tx, [transfer('returned', 'return_paid', income, profit, 10_000n)])
  })

  const { id } = await ask(maya, usdt('60', { source: 'profit' }))
  expect(await balances(maya)).toMatchObject({ profit: 4_000n, holdProfit: 6_000n, holdCash: 0n })

  await cancelWithdrawal(testApp.app, maya, id)
  expect(await balances(maya)).toMatchObject({ profit: 10_000n, holdProfit: 0n, cash: 0n })
})

test('a new address waits for its cool-down, one that was saved long ago does not', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })

  const coolDown = (walletCoolDownHours: number) =>
    setTestSetting(testApp.app, 'withdrawals', {
      statedHours: 24,
      walletCoolDownHours,
      secondAdminFrom: '1000000',
    })

  await coolDown(24)

  const first = await ask(maya, usdt('50'))
  expect(first.payableFrom.getTime() - first.createdAt.getTime()).toBe(24 * 3_600_000)

  testApp.app.clock.advance(25 * 3_600_000)

  const second = await ask(maya, usdt('50'))
  expect(second.payableFrom).toEqual(second.createdAt)

  const third = await ask(maya, usdt('50', { address: OTHER_ADDRESS }))
  expect(third.payableFrom.getTime()).toBeGreaterThan(third.createdAt.getTime())

  await coolDown(0)
})

test('while withdrawals are paused, or the member’s are frozen, nothing is held', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })

  const open = { deposits: null, withdrawals: null, signUps: null }
  const changed = { by: 'ruth', at: testApp.app.clock.now() }
  const pause = { reason: 'The books are being checked.', since: changed.at.toISOString() }
  const set = (withdrawals: typeof pause | null) =>
    setTestSetting(testApp.app, 'pauses', { ...open, withdrawals })

  await set(pause)
  await expect(ask(maya, usdt('50'))).rejects.toThrow('The books are being checked.')

  await set(null)

  const until = new Date(testApp.app.clock.now().getTime() + 3_600_000)
  await testApp.database.owner.query(
    'update member set withdrawals_frozen_until = $1 where id = $2',
    [until, maya.id],
  )

  await expect(ask(maya, usdt('50'))).rejects.toMatchObject({
    code: 'withdrawals_frozen',
    status: 409,
  })
  expect(await balances(maya)).toMatchObject({ cash: 50_000n, holdCash: 0n })
})

test('a suspended member gets the reason and the date, and nothing is held', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 50_000n })
  await testApp.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [maya.id],
  )

  const asking = ask(maya, usdt('50'))
  await expect(asking).rejects.toMatchObject({ code: 'suspended', status: 403 })
  await expect(asking).rejects.toThrow(
    'A payment is being checked. It will be reviewed on 1 Dec 2026',
  )
  expect(await balances(maya)).toMatchObject({ cash: 50_000n, holdCash: 0n })
})

test('money under notice is never taken: the refusal says what there is now and what comes when', async () => {
  const maya = await newMember()
  const harbour = await createPublishedPlan(testApp.app, {
    name: 'HARBOUR',
    termDays: 90,
    noticePeriodDays: 30,
  })
  const older = { invested: 100_000n, planVersionId: plan.id, openedOn: '2026-11-01' }

  await fundMember(testApp.app, maya.id, { cash: 20_000n, ...older })

  const noticePositionId = await fundMember(testApp.app, maya.id, {
    invested: 150_000n,
    planVersionId: harbour.id,
  })
  const before = await balances(maya)
  const asking = ask(maya, usdt('1200.01'))

  await expect(asking).rejects.toMatchObject({ code: 'notice_needed', status: 409 })
  await expect(asking).rejects.toThrow(
    'You have $1,200.00 available now. Notice required: $1,500.00 in HARBOUR (crypto), 30 days.',
  )

  const picking = ask(maya, usdt('1200', { positions: [noticePositionId] }))
  await expect(picking).rejects.toMatchObject({ code: 'notice_needed', status: 409 })
  await expect(picking).rejects.toThrow('The HARBOUR plan requires 30 days’ notice')
  await expect(ask(maya, usdt('2700.01'))).rejects.toMatchObject({
    code: 'invalid_amount',
    status: 422,
  })
  expect(await balances(maya)).toEqual(before)

  await ask(maya, usdt('1200'))
  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 150_000n, holdCash: 120_000n })
})

test('a notice and a withdrawal of the same part at once: the withdrawal is rejected', async () => {
  const maya = await newMember()
  const harbour = await createPublishedPlan(testApp.app, {
    name: 'PIER',
    termDays: 90,
    noticePeriodDays: 30,
  })
  const positionId = await fundMember(testApp.app, maya.id, {
    invested: 150_000n,
    planVersionId: harbour.id,
  })

  const [requestOutcome, noticeOutcome] = await Promise.allSettled([
    ask(maya, usdt('1500', { positions: [positionId] })),
    giveRedemptionNotice(testApp.app, maya, { positionId: positionId ?? '', amount: 150_000n }),
  ])
  expect(requestOutcome).toMatchObject({ status: 'rejected', reason: { code: 'notice_needed' } })
  expect(noticeOutcome).toMatchObject({
    status: 'fulfilled',
    value: { status: 'waiting', amount: 150_000n },
  })
  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 150_000n, holdCash: 0n })
})

test('ten addresses of a coin are saved; an eleventh is refused and holds nothing', async () => {
  const maya = await newMember()
  await fundMember(testApp.app, maya.id, { cash: 100_000n })
  const digits = Array.from({ length: 9 }, (_, index) => `0x${String(index + 1).repeat(40)}`)

  for (const address of [TEST_ADDRESS, ...digits]) await ask(maya, usdt('50', { address }))
  expect(await listWallets(testApp.app.db, maya.id)).toHaveLength(10)

  await expect(ask(maya, usdt('50', { address: OTHER_ADDRESS }))).rejects.toMatchObject({
    code: 'too_many_wallets',
    status: 409,
  })
  expect(await balances(maya)).toMatchObject({ cash: 50_000n, holdCash: 50_000n })

  await ask(maya, usdt('50'))
  expect(await listWallets(testApp.app.db, maya.id)).toHaveLength(10)
})
