import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { findReceipt, getBalance, listEntries } from '#modules/ledger/queries.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { proposeCapitalContribution } from '#modules/treasury/commands/propose-capital-contribution.ts'
import { approveMovement } from '#modules/treasury/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { parseIncome } from '../model.ts'
import { listPlanFigures, listPlanIncome } from '../queries.ts'
import { approveResult, buildIncomeInput, createPublishedPlan, createStaff } from '../testing.ts'
import { type ProposeIncome, proposeIncome } from './propose-income.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
let planId: string
let payments = 0
let txid: string
beforeAll(async () => {
  testApp = await createTestApp()
  planId = (await createPublishedPlan(testApp.app)).planId
})
afterAll(() => testApp.close())
beforeEach(() => {
  txid = String(++payments).padStart(64, 'c')
})

const proposeTestIncome = async (rest: Partial<ProposeIncome> = {}, admin = ines) =>
  await proposeIncome(testApp.app, admin, await buildIncomeInput(testApp.app, planId, rest))
const income = () => getBalance(testApp.app.db, toPlanIncomeAccountCode(planId))
const countStoredFiles = () => {
  const folder = join(testApp.app.config.DATA_DIR, 'files', 'evidence')
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const listEnqueuedPlans = async () =>
  (
    await sql<{ planId: string }>`
      select data ->> 'planId' as "planId" from pgboss.job where name = 'plans-distribute'`.execute(
      testApp.app.db,
    )
  ).rows.map((job) => job.planId)

test('dollars that came by bank are income once another admin agrees, and are then shared out', async () => {
  const before = await income()
  const proposal = await proposeTestIncome({ amount: '1234.56', bankReference: 'Rent 7' })
  expect(proposal).toMatchObject({
    permission: 'income.record',
    content: {
      planId,
      plan: 'BASIC (crypto)',
      cents: '123456',
      observedAs: 'bank RENT 7',
      source: 'Rent of the quarter.',
    },
  })

  expect(await income()).toBe(before)
  expect(await listEnqueuedPlans()).toEqual([])

  await approveResult(testApp.app, ruth, proposal)
  expect((await income()) - before).toBe(123_456n)
  expect(await listEnqueuedPlans()).toEqual([planId])

  const { id } = parseIncome(proposal.content)
  const [line] = await listPlanIncome(testApp.app.db, planId)
  expect(line).toMatchObject({
    id,
    cents: 123_456n,
    used: 0n,
    unused: 123_456n,
    approval: proposal.id,
  })

  const [row] = await listEntries(testApp.app.db, { reference: id })
  expect(row).toMatchObject({
    transferType: 'income_recorded',
    approval: proposal.id,
    receipt: line?.receipt,
  })

  expect((await listAuditEvents(testApp.app.db, { subjectId: id }))[0]).toMatchObject({
    action: 'income.recorded',
    actor: { id: ruth.id },
    details: { evidenceSha256: line?.evidenceSha256 },
  })

  expect((await checkIntegrity(testApp.app, { whole: true }))?.problems).toEqual([])
})

test('coin counts in dollars at the price it was proposed at', async () => {
  const { rate } = await testApp.app.prices.price('BTC')
  const before = await income()
  const proposal = await proposeTestIncome({ currency: 'BTC', amount: '0.25', txid })

  testApp.app.clock.advance(3_600_000)
  await approveResult(testApp.app, ruth, proposal)

  expect((await income()) - before).toBe(computeCoinValue(25_000_000n, rate, 'BTC'))

  const rows = await listEntries(testApp.app.db, { reference: parseIncome(proposal.content).id })
  expect(rows.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['exchange:USD', toPlanIncomeAccountCode(planId)],
    ['custody:hot:BTC', 'exchange:BTC'],
  ])
  expect((await checkIntegrity(testApp.app, { whole: true }))?.problems).toEqual([])
})

test('without a receipt the sandbox simulates one; live asks for a real one', async () => {
  const proposal = await proposeTestIncome()
  const { id } = parseIncome(proposal.content)
  expect(proposal.content).toMatchObject({ observedAs: `simulated ${id}` })

  const live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } as const }
  const unnamed = await buildIncomeInput(testApp.app, planId)
  await expect(proposeIncome(live, ines, unnamed)).rejects.toMatchObject({ code: 'receipt_needed' })
})

test('the receipt of a deposit is never income, whether used before or meanwhile', async () => {
  const { member } = await createTestMember(testApp.app)
  const { id: version } = await createPublishedPlan(testApp.app)
  const payDeposit = async (amount: string) => {
    const { id } = await createPendingDeposit(testApp.app, member, { planId: version, amount })
    await confirmDeposit(testApp.app, ines, { depositId: id, txid, received: amount })
  }
  const usdt = { currency: 'USDT', amount: '2000', txid } as const

  await payDeposit('2000')
  await expect(proposeTestIncome(usdt)).rejects.toMatchObject({
    code: 'receipt_used',
    status: 409,
    field: 'txid',
  })

  await expect(proposeTestIncome({ ...usdt, amount: '1999' })).rejects.toMatchObject({
    code: 'receipt_conflict',
  })

  txid = txid.replace('c', 'd')

  const proposal = await proposeTestIncome({ ...usdt, txid })
  await payDeposit('2000')

  const before = await income()
  await expect(approveResult(testApp.app, ruth, proposal)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await income()).toBe(before)
  expect(
    (await listPlanIncome(testApp.app.db, planId)).map(({ approval }) => approval),
  ).not.toContain(proposal.id)
})

test('a receipt proposed as income twice and as capital too is recorded once', async () => {
  const coin = { currency: 'BTC', amount: '0.5', txid } as const
  const [proposal, again] = [await proposeTestIncome(coin), await proposeTestIncome(coin, ruth)]
  const capital = await proposeCapitalContribution(testApp.app, ruth, {
    ...coin,
    reason: 'It is ours.',
  })

  expect(await findReceipt(testApp.app.db, String(proposal.content.receipt))).toBeNull()

  await approveResult(testApp.app, ruth, proposal)
  expect(
    (await findReceipt(testApp.app.db, String(proposal.content.receipt)))?.consumedBy,
  ).not.toBeNull()
  await expect(approveResult(testApp.app, ines, again)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  await expect(approveMovement(testApp.app, ines, capital)).rejects.toMatchObject({
    code: 'receipt_used',
  })
})

test('who proposed never approves', async () => {
  await expect(approveResult(testApp.app, ines, await proposeTestIncome())).rejects.toMatchObject({
    code: 'second_admin',
  })
})

test('each wrong entry is named by its field, and no proposal, receipt or file stays', async () => {
  const today = testApp.app.clock.today()
  const text = new TextEncoder().encode('A letter that is no picture.')
  const wrong: [Partial<ProposeIncome>, string, string][] = [
    [{ evidence: new Uint8Array() }, 'file_empty', 'evidence'],
    [{ evidence: text }, 'file_type', 'evidence'],
    [{ periodFrom: '' }, 'invalid_period', 'period_from'],
    [{ periodFrom: '2026-02-30' }, 'invalid_period', 'period_from'],
    [{ periodTo: 'yesterday' }, 'invalid_period', 'period_to'],
    [{ periodTo: addDays(today, 1) }, 'invalid_period', 'period_to'],
    [{ periodFrom: today, periodTo: addDays(today, -1) }, 'invalid_period', 'period_to'],
    [{ source: ' ' }, 'source_needed', 'source'],
    [{ source: 'x'.repeat(501) }, 'source_needed', 'source'],
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ amount: '1.001' }, 'invalid_amount', 'amount'],
    [{ place: 'cellar' }, 'unknown_place', 'place'],
    [{ txid }, 'wrong_way', 'txid'],
  ]

  const storedFileCount = countStoredFiles()

  for (const [rest, code, field] of wrong)
    await expect(proposeTestIncome(rest), JSON.stringify(rest)).rejects.toMatchObject({
      code,
      field,
    })

  const { evidence: _, ...without } = await buildIncomeInput(testApp.app, planId)
  await expect(proposeIncome(testApp.app, ines, without)).rejects.toMatchObject({
    code: 'evidence_needed',
    status: 400,
    field: 'evidence',
    message: 'Please attach the evidence.',
  })

  const all = { ...without, amount: '0', place: 'cellar', periodFrom: '', periodTo: '', source: '' }
  await expect(proposeIncome(testApp.app, ines, all)).rejects.toMatchObject({
    errors: ['amount', 'place', 'period_from', 'period_to', 'source', 'evidence'].map((field) => ({
      field,
    })),
  })

  expect(countStoredFiles()).toBe(storedFileCount)
  await expect(proposeTestIncome({ planId: 'pln_none' })).rejects.toMatchObject({
    code: 'not_found',
  })
  for (const input of [{}, { source: '' }])
    await expect(proposeTestIncome(input, createStaff('mo', 'support'))).rejects.toMatchObject({
      code: 'role_missing',
    })
})

test('the figures of a plan say what was recorded and is still there, by month', async () => {
  const { planId: other } = await createPublishedPlan(testApp.app, { name: 'FIGURES' })
  const record = async (amount: string, day: string) => {
    const input = await buildIncomeInput(testApp.app, other, {
      amount,
      periodFrom: day,
      periodTo: day,
    })
    await approveResult(testApp.app, ruth, await proposeIncome(testApp.app, ines, input))
  }
  await record('10', '2026-09-30')
  await record('20', '2026-10-01')
  await record('30', '2026-10-31')

  const [figures] = await listPlanFigures(testApp.app.db, other)
  expect(figures).toMatchObject({
    recorded: 6_000n,
    used: 0n,
    unused: 6_000n,
    lost: 0n,
    paid: 0n,
    owed: 0n,
  })

  expect(figures?.months).toEqual([
    { month: '2026-09', income: 1_000n, loss: 0n, capital: 0n, rateBps: null },
    { month: '2026-10', income: 5_000n, loss: 0n, capital: 0n, rateBps: null },
  ])

  const all = await listPlanFigures(testApp.app.db)
  expect(all.map((plan) => plan.planId).sort()).toEqual([planId, other].sort())
})
