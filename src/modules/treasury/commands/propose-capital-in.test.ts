import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decide } from '#modules/approvals/acts/decide.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listActs } from '#modules/audit/queries.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { pendingDeposit } from '#modules/deposits/testing.ts'
import { aMember } from '#modules/identity/testing.ts'
import { balancesOf, findReceipt, listEntries, listReceipts } from '#modules/ledger/queries.ts'
import { centsFor } from '#modules/market/model.ts'
import { publishedPlan, staff } from '#modules/plans/testing.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { agreed, coinAccounts } from '../testing.ts'
import { type CapitalIn, proposeCapitalIn } from './propose-capital-in.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
let payments = 0
let txid: string
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())
beforeEach(() => {
  txid = String(++payments).padStart(64, 'a')
})

const bitcoin = (rest: Partial<CapitalIn> = {}): CapitalIn => ({
  currency: 'BTC',
  amount: '0.5',
  txid,
  reason: 'The founders’ second tranche, agreement of May.',
  ...rest,
})
const asked = (input: CapitalIn, admin = ines) => proposeCapitalIn(house.app, admin, input)
const equity = async () => (await balancesOf(house.app.db, ['equity']))[0] ?? 0n

test('coin that came in is the operator’s own once another admin agrees, at the price it was proposed at', async () => {
  const { rate } = await house.app.prices.price('BTC')
  const begun = await asked(bitcoin())
  expect(begun.proposal).toMatchObject({
    act: 'capital.record',
    content: {
      kind: 'capital_paid_in',
      currency: 'BTC',
      units: '50000000',
      place: 'hot',
      rate: String(rate),
      cents: String(centsFor(50_000_000n, rate, 'BTC')),
      seenAs: `BTC ${txid}:0`,
    },
  })

  expect(await equity()).toBe(0n)

  house.app.clock.advance(3_600_000)
  await agreed(house.app, ruth, begun)

  const cents = centsFor(50_000_000n, rate, 'BTC')
  expect(await equity()).toBe(cents)
  expect(await balancesOf(house.app.db, coinAccounts('BTC'))).toEqual([
    -50_000_000n,
    50_000_000n,
    -cents,
  ])

  const rows = await listEntries(house.app.db, { reference: begun.id })
  expect(rows.map(({ approval, actor }) => [approval, actor])).toEqual(
    Array.from({ length: 2 }, () => [begun.id, ruth.id]),
  )

  const [act] = await listActs(house.app.db, { action: 'capital' })
  expect(act).toMatchObject({
    action: 'capital.paid-in',
    actor: { id: ruth.id },
    details: { seenAs: `BTC ${txid}:0` },
  })
})

test('dollars by bank are counted as they are', async () => {
  const before = await equity()
  const { txid: _, ...rest } = bitcoin({
    currency: 'USD',
    amount: '25000.50',
    bankReference: ' Sepa  77 ',
  })

  const begun = await asked(rest)
  expect(begun.proposal?.content).toMatchObject({
    rate: null,
    place: 'bank',
    seenAs: 'bank SEPA 77',
  })

  await agreed(house.app, ruth, begun)
  expect((await equity()) - before).toBe(2_500_050n)
})

test('in the sandbox naming nothing means a simulated receipt; live asks for a real one', async () => {
  const { txid: _, ...unnamed } = bitcoin()
  const begun = await asked(unnamed)
  expect(begun.proposal?.content).toMatchObject({ seenAs: `simulated ${begun.id}` })

  const live = { ...house.app, config: { ...house.app.config, MODE: 'live' } as const }
  await expect(proposeCapitalIn(live, ines, unnamed)).rejects.toMatchObject({
    code: 'receipt_needed',
    field: 'txid',
  })

  await agreed(house.app, ruth, begun)
})

test('the coin of a deposit is never the operator’s capital, however its id is written', async () => {
  const { member } = await aMember(house.app)
  const plan = await publishedPlan(house.app)
  const { id } = await pendingDeposit(house.app, member, { planId: plan.id, amount: '2000' })

  await confirmDeposit(house.app, ines, { depositId: id, txid: `0x${txid}`, received: '2000' })

  const again = bitcoin({ currency: 'USDT', amount: '2000', txid: `0X${txid.toUpperCase()}` })
  await expect(asked(again)).rejects.toMatchObject({
    code: 'receipt_used',
    status: 409,
    field: 'txid',
  })

  await expect(asked({ ...again, amount: '1999' })).rejects.toMatchObject({
    code: 'receipt_conflict',
  })
})

test('a deposit that used the coin first leaves nothing to agree to', async () => {
  const begun = await asked(bitcoin({ currency: 'USDT', amount: '3000' }))
  const { member } = await aMember(house.app)
  const plan = await publishedPlan(house.app)
  const { id } = await pendingDeposit(house.app, member, { planId: plan.id, amount: '3000' })

  await confirmDeposit(house.app, ines, { depositId: id, txid, received: '3000' })

  const before = await equity()
  await expect(agreed(house.app, ruth, begun)).rejects.toMatchObject({ code: 'receipt_used' })
  expect(await equity()).toBe(before)
})

test('a slip of the pen that was turned down locks nothing', async () => {
  const { proposal } = await asked(bitcoin({ amount: '1.5' }))
  await inTransaction(house.app.db, (tx) =>
    decide(tx, house.app, ruth, proposal as Proposal, {
      approve: false,
      contentHash: proposal?.contentHash ?? '',
      reason: 'It is 15.',
    }),
  )

  const before = await equity()
  await agreed(house.app, ruth, await asked(bitcoin({ amount: '15' })))

  expect(await equity()).toBeGreaterThan(before)
})

test('what is proposed is recorded by nobody: a member’s deposit of the same coin is confirmed as ever', async () => {
  const begun = await asked(bitcoin({ currency: 'USDT', amount: '1' }))
  expect(
    await listReceipts(house.app.db, { of: { source: 'USDT', reference: txid, outputIndex: 0 } }),
  ).toEqual([])

  const { member } = await aMember(house.app)
  const plan = await publishedPlan(house.app)
  const { id } = await pendingDeposit(house.app, member, { planId: plan.id, amount: '4000' })

  await confirmDeposit(house.app, ines, { depositId: id, txid, received: '4000' })

  const before = await equity()
  await expect(agreed(house.app, ruth, begun)).rejects.toMatchObject({ code: 'receipt_conflict' })
  expect(await equity()).toBe(before)
})

test('two may propose the same coin at once, and one of them is carried out', async () => {
  const [one, other] = [await asked(bitcoin()), await asked(bitcoin(), ruth)]
  const mo = staff('mo', 'finance')
  const both = await Promise.allSettled([agreed(house.app, mo, one), agreed(house.app, mo, other)])
  const [refused] = both.filter((each) => each.status === 'rejected')

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refused?.reason).toMatchObject({ code: 'receipt_used', status: 409, field: 'txid' })
})

test('the receipt is the one that was decided on, recorded by who saw it, when it was seen', async () => {
  const seenAt = house.app.clock.now()
  const begun = await asked(bitcoin())
  const receipt = begun.movement.kind === 'capital_paid_in' ? begun.movement.receipt : ''

  expect(begun.proposal).toMatchObject({
    subjectId: receipt,
    content: { receipt, reference: txid },
  })

  house.app.clock.advance(3_600_000)
  await agreed(house.app, ruth, begun)

  expect(await findReceipt(house.app.db, receipt)).toMatchObject({
    source: 'BTC',
    reference: txid,
    amount: 50_000_000n,
    recordedBy: ines.id,
    arrivedAt: seenAt,
    consumedBy: expect.any(String),
  })
})

test('who proposed never approves', async () => {
  const begun = await asked(bitcoin())
  await expect(agreed(house.app, ines, begun)).rejects.toMatchObject({ code: 'second_admin' })
  const receipt = begun.movement.kind === 'capital_paid_in' ? begun.movement.receipt : ''
  expect(await findReceipt(house.app.db, receipt)).toBeNull()
})

test('each wrong word is named by its field, and nothing is proposed', async () => {
  const wrong: [Partial<CapitalIn>, string, string][] = [
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
    await expect(asked(bitcoin(rest)), JSON.stringify(rest)).rejects.toMatchObject({ code, field })
})

test('neither a role that may not nor a coin without a price gets anywhere', async () => {
  await expect(asked(bitcoin(), staff('mo', 'support'))).rejects.toMatchObject({
    code: 'role_missing',
  })

  const prices = { ...house.app.prices, price: () => Promise.reject(new Error('down')) }
  await expect(proposeCapitalIn({ ...house.app, prices }, ines, bitcoin())).rejects.toMatchObject({
    code: 'price_unavailable',
    status: 503,
  })
})
