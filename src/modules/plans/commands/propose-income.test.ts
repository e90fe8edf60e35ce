import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { listActs } from '#modules/audit/queries.ts'
import { checkBooks } from '#modules/books/commands/check-books.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { pendingDeposit } from '#modules/deposits/testing.ts'
import { aMember } from '#modules/identity/testing.ts'
import { planIncome } from '#modules/ledger/model.ts'
import { balanceOf, findReceipt, listEntries } from '#modules/ledger/queries.ts'
import { centsFor } from '#modules/market/model.ts'
import { proposeCapitalIn } from '#modules/treasury/commands/propose-capital-in.ts'
import { agreed } from '#modules/treasury/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { incomeOf } from '../model.ts'
import { listIncomeOf, listWorstMonths, planFigures } from '../queries.ts'
import { agreedResult, incomeInput, publishedPlan, staff } from '../testing.ts'
import { type ProposeIncome, proposeIncome } from './propose-income.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
let planId: string
let payments = 0
let txid: string
beforeAll(async () => {
  house = await testApp()
  planId = (await publishedPlan(house.app)).planId
})
afterAll(() => house.close())
beforeEach(() => {
  txid = String(++payments).padStart(64, 'c')
})

const asked = async (rest: Partial<ProposeIncome> = {}, admin = ines) =>
  await proposeIncome(house.app, admin, await incomeInput(house.app, planId, rest))
const income = () => balanceOf(house.app.db, planIncome(planId))
const filesKept = () => {
  const folder = join(house.app.config.DATA_DIR, 'files', 'evidence')
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const enqueued = async () =>
  (
    await sql<{ planId: string }>`
      select data ->> 'planId' as "planId" from pgboss.job where name = 'plans-distribute'`.execute(
      house.app.db,
    )
  ).rows.map((job) => job.planId)

test('dollars that came in by bank are income of the plan once another admin agrees, and are shared out then', async () => {
  const before = await income()
  const proposal = await asked({ amount: '1234.56', bankReference: 'Rent 7' })
  expect(proposal).toMatchObject({
    act: 'income.record',
    content: {
      planId,
      plan: 'BASIC',
      cents: '123456',
      seenAs: 'bank RENT 7',
      source: 'Rent of the quarter.',
    },
  })

  expect(await income()).toBe(before)
  expect(await enqueued()).toEqual([])

  await agreedResult(house.app, ruth, proposal)
  expect((await income()) - before).toBe(123_456n)
  expect(await enqueued()).toEqual([planId])

  const { id } = incomeOf(proposal.content)
  const [line] = await listIncomeOf(house.app.db, planId)
  expect(line).toMatchObject({
    id,
    cents: 123_456n,
    used: 0n,
    unused: 123_456n,
    approval: proposal.id,
  })

  const [row] = await listEntries(house.app.db, { reference: id })
  expect(row).toMatchObject({
    kind: 'income_recorded',
    approval: proposal.id,
    receipt: line?.receipt,
  })

  expect((await listActs(house.app.db, { subjectId: id }))[0]).toMatchObject({
    action: 'income.recorded',
    actor: { id: ruth.id },
    details: { evidenceSha256: line?.evidenceSha256 },
  })

  expect((await checkBooks(house.app, { whole: true }))?.problems).toEqual([])
})

test('coin counts in dollars at the price it was proposed at', async () => {
  const { rate } = await house.app.prices.price('BTC')
  const before = await income()
  const proposal = await asked({ currency: 'BTC', amount: '0.25', txid })

  house.app.clock.advance(3_600_000)
  await agreedResult(house.app, ruth, proposal)

  expect((await income()) - before).toBe(centsFor(25_000_000n, rate, 'BTC'))

  const rows = await listEntries(house.app.db, { reference: incomeOf(proposal.content).id })
  expect(rows.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['exchange:USD', planIncome(planId)],
    ['custody:hot:BTC', 'exchange:BTC'],
  ])
  expect((await checkBooks(house.app, { whole: true }))?.problems).toEqual([])
})

test('in the sandbox naming nothing means a simulated receipt; live asks for a real one', async () => {
  const proposal = await asked()
  const { id } = incomeOf(proposal.content)
  expect(proposal.content).toMatchObject({ seenAs: `simulated ${id}` })

  const live = { ...house.app, config: { ...house.app.config, MODE: 'live' } as const }
  const unnamed = await incomeInput(house.app, planId)
  await expect(proposeIncome(live, ines, unnamed)).rejects.toMatchObject({ code: 'receipt_needed' })
})

test('the receipt of a deposit is never income, neither when it was used before nor when it is meanwhile', async () => {
  const { member } = await aMember(house.app)
  const { id: version } = await publishedPlan(house.app)
  const paid = async (amount: string) => {
    const { id } = await pendingDeposit(house.app, member, { planId: version, amount })
    await confirmDeposit(house.app, ines, { depositId: id, txid, received: amount })
  }
  const usdt = { currency: 'USDT', amount: '2000', txid } as const

  await paid('2000')
  await expect(asked(usdt)).rejects.toMatchObject({
    code: 'receipt_used',
    status: 409,
    field: 'txid',
  })

  await expect(asked({ ...usdt, amount: '1999' })).rejects.toMatchObject({
    code: 'receipt_conflict',
  })

  txid = txid.replace('c', 'd')

  const proposal = await asked({ ...usdt, txid })
  await paid('2000')

  const before = await income()
  await expect(agreedResult(house.app, ruth, proposal)).rejects.toMatchObject({
    code: 'receipt_used',
  })
  expect(await income()).toBe(before)
  expect((await listIncomeOf(house.app.db, planId)).map(({ approval }) => approval)).not.toContain(
    proposal.id,
  )
})

test('what arrived is one thing only: proposed as income twice and as capital too, it is recorded once', async () => {
  const coin = { currency: 'BTC', amount: '0.5', txid } as const
  const [proposal, again] = [await asked(coin), await asked(coin, ruth)]
  const capital = await proposeCapitalIn(house.app, ruth, { ...coin, reason: 'It is ours.' })

  expect(await findReceipt(house.app.db, String(proposal.content.receipt))).toBeNull()

  await agreedResult(house.app, ruth, proposal)
  expect(
    (await findReceipt(house.app.db, String(proposal.content.receipt)))?.consumedBy,
  ).not.toBeNull()
  await expect(agreedResult(house.app, ines, again)).rejects.toMatchObject({ code: 'receipt_used' })
  await expect(agreed(house.app, ines, capital)).rejects.toMatchObject({ code: 'receipt_used' })
})

test('who proposed never approves', async () => {
  await expect(agreedResult(house.app, ines, await asked())).rejects.toMatchObject({
    code: 'second_admin',
  })
})

test('each wrong word is named by its field, and neither proposal, receipt nor file stays', async () => {
  const today = house.app.clock.today()
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

  const kept = filesKept()

  for (const [rest, code, field] of wrong)
    await expect(asked(rest), JSON.stringify(rest)).rejects.toMatchObject({ code, field })

  const { evidence: _, ...without } = await incomeInput(house.app, planId)
  await expect(proposeIncome(house.app, ines, without)).rejects.toMatchObject({
    code: 'evidence_needed',
    status: 400,
    field: 'evidence',
    message: 'Please attach the evidence.',
  })

  const all = { ...without, amount: '0', place: 'cellar', periodFrom: '', periodTo: '', source: '' }
  await expect(proposeIncome(house.app, ines, all)).rejects.toMatchObject({
    errors: ['amount', 'place', 'period_from', 'period_to', 'source', 'evidence'].map((field) => ({
      field,
    })),
  })

  expect(filesKept()).toBe(kept)
  await expect(asked({ planId: 'pln_none' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(asked({}, staff('mo', 'support'))).rejects.toMatchObject({ code: 'role_missing' })
})

test('the figures of a plan say what was recorded and is still there, by month', async () => {
  const { planId: other } = await publishedPlan(house.app, { name: 'FIGURES' })
  const record = async (amount: string, day: string) => {
    const input = await incomeInput(house.app, other, { amount, periodFrom: day, periodTo: day })
    await agreedResult(house.app, ruth, await proposeIncome(house.app, ines, input))
  }
  await record('10', '2026-09-30')
  await record('20', '2026-10-01')
  await record('30', '2026-10-31')

  const [figures] = await planFigures(house.app.db, other)
  expect(figures).toMatchObject({
    recorded: 6_000n,
    used: 0n,
    unused: 6_000n,
    lost: 0n,
    paid: 0n,
    owed: 0n,
  })

  expect(figures?.months).toEqual([
    { month: '2026-09', income: 1_000n, loss: 0n },
    { month: '2026-10', income: 5_000n, loss: 0n },
  ])
  expect((await listWorstMonths(house.app.db)).get(other)).toEqual(figures?.months[0])

  const all = await planFigures(house.app.db)
  expect(all.map((plan) => plan.planId).sort()).toEqual([planId, other].sort())
})
