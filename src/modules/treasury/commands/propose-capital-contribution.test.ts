import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { decide } from '#modules/approvals/steps/decide.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { findReceipt, getBalances, listEntries, listReceipts } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { approveMovement, listCoinAccounts } from '../testing.ts'
import {
  type CapitalContribution,
  proposeCapitalContribution,
} from './propose-capital-contribution.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let payments = 0
let txid: string
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => {
  txid = String(++payments).padStart(64, 'a')
})

const bitcoin = (rest: Partial<CapitalContribution> = {}): CapitalContribution => ({
  currency: 'BTC',
  amount: '0.5',
  txid,
  reason: 'The founders’ second tranche, agreement of May.',
  ...rest,
})
const proposeContribution = (input: CapitalContribution, admin = ines) =>
  proposeCapitalContribution(testApp.app, admin, input)
const equity = async () => (await getBalances(testApp.app.db, ['equity']))[0] ?? 0n

test('approved coin becomes equity at the price of the proposal', async () => {
  const { rate } = await testApp.app.prices.price('BTC')
  const begun = await proposeContribution(bitcoin())
  expect(begun.proposal).toMatchObject({
    permission: 'capital.record',
    content: {
      kind: 'capital_paid_in',
      currency: 'BTC',
      units: '50000000',
      place: 'hot',
      rate: String(rate),
      cents: String(computeCoinValue(50_000_000n, rate, 'BTC')),
      observedAs: `BTC ${txid}:0`,
    },
  })

  expect(await equity()).toBe(0n)

  testApp.app.clock.advance(3_600_000)
  await approveMovement(testApp.app, ruth, begun)

  const cents = computeCoinValue(50_000_000n, rate, 'BTC')
  expect(await equity()).toBe(cents)
  expect(await getBalances(testApp.app.db, listCoinAccounts('BTC'))).toEqual([
    -50_000_000n,
    50_000_000n,
    -cents,
  ])

  const rows = await listEntries(testApp.app.db, { reference: begun.id })
  expect(rows.map(({ approval, actor }) => [approval, actor])).toEqual(
    Array.from({ length: 2 }, () => [begun.id, ruth.id]),
  )

  const [event] = await listAuditEvents(testApp.app.db, { action: 'capital' })
  expect(event).toMatchObject({
    action: 'capital.paid-in',
    actor: { id: ruth.id },
    details: { observedAs: `BTC ${txid}:0` },
  })
})

test('dollars by bank are posted without conversion', async () => {
  const before = await equity()
  const { txid: _, ...rest } = bitcoin({
    currency: 'USD',
    amount: '25000.50',
    bankReference: ' Sepa  77 ',
  })

  const begun = await proposeContribution(rest)
  expect(begun.proposal?.content).toMatchObject({
    rate: null,
    place: 'bank',
    observedAs: 'bank SEPA 77',
  })

  await approveMovement(testApp.app, ruth, begun)
  expect((await equity()) - before).toBe(2_500_050n)
})

test('the sandbox simulates a missing receipt; live requires a real one', async () => {
  const { txid: _, ...unnamed } = bitcoin()
  const begun = await proposeContribution(unnamed)
  expect(begun.proposal?.content).toMatchObject({ observedAs: `simulated ${begun.id}` })

  const live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } as const }
  await expect(proposeCapitalContribution(live, ines, unnamed)).rejects.toMatchObject({
    code: 'receipt_needed',
    field: 'txid',
  })

  await approveMovement(testApp.app, ruth, begun)
})

test('the coin of a deposit is never capital, in any spelling of its transaction id', async () => {
  const { member } = await createTestMember(testApp.app)
  const plan = await createPublishedPlan(testApp.app)
  const { id } = await createPendingDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '2000',
  })

  await confirmDeposit(testApp.app, ines, { depositId: id, txid: `0x${txid}`, received: '2000' })

  const again = bitcoin({ currency: 'USDT', amount: '2000', txid: `0X${txid.toUpperCase()}` })
  await expect(proposeContribution(again)).rejects.toMatchObject({
    code: 'receipt_used',
    status: 409,
    field: 'txid',
  })

  await expect(proposeContribution({ ...again, amount: '1999' })).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
})

test('a proposal fails if a deposit uses its coin first', async () => {
  const begun = await proposeContribution(bitcoin({ currency: 'USDT', amount: '3000' }))
  const { member } = await createTestMember(testApp.app)
  const plan = await createPublishedPlan(testApp.app)
  const { id } = await createPendingDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '3000',
  })

  await confirmDeposit(testApp.app, ines, { depositId: id, txid, received: '3000' })

  const before = await equity()
  await expect(approveMovement(testApp.app, ruth, begun)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await equity()).toBe(before)
})

test('a rejected proposal does not lock its payment', async () => {
  const { proposal } = await proposeContribution(bitcoin({ amount: '1.5' }))
  await runInTransaction(testApp.app.db, (tx) =>
    decide(tx, testApp.app, ruth, proposal as Proposal, {
      approve: false,
      contentHash: proposal?.contentHash ?? '',
      reason: 'It is 15.',
    }),
  )

  const before = await equity()
  await approveMovement(testApp.app, ruth, await proposeContribution(bitcoin({ amount: '15' })))

  expect(await equity()).toBeGreaterThan(before)
})

test('a proposal records no receipt: a deposit of the same coin can be confirmed', async () => {
  const begun = await proposeContribution(bitcoin({ currency: 'USDT', amount: '1' }))
  expect(
    await listReceipts(testApp.app.db, { of: { source: 'USDT', reference: txid, outputIndex: 0 } }),
  ).toEqual([])

  const { member } = await createTestMember(testApp.app)
  const plan = await createPublishedPlan(testApp.app)
  const { id } = await createPendingDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '4000',
  })

  await confirmDeposit(testApp.app, ines, { depositId: id, txid, received: '4000' })

  const before = await equity()
  await expect(approveMovement(testApp.app, ruth, begun)).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
  expect(await equity()).toBe(before)
})

test('two admins may propose the same coin at once, and one proposal is posted', async () => {
  const [one, other] = [
    await proposeContribution(bitcoin()),
    await proposeContribution(bitcoin(), ruth),
  ]
  const mo = createStaff('mo', 'finance')
  const both = await Promise.allSettled([
    approveMovement(testApp.app, mo, one),
    approveMovement(testApp.app, mo, other),
  ])
  const [refused] = both.filter((each) => each.status === 'rejected')

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({ code: 'receipt_used', status: 409, field: 'txid' })
})

test('the receipt has the approved id, the observing admin and the observation time', async () => {
  const observedAt = testApp.app.clock.now()
  const begun = await proposeContribution(bitcoin())
  const receipt = begun.movement.kind === 'capital_paid_in' ? begun.movement.receipt : ''

  expect(begun.proposal).toMatchObject({
    subjectId: receipt,
    content: { receipt, reference: txid },
  })

  testApp.app.clock.advance(3_600_000)
  await approveMovement(testApp.app, ruth, begun)

  expect(await findReceipt(testApp.app.db, receipt)).toMatchObject({
    source: 'BTC',
    reference: txid,
    amount: 50_000_000n,
    recordedBy: ines.id,
    arrivedAt: observedAt,
    consumedBy: expect.any(String),
  })
})

test('the proposer cannot approve', async () => {
  const begun = await proposeContribution(bitcoin())
  await expect(approveMovement(testApp.app, ines, begun)).rejects.toMatchObject({
    code: 'second_admin',
  })
  const receipt = begun.movement.kind === 'capital_paid_in' ? begun.movement.receipt : ''
  expect(await findReceipt(testApp.app.db, receipt)).toBeNull()
})

test('each error names its field, and nothing is proposed', async () => {
  const wrong: [Partial<CapitalContribution>, string, string][] = [
    [{ amount: '' }, 'invalid_amount', 'amount'],
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ amount: '-1' }, 'invalid_amount', 'amount'],
    [{ amount: '0.123456789' }, 'invalid_amount', 'amount'],
    [{ amount: '900000000000' }, 'invalid_amount', 'amount'],
    [{ currency: 'USDT', amount: '0.000001' }, 'invalid_amount', 'amount'],
    [{ reason: ' ' }, 'reason_needed', 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason_needed', 'reason'],
    [{ place: 'Cold wallet' }, 'invalid_place', 'place'],
    [{ place: 'cold' }, 'unknown_place', 'place'],
    [{ txid: '<script>' }, 'invalid_txid', 'txid'],
    [{ txid: 'prp_0123456789abcdefghjk' }, 'own_reference', 'txid'],
    [{ bankReference: 'SEPA 1' }, 'two_ways', 'bankReference'],
    [{ txid: '', bankReference: 'SEPA 1' }, 'wrong_way', 'bankReference'],
    [{ currency: 'USD', amount: '5' }, 'wrong_way', 'txid'],
    [{ currency: 'ETH', outputIndex: 1 }, 'invalid_output', 'outputIndex'],
  ]

  for (const [rest, code, field] of wrong)
    await expect(proposeContribution(bitcoin(rest)), JSON.stringify(rest)).rejects.toMatchObject({
      code,
      field,
    })
})

test('a missing permission and a missing price are rejected', async () => {
  await expect(proposeContribution(bitcoin(), createStaff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })

  const prices = { ...testApp.app.prices, price: () => Promise.reject(new Error('down')) }
  await expect(
    proposeCapitalContribution({ ...testApp.app, prices }, ines, bitcoin()),
  ).rejects.toMatchObject({
    code: 'price_unavailable',
    status: 503,
  })
})
