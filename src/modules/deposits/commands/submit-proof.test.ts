import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findProof, getDeposit } from '../queries.ts'
import { createPendingDeposit, createProofPicture } from '../testing.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { type SubmitProof, submitProof } from './submit-proof.ts'

let testApp: TestApp
let maya: Member
let plan: PlanVersion
let proof: Uint8Array

beforeAll(async () => {
  testApp = await createTestApp()
  maya = (await createTestMember(testApp.app)).member
  plan = await createPublishedPlan(testApp.app)
  proof = await createProofPicture()
})
afterAll(() => testApp.close())

async function createProofInput(): Promise<SubmitProof> {
  const quote = await quoteDeposit(testApp.app, maya, {
    planId: plan.id,
    amount: '2500',
    method: 'BITCOIN',
  })

  return {
    depositId: quote.id,
    planId: plan.id,
    amount: '2500.00',
    method: 'BITCOIN',
    address: quote.address,
    percentage: '50%',
    proof,
  }
}

const countStoredFiles = () =>
  readdir(join(testApp.app.config.DATA_DIR, 'files', 'proofs')).then(
    (names) => names.length,
    () => 0,
  )

test('a proof that matches its quote is stored and acknowledged, and makes the deposit pending', async () => {
  const sent = await createProofInput()
  const deposit = await submitProof(testApp.app, maya, sent)
  expect(deposit).toMatchObject({
    status: 'pending',
    late: false,
    creditRate: deposit.rate,
    proofType: 'image/png',
  })

  const storedProof = await findProof(testApp.app.db, deposit.id)
  expect((await testApp.app.files.read(storedProof?.key ?? '')).length).toBeGreaterThan(0)

  const mail = await findMail(testApp.app.db, maya.email, 'deposit-received')
  expect(mail?.data).toMatchObject({ depositId: deposit.id, amount: 250_000n })
  await expect(submitProof(testApp.app, maya, sent)).rejects.toMatchObject({
    code: 'already_submitted',
    status: 409,
  })
})

test('whatever differs from the quote is refused by its field, and nothing is stored', async () => {
  const sent = await createProofInput()
  const before = await countStoredFiles()

  for (const [field, broken] of Object.entries({
    selected_plan: { planId: 'plv_other' },
    amount: { amount: '2500.01' },
    payment_method: { method: 'USDT' },
    wallet_address: { address: 'tb1qother' },
    interest_percentage: { percentage: '51%' },
  }))
    await expect(
      submitProof(testApp.app, maya, { ...sent, ...broken }),
      field,
    ).rejects.toMatchObject({
      code: 'differs_from_quote',
      field,
    })

  expect(await countStoredFiles()).toBe(before)
  expect(
    (await getDeposit(testApp.app.db, maya.id, sent.depositId, testApp.app.clock.now())).status,
  ).toBe('awaiting_payment')
})

test('without a proof, with something else, or for a stranger nothing is stored', async () => {
  const { proof: _, ...unproved } = await createProofInput()
  const before = await countStoredFiles()
  await expect(submitProof(testApp.app, maya, unproved)).rejects.toMatchObject({
    message: 'Please upload proof of payment before completing the payment.',
    field: 'payment_proof',
  })

  const page = Buffer.from('<html><script>alert(1)</script></html>')
  await expect(submitProof(testApp.app, maya, { ...unproved, proof: page })).rejects.toMatchObject({
    status: 415,
  })

  const { member: stranger } = await createTestMember(testApp.app)
  await expect(submitProof(testApp.app, stranger, { ...unproved, proof })).rejects.toMatchObject({
    status: 404,
  })
  expect(await countStoredFiles()).toBe(before)
})

test('a payment after the quote has ended is still taken, at the rate of its arrival', async () => {
  const sent = await createProofInput()
  testApp.app.clock.advance(3 * 3_600_000)

  const { rate: now } = await testApp.app.prices.price('BTC')
  const deposit = await submitProof(testApp.app, maya, sent)
  expect(deposit).toMatchObject({ status: 'pending', late: true, creditRate: now })
  expect(deposit.rate).not.toBe(now)
  expect(deposit.timeline.map((step) => step.what)).toContain('Quote expired')
})

test('of two proofs sent at once one is taken, and the other leaves no file', async () => {
  const sent = await createProofInput()
  const before = await countStoredFiles()
  const both = await Promise.allSettled([
    submitProof(testApp.app, maya, sent),
    submitProof(testApp.app, maya, sent),
  ])

  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countStoredFiles()).toBe(before + 1)
})

test('when the database refuses at the last step, the file goes too', async () => {
  const before = await countStoredFiles()
  const rejectJob = () => Promise.reject(new Error('no queue'))
  const broken = { ...testApp.app, jobs: { enqueue: rejectJob, enqueueEach: rejectJob } }

  await expect(
    createPendingDeposit(broken, maya, { planId: plan.id, amount: '1000' }),
  ).rejects.toThrow('no queue')
  expect(await countStoredFiles()).toBe(before)
})

test('a quote that a new one replaced has ended, and so has its locked rate', async () => {
  const sent = await createProofInput()
  testApp.app.clock.advance(10 * 60_000)
  await quoteDeposit(testApp.app, maya, { replaces: sent.depositId })

  const { rate: now } = await testApp.app.prices.price('BTC')
  const deposit = await submitProof(testApp.app, maya, sent)
  expect(deposit).toMatchObject({ status: 'pending', late: true, creditRate: now })
  expect(deposit.rate).not.toBe(now)
})

test('a suspended member gets the reason, and nothing is stored', async () => {
  const sent = await createProofInput()
  const before = await countStoredFiles()

  await testApp.database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'A payment is being checked.',
      review_on = '2026-12-01'
     where id = $1`,
    [maya.id],
  )

  await expect(submitProof(testApp.app, maya, sent)).rejects.toMatchObject({
    code: 'suspended',
    status: 403,
  })
  expect(await countStoredFiles()).toBe(before)
})
