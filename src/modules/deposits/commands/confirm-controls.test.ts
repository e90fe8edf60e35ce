import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProposal } from '#modules/approvals/queries.ts'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findReceipt, getMemberBalances, verifyLedger } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { getPastPrice } from '#modules/market/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { closePlan } from '#modules/plans/commands/close-plan.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { joinTransaction } from '#platform/db/join.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createPendingDeposit, createProofPicture } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { recordObservedPayment } from './record-observed-payment.ts'
import { rejectDeposit } from './reject-deposit.ts'
import { submitProof } from './submit-proof.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

let testApp: TestApp
let ines: Admin
let ruth: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member
const pending = (member: Member, amount = '2500', method = 'BITCOIN', planId = plan.id) =>
  createPendingDeposit(testApp.app, member, { planId, amount, method })
const live = () => ({ ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } })

/** A deposit whose proof was uploaded in live, where it says nothing about the arrival. */
const pendingInLive = async (member: Member) => {
  const terms = { planId: plan.id, amount: '2500', method: 'USDT' }
  const { id: depositId } = await quoteDeposit(testApp.app, member, terms)
  const proof = await createProofPicture()
  return await submitProof(live(), member, { ...terms, depositId, proof })
}

const minutesAfter = (at: Date, minutes: number) =>
  new Date(at.getTime() + minutes * MINUTE).toISOString()

test('a proof in time does not lock the rate of a payment that came 40 days later', async () => {
  const { id, coinAmount, createdAt } = await pending(await newMember())
  testApp.app.clock.advance(41 * DAY)

  const arrivedAt = minutesAfter(createdAt, 40 * 24 * 60)
  const { rate } = await getPastPrice(testApp.app, 'BTC', new Date(arrivedAt))
  const done = await confirmDeposit(testApp.app, ines, { depositId: id, arrivedAt })

  expect(done).toMatchObject({
    late: true,
    creditRate: rate,
    credited: computeCoinValue(coinAmount, rate, 'BTC'),
  })
  expect(done.credited).not.toBe(250_000n)
})

test('a payment first seen in time has the locked rate, however late it is recorded', async () => {
  const { id, createdAt, rate } = await quoteDeposit(testApp.app, await newMember(), {
    planId: plan.id,
    amount: '2500',
    method: 'BITCOIN',
  })
  testApp.app.clock.advance(2 * DAY)

  const arrivedAt = minutesAfter(createdAt, 5)
  await recordObservedPayment(testApp.app, ines, { depositId: id, arrivedAt, evidence: 'block 9' })
  const done = await confirmDeposit(testApp.app, ines, { depositId: id })

  expect(done).toMatchObject({ late: false, creditRate: rate, evidence: 'block 9' })
  expect(done.arrivedAt?.toISOString()).toBe(arrivedAt)

  const [receiptId] = (
    await testApp.database.owner.query('select receipt_id from deposit where id = $1', [id])
  ).rows.map((row) => row.receipt_id)
  expect((await findReceipt(testApp.app.db, receiptId))?.arrivedAt.toISOString()).toBe(arrivedAt)
})

test('the arrival is neither in the future nor before the quote; live asks for it', async () => {
  const { id, createdAt } = await pending(await newMember())
  const confirmAt = (arrivedAt: string) =>
    confirmDeposit(testApp.app, ines, { depositId: id, arrivedAt })

  await expect(confirmAt(minutesAfter(testApp.app.clock.now(), 1))).rejects.toMatchObject({
    code: 'arrival_in_future',
    field: 'arrivedAt',
  })
  await expect(confirmAt(minutesAfter(createdAt, -1))).rejects.toMatchObject({
    code: 'arrival_before_quote',
  })
  await expect(confirmAt('yesterday')).rejects.toMatchObject({ code: 'invalid_arrival' })

  const member = await newMember()
  const proved = await pendingInLive(member)
  expect(proved.arrivedAt).toBeNull()
  await expect(
    confirmDeposit(live(), ines, {
      depositId: proved.id,
      txid: '7a'.repeat(32),
      credited: '2500.00',
    }),
  ).rejects.toMatchObject({ code: 'arrival_needed', field: 'arrivedAt' })

  const unseen = await quoteDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '2500',
    method: 'USDT',
  })
  const observed = { depositId: unseen.id, arrivedAt: testApp.app.clock.now().toISOString() }
  await expect(recordObservedPayment(live(), ines, observed)).rejects.toMatchObject({
    code: 'evidence_needed',
  })
})

test('the database refuses a locked rate for a late payment, and a credit that is not the payment’s worth', async () => {
  const { id } = await pending(await newMember())
  const { owner } = testApp.database
  const change = (columns: string) =>
    owner.query(`update deposit set ${columns} where id = $1`, [id])

  await expect(
    change('arrived_at = expires_at, late = true, credit_rate = rate + 1'),
  ).resolves.toBeTruthy()
  await expect(change('arrived_at = expires_at, late = false, credit_rate = rate')).rejects.toThrow(
    'late',
  )
  await expect(
    change('arrived_at = created_at, late = false, credit_rate = rate + 1'),
  ).rejects.toThrow('violates check')
  await expect(
    change(`status = 'completed', amount_reserved = false, receipt_id = 'rcp_x', received = 1,
      received_in = coin, credited = 100, decided_at = expires_at, decided_by = 'X'`),
  ).rejects.toThrow('the credit differs from the payment received at its rate')
})

test('the database moves a deposit through its listed states only, and a decided deposit does not change', async () => {
  const { id } = await pending(await newMember())
  const { owner } = testApp.database
  await confirmDeposit(testApp.app, ines, { depositId: id })
  const change = (columns: string) =>
    owner.query(`update deposit set ${columns} where id = $1`, [id])

  await expect(
    change("status = 'rejected', reason = 'x', receipt_id = null, received = null"),
  ).rejects.toThrow('does not change')
  await expect(change('credited = credited + 1')).rejects.toThrow('does not change')

  const quote = await quoteDeposit(testApp.app, await newMember(), {
    planId: plan.id,
    amount: '2500',
    method: 'USDT',
  })
  await expect(
    owner.query(
      "update deposit set status = 'rejected', submitted_at = created_at, decided_at = now(), " +
        "decided_by = 'X', reason = 'x' where id = $1",
      [quote.id],
    ),
  ).rejects.toThrow('does not go from awaiting_payment to rejected')
})

test('what arrives for a closed plan stays cash, and the mail says why', async () => {
  const closing = await createPublishedPlan(testApp.app, { name: 'CLOSING' })
  const maya = await newMember()
  const { id } = await pending(maya, '2500', 'USDT', closing.id)
  await closePlan(testApp.app, ruth, { planId: closing.planId, reason: 'No longer offered.' })

  const done = await confirmDeposit(testApp.app, ines, { depositId: id })
  expect(done).toMatchObject({ status: 'completed', positionId: null })
  expect(await getMemberBalances(testApp.app.db, maya.id)).toMatchObject({
    cash: done.credited,
    principal: 0n,
  })
  expect(await findMail(testApp.app.db, maya.email, 'deposit-confirmed')).toMatchObject({
    data: { cashReason: 'plan_closed' },
  })
})

test('a payment more than 30 days after its quote stays cash; one minute earlier it is invested', async () => {
  const members = [await newMember(), await newMember()] as const
  const quotes = await Promise.all(members.map((member) => pending(member, '2500', 'USDT')))
  testApp.app.clock.advance(31 * DAY)

  const [early, old] = await Promise.all(
    quotes.map(({ id, createdAt }, index) =>
      confirmDeposit(testApp.app, ines, {
        depositId: id,
        arrivedAt: minutesAfter(createdAt, 30 * 24 * 60 + index),
      }),
    ),
  )

  expect(early?.positionId).toEqual(expect.any(String))
  expect(old?.positionId).toBeNull()
  expect(await findMail(testApp.app.db, members[1].email, 'deposit-confirmed')).toMatchObject({
    data: { cashReason: 'quote_too_old' },
  })
})

test('a figure that differs from the preview is refused, and nothing is posted', async () => {
  const maya = await newMember()
  const { id } = await pending(maya, '2500', 'USDT')
  const confirm = (input: object) => confirmDeposit(testApp.app, ines, { depositId: id, ...input })

  await expect(confirm({ received: '2400', credited: '2500.00' })).rejects.toMatchObject({
    code: 'preview_differs',
    status: 409,
    message: expect.stringContaining('Nothing was posted'),
  })
  await expect(confirm({ credited: '2500.00', invested: '0.00' })).rejects.toMatchObject({
    code: 'preview_differs',
  })
  await expect(confirm({ credited: 'abc' })).rejects.toMatchObject({ code: 'preview_differs' })
  expect(await getMemberBalances(testApp.app.db, maya.id)).toMatchObject({
    cash: 0n,
    principal: 0n,
  })

  expect(await confirm({ credited: '2500.00', invested: '2500.00' })).toMatchObject({
    status: 'completed',
  })

  const other = await pendingInLive(maya)
  const unseen = {
    depositId: other.id,
    txid: '7b'.repeat(32),
    arrivedAt: testApp.app.clock.now().toISOString(),
  }
  await expect(confirmDeposit(live(), ines, unseen)).rejects.toMatchObject({
    code: 'preview_needed',
  })
})

test('more than 5% off the quote takes a second admin, who approves exactly what is posted', async () => {
  const maya = await newMember()
  const { id, coinAmount } = await pending(maya, '2500', 'USDT')
  const input = { depositId: id, received: '2630', txid: '3c'.repeat(32) }
  expect(2_630_000_000n * 100n > coinAmount * 105n).toBe(true)

  const waiting = await confirmDeposit(testApp.app, ines, input)
  expect(waiting).toMatchObject({ status: 'pending', credited: null })
  expect(await getMemberBalances(testApp.app.db, maya.id)).toMatchObject({
    cash: 0n,
    principal: 0n,
  })

  const proposal = await getProposal(testApp.app.db, waiting.approvalId ?? '')
  expect(proposal).toMatchObject({
    permission: 'deposit.confirm',
    subjectId: id,
    content: { memberId: maya.id, received: '2630000000', receivedIn: 'USDT' },
  })

  await expect(confirmDeposit(testApp.app, ines, input)).rejects.toMatchObject({
    code: 'second_admin',
  })
  await expect(
    confirmDeposit(testApp.app, ruth, { ...input, received: '2640' }),
  ).rejects.toMatchObject({ code: 'content_changed' })

  await decideProposal(testApp.app, ruth, {
    id: proposal.id,
    approve: true,
    contentHash: proposal.contentHash,
  })

  const { credited } = proposal.content as { credited: string }
  expect(await getMemberBalances(testApp.app.db, maya.id)).toMatchObject({
    principal: BigInt(credited),
  })
})

test('up to 5% away one admin is enough, also for dollars by bank', async () => {
  const one = await pending(await newMember(), '2500', 'USDT')
  const short = await confirmDeposit(testApp.app, ines, { depositId: one.id, received: '2380' })
  expect(short.status).toBe('completed')

  const bank = await pending(await newMember(), '2500', 'USDT')
  const dollars = { depositId: bank.id, received: '2625.00', bankReference: 'BANK 105' }
  expect((await confirmDeposit(testApp.app, ines, dollars)).status).toBe('completed')

  const over = await pending(await newMember(), '2500', 'USDT')
  const more = { depositId: over.id, received: '2625.01', bankReference: 'BANK 106' }
  expect((await confirmDeposit(testApp.app, ines, more)).status).toBe('pending')
})

test('the database completes no deposit more than 5% off without the approval of its content', async () => {
  const { id } = await pending(await newMember(), '2500', 'USDT')
  const waiting = await confirmDeposit(testApp.app, ines, { depositId: id, received: '9000' })

  await expect(
    testApp.database.owner.query(
      `update deposit set status = 'completed', amount_reserved = false, receipt_id = 'rcp_x',
        received = 9000000000, received_in = coin, decided_at = $2, decided_by = 'X',
        credited = div(9000000000::numeric * credit_rate, 10000000000) where id = $1`,
      [id, testApp.app.clock.now()],
    ),
  ).rejects.toThrow('needs the approval of two admins')
  expect(waiting.status).toBe('pending')
})

test('an approval waits for a plan that is being closed, and then posts nothing', async () => {
  const { app, database } = testApp
  const closing = await createPublishedPlan(app, { name: 'CLOSING MEANWHILE' })
  const maya = await newMember()
  const { id } = await pending(maya, '2500', 'USDT', closing.id)
  const { approvalId } = await confirmDeposit(app, ines, { depositId: id, received: '2630' })
  const { contentHash } = await getProposal(app.db, approvalId ?? '')

  const { deciding } = await app.db.transaction().execute(async (tx) => {
    const joined = { ...app, db: joinTransaction(tx).db }
    await closePlan(joined, ruth, { planId: closing.planId, reason: 'No longer offered.' })

    const deciding = decideProposal(app, ruth, { id: approvalId ?? '', approve: true, contentHash })
    deciding.catch(() => {})
    await expect.poll(async () => (await database.owner.query(WAITING)).rows[0].count).toBe(1)
    return { deciding }
  })

  await expect(deciding).rejects.toMatchObject({ code: 'proposal_outdated' })
  expect(await getMemberBalances(app.db, maya.id)).toMatchObject({ cash: 0n, principal: 0n })
})

test('rejecting a deposit ends its waiting approval', async () => {
  const { id } = await pending(await newMember(), '2500', 'USDT')
  const { approvalId } = await confirmDeposit(testApp.app, ines, { depositId: id, received: '9' })
  await rejectDeposit(testApp.app, ruth, { depositId: id, reason: 'Not what was quoted.' })

  expect((await getProposal(testApp.app.db, approvalId ?? '')).decision).toMatchObject({
    approved: false,
  })
})

test('in live a confirmation by hand takes a second admin, whatever its amount', async () => {
  const maya = await newMember()
  const { id } = await pendingInLive(maya)
  const input = {
    depositId: id,
    txid: '4d'.repeat(32),
    arrivedAt: testApp.app.clock.now().toISOString(),
    credited: '2500.00',
  }

  const { status, approvalId } = await confirmDeposit(live(), ines, input)
  expect(status).toBe('pending')
  await expect(confirmDeposit(live(), ruth, input), 'unsigned').rejects.toMatchObject({
    code: 'approval_key_needed',
  })
  const signature = await signAsTestAdmin(testApp, ruth.id, approvalId ?? '')
  expect(await confirmDeposit(live(), ruth, { ...input, signature })).toMatchObject({
    status: 'completed',
    credited: 250_000n,
  })
})

test('the database of live completes no deposit without the approval of its content', async () => {
  const own = await createTestApp()
  const { member } = await createTestMember(own.app)
  const { id: planId } = await createPublishedPlan(own.app)
  const { id } = await createPendingDeposit(own.app, member, { planId, amount: '2500' })
  await own.database.owner.query('select approvals.set_live()')

  const complete = own.database.pool.query(
    `update deposit set status = 'completed', amount_reserved = false, decided_at = submitted_at,
      decided_by = 'x', receipt_id = 'x', received = amount, received_in = 'USD', credited = amount
      where id = $1`,
    [id],
  )
  await expect(complete).rejects.toThrow('needs the approval of two admins')
  await own.close()
})
