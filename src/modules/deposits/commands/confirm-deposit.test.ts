import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { confirmByTwo, createPendingDeposit, createProofPicture } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { submitProof } from './submit-proof.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 16 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member
const pending = (member: Member, amount = '2500', method = 'USDT') =>
  createPendingDeposit(testApp.app, member, { planId: plan.id, amount, method })
const balances = (member: Member) => getMemberBalances(testApp.app.db, member.id)

test('a payment is credited and invested, in three linked rows, with mail and record', async () => {
  const maya = await newMember()
  const { id } = await pending(maya)
  const deposit = await confirmDeposit(testApp.app, ines, { depositId: id })

  expect(deposit).toMatchObject({ status: 'completed', credited: 250_000n, decidedBy: ines.label })
  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 250_000n })

  const [position] = await listMemberPositions(testApp.app.db, maya.id, testApp.app.clock.today())
  expect(position).toMatchObject({
    id: deposit.positionId,
    principal: 250_000n,
    openedOn: '2026-11-20',
  })

  const rows = await listEntries(testApp.app.db, { reference: id })
  expect(rows.map((row) => row.transferType).sort()).toEqual([
    'deposit_confirmed',
    'deposit_confirmed',
    'position_opened',
  ])

  expect(await findMail(testApp.app.db, maya.email, 'deposit-confirmed')).toMatchObject({
    data: { depositId: id },
  })
  expect(
    await listAuditEvents(testApp.app.db, { subjectId: id, action: 'deposit.confirmed' }),
  ).toHaveLength(1)
})

test('64 confirmations at once credit once and all get the same answer', async () => {
  const maya = await newMember()
  const { id } = await pending(maya, '5000')
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => confirmDeposit(testApp.app, ines, { depositId: id })),
  )

  expect(new Set(answers.map((answer) => answer.positionId)).size).toBe(1)
  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 500_000n })
  expect(
    await listMemberPositions(testApp.app.db, maya.id, testApp.app.clock.today()),
  ).toHaveLength(1)
})

test('below the minimum stays cash; above the maximum leaves the rest as cash', async () => {
  const small = await newMember()
  const short = await pending(small)
  await confirmByTwo(testApp.app, [ines, ruth], {
    depositId: short.id,
    received: '900',
    txid: 'aa'.repeat(32),
  })

  expect(await listMemberPositions(testApp.app.db, small.id, testApp.app.clock.today())).toEqual([])

  const credited = computeCoinValue(900_000_000n, short.rate, 'USDT')
  expect(await balances(small)).toMatchObject({ cash: credited, principal: 0n })

  const large = await newMember()
  const over = await pending(large, '10000')
  const done = await confirmByTwo(testApp.app, [ines, ruth], {
    depositId: over.id,
    received: '12000',
    txid: 'ab'.repeat(32),
  })

  expect(await balances(large)).toMatchObject({
    cash: (done.credited ?? 0n) - 1_000_000n,
    principal: 1_000_000n,
  })
})

test('a late payment is credited at the rate of its arrival, not at the stale one', async () => {
  const maya = await newMember()
  const quote = await quoteDeposit(testApp.app, maya, {
    planId: plan.id,
    amount: '4000',
    method: 'BITCOIN',
  })

  testApp.app.clock.advance(6 * 3_600_000)

  const sent = { depositId: quote.id, planId: plan.id, amount: '4000', method: 'BITCOIN' }
  const { creditRate } = await submitProof(testApp.app, maya, {
    ...sent,
    proof: await createProofPicture(),
  })
  const deposit = await confirmDeposit(testApp.app, ines, { depositId: quote.id })

  expect(deposit.credited).toBe(computeCoinValue(quote.coinAmount, creditRate ?? 0n, 'BTC'))
  expect(deposit.credited).not.toBe(400_000n)
})

test('one payment is used once, by one deposit, however its id is written', async () => {
  const one = await pending(await newMember())
  const other = await pending(await newMember())
  const txid = `0x${'CD'.repeat(32)}`
  const first = { depositId: one.id, received: '2500', txid }

  await confirmDeposit(testApp.app, ines, first)
  await expect(
    confirmDeposit(testApp.app, ines, {
      depositId: other.id,
      received: '2500',
      txid: 'cd'.repeat(32),
    }),
  ).rejects.toMatchObject({ code: 'receipt_used', status: 409 })

  expect((await confirmDeposit(testApp.app, ines, first)).status).toBe('completed')
  await expect(
    confirmDeposit(testApp.app, ines, {
      depositId: one.id,
      received: '2500',
      txid: 'ef'.repeat(32),
    }),
  ).rejects.toMatchObject({ code: 'already_confirmed', status: 409 })
})

test('one bank payment is used once, however its reference is written', async () => {
  const one = await pending(await newMember())
  const other = await pending(await newMember())
  const first = { depositId: one.id, received: '2500', bankReference: 'Sepa 2026-77' }

  await confirmDeposit(testApp.app, ines, first)
  await expect(
    confirmDeposit(testApp.app, ines, {
      ...first,
      depositId: other.id,
      bankReference: ' SEPA  2026-77',
    }),
  ).rejects.toMatchObject({ code: 'receipt_used', status: 409 })

  expect((await confirmDeposit(testApp.app, ines, first)).status).toBe('completed')
})

test('another output of a transaction is another payment; Ether has only one', async () => {
  const one = await pending(await newMember(), '2500', 'BITCOIN')
  const confirmation = {
    depositId: one.id,
    received: '0.03',
    txid: '5a'.repeat(32),
    outputIndex: 1,
  }
  await confirmByTwo(testApp.app, [ines, ruth], confirmation)

  await expect(
    confirmDeposit(testApp.app, ines, { ...confirmation, outputIndex: 2 }),
  ).rejects.toMatchObject({
    code: 'already_confirmed',
  })

  const ether = await pending(await newMember(), '2500', 'ETHERIUM')
  await expect(
    confirmDeposit(testApp.app, ines, { ...confirmation, depositId: ether.id, received: '1' }),
  ).rejects.toMatchObject({ field: 'outputIndex', status: 400 })
})

test('a payment came by chain or by bank, never by both at once', async () => {
  const { id } = await pending(await newMember())
  const both = { depositId: id, received: '2500', txid: '6b'.repeat(32), bankReference: 'SEPA 9' }
  await expect(confirmDeposit(testApp.app, ines, both)).rejects.toMatchObject({
    field: 'bankReference',
    status: 400,
  })
})

test('dollars by bank are credited as they are, without a rate', async () => {
  const maya = await newMember()
  const { id } = await pending(maya)
  const deposit = await confirmDeposit(testApp.app, ines, {
    depositId: id,
    received: '2499.37',
    bankReference: 'SEPA 77',
  })

  expect(deposit).toMatchObject({ credited: 249_937n, receivedIn: 'USD' })
  expect(await balances(maya)).toMatchObject({ principal: 249_937n })
})

test('nothing is credited without a proof, the right role and a valid amount', async () => {
  const maya = await newMember()
  const quote = await quoteDeposit(testApp.app, maya, {
    planId: plan.id,
    amount: '1000',
    method: 'USDT',
  })

  await expect(confirmDeposit(testApp.app, ines, { depositId: quote.id })).rejects.toMatchObject({
    code: 'not_pending',
  })

  const { id } = await pending(maya)
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  await expect(confirmDeposit(testApp.app, support, { depositId: id })).rejects.toMatchObject({
    status: 403,
  })

  for (const received of ['0', '-1', 'abc', '0.0000001'])
    await expect(
      confirmDeposit(testApp.app, ines, { depositId: id, received }),
    ).rejects.toMatchObject({
      status: 400,
    })

  await expect(
    confirmDeposit(testApp.app, ines, { depositId: id, received: '0.000001' }),
  ).rejects.toMatchObject({
    code: 'received_too_small',
  })

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 0n })
})

test('live takes no simulated receipt: what arrived has to be named', async () => {
  const { id } = await pending(await newMember())
  const live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } }
  await expect(confirmDeposit(live, ines, { depositId: id })).rejects.toMatchObject({
    code: 'receipt_needed',
  })
})
