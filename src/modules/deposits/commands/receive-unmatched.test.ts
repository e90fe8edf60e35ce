import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findReceipt, getMemberBalances, verifyLedger } from '#modules/ledger/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { matchSuspense } from '#modules/treasury/commands/match-suspense.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listUnmatchedPayments } from '../queries/unmatched-payments.ts'
import { followChain, getUnmatchedId, payOnChain, payTwice } from '../testing.ts'
import { quoteDeposit } from './quote-deposit.ts'
import { receiveUnmatched } from './receive-unmatched.ts'

let testApp: TestApp
let app: TestApp['app']
let ines: Admin
let maya: Member
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  app = testApp.app
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  maya = (await createTestMember(app)).member
  plan = await createPublishedPlan(app)
})
afterAll(async () => {
  expect(await verifyLedger(app.db)).toEqual([])
  await testApp.close()
})

test('a second payment is posted to suspense once, with its transaction, and matched to its member', async () => {
  const { deposit, txid, paymentId } = await payTwice(app, ines, maya, plan.id)

  const receipt = await receiveUnmatched(app, ines, { paymentId })
  expect(await findReceipt(app.db, receipt)).toMatchObject({
    reference: txid,
    amount: deposit.coinAmount,
  })
  await expect(receiveUnmatched(app, ines, { paymentId })).rejects.toMatchObject({ status: 404 })

  const { cash } = await getMemberBalances(app.db, maya.id)
  await matchSuspense(app, ines, { receipt, memberId: maya.id, reason: 'Paid twice.' })
  expect((await getMemberBalances(app.db, maya.id)).cash).toBeGreaterThan(cash)
})

test('a payment with too few confirmations is not posted to suspense', async () => {
  const terms = { planId: plan.id, amount: '1100', method: 'BITCOIN' }
  const deposit = await quoteDeposit(app, maya, terms)
  const txid = await payOnChain(app, deposit, { units: 12_345n, blocks: 1 })
  const paymentId = await getUnmatchedId(app, txid)

  await expect(receiveUnmatched(app, ines, { paymentId })).rejects.toMatchObject({
    code: 'not_confirmed_yet',
  })
})

test('a payment that the chain no longer shows is not posted to suspense', async () => {
  const terms = { planId: plan.id, amount: '1200', method: 'BITCOIN' }
  const deposit = await quoteDeposit(app, maya, terms)
  const txid = await payOnChain(app, deposit, { units: 23_456n })
  const paymentId = await getUnmatchedId(app, txid)
  await simulateDrop(app, 'bitcoin', txid)
  await followChain(app, deposit)

  await expect(receiveUnmatched(app, ines, { paymentId })).rejects.toMatchObject({
    code: 'payment_gone',
  })
  expect(await listUnmatchedPayments(app.db)).not.toContainEqual(expect.objectContaining({ txid }))
})

test('a role that may not record suspense posts nothing', async () => {
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { paymentId } = await payTwice(app, ines, maya, plan.id)
  await expect(receiveUnmatched(app, admin, { paymentId })).rejects.toMatchObject({
    code: 'role_missing',
  })
})
