import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { getBalance, listEntries } from '#modules/ledger/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { describeProblems } from '../../../../tests/support/ledger-load.ts'
import { findTampered } from '../../../../tests/support/tampering.ts'
import type { Income } from '../model.ts'
import { listPlanFigures, listPlanIncome } from '../queries.ts'
import { createApprovedIncome, createPublishedPlan } from '../testing.ts'
import type { ProposeIncome } from './propose-income.ts'
import { proposeIncomeReversal } from './propose-income-reversal.ts'
import { settleDays } from './settle-days.ts'

const REASON = 'It was the rent of another building.'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let planId: string
let payments = 0

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  planId = (await createPublishedPlan(testApp.app)).planId
})
afterAll(async () => {
  expect(await describeProblems(testApp.database)).toBe('')
  expect(await checkIntegrity(testApp.app)).toMatchObject({ problems: [] })
  await testApp.close()
})

const record = (rest: Partial<ProposeIncome> = {}, plan = planId): Promise<Income> =>
  createApprovedIncome(testApp.app, plan, { bankReference: `Rent ${++payments}`, ...rest })
const coin = () =>
  record({
    currency: 'BTC',
    amount: '0.02',
    bankReference: '',
    txid: String(++payments).padStart(64, 'd'),
  })
const propose = (incomeId: string, by = ines, reason = REASON) =>
  proposeIncomeReversal(testApp.app, by, { incomeId, reason })
const approve = ({ id, contentHash }: Proposal, by = ruth) =>
  decideProposal(testApp.app, by, { id, approve: true, contentHash })
const balance = () => getBalance(testApp.app.db, toPlanIncomeAccountCode(planId))
const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test.each([
  ['dollars', () => record()],
  ['coin', coin],
])('an income in %s is reversed by two admins, and no figure counts it', async (_, create) => {
  const before = await balance()
  const { id, planId: plan } = await create()
  const [recorded] = await listPlanFigures(testApp.app.db, plan)

  const proposal = await propose(id)
  await expect(propose(id)).rejects.toMatchObject({ code: 'already_proposed' })
  await expect(approve(proposal, ines)).rejects.toMatchObject({ code: 'second_admin' })
  await approve(proposal)

  expect(await balance()).toBe(before)
  const lines = await listPlanIncome(testApp.app.db, plan)
  expect(lines.find((line) => line.id === id)).toMatchObject({
    reversalReason: REASON,
    reversedBy: ruth.label,
    unused: 0n,
  })
  const [figures] = await listPlanFigures(testApp.app.db, plan)
  expect(figures?.recorded).toBeLessThan(recorded?.recorded ?? 0n)
  expect(figures?.unused).toBe(before)

  const entries = await listEntries(testApp.app.db, { reference: id })
  const undone = entries.filter(({ transferType }) => transferType === 'income_reversed')
  expect(undone).toHaveLength(entries.length / 2)
  expect(undone.every(({ reason }) => reason === REASON)).toBe(true)
  const events = await listAuditEvents(testApp.app.db, { subjectId: id })
  expect(events.map(({ action }) => action)).toContain('income.reversed')

  await expect(propose(id)).rejects.toMatchObject({ code: 'already_reversed' })
})

test('a reason and a money role are needed', async () => {
  const { id } = await record()
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })

  await expect(propose(id, ines, ' ')).rejects.toMatchObject({ code: 'reason_needed' })
  await expect(propose(id, support)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(propose('inc_none')).rejects.toMatchObject({ code: 'not_found' })
})

test('a reversed income’s payment is recorded once more for the right plan, and not twice', async () => {
  const other = (await createPublishedPlan(testApp.app, { name: createId('pln').slice(0, 20) }))
    .planId
  const payment = { bankReference: 'Rent of the other building' }
  const wrong = await record(payment)
  await expect(record(payment, other)).rejects.toMatchObject({ code: 'receipt_used' })

  await approve(await propose(wrong.id))
  const right = await record(payment, other)

  expect(right.receipt).not.toBe(wrong.receipt)
  await expect(record(payment, other)).rejects.toMatchObject({ code: 'receipt_used' })
})

test('income that paid members is not reversed, nor is what is approved too late', async () => {
  const short = await createPublishedPlan(testApp.app, {
    name: createId('pln').slice(0, 20),
    termDays: 1,
  })
  const { member } = await createTestMember(testApp.app)
  await createCompletedDeposit(testApp.app, member, ines, { planId: short.id, amount: '1500' })
  const { id } = await record({}, short.planId)
  const late = await propose(id)

  testApp.app.clock.setOffsetDays(testApp.app.clock.offsetDays() + 1)
  await settleDays(testApp.app)

  await expect(propose(id)).rejects.toMatchObject({ code: 'income_used' })
  await expect(approve(late)).rejects.toMatchObject({ code: 'income_used' })
})

test('the database reverses income only with its approval, once, and never income that was used', async () => {
  const { id } = await record()
  const reverse = (approval: string) =>
    sql(
      `update plan_income set reversed_at = recorded_at, reversed_by = 'x', reversal_reason = $3,
        reversal_approval_id = $2 where id = $1`,
      [id, approval, REASON],
    )
  const proposal = await propose(id)

  await expect(reverse(proposal.id)).rejects.toThrow('reversed by two admins')
  await approve(proposal)
  await expect(sql('update plan_income set used_cents = 1 where id = $1', [id])).rejects.toThrow(
    'does not change',
  )
  await expect(
    sql('update plan_income set reversed_at = null where id = $1', [id]),
  ).rejects.toThrow('does not change')
})

test('the checks notice a forged reversal of income, and one that differs from its approval', async () => {
  const stands = await record()
  const reversed = await record()
  await approve(await propose(reversed.id))

  const tampered = [
    `insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount,
        debit_balance, credit_balance, effective_date, reference, actor, reason, approval)
        select gen_random_uuid(), j.transfer_type, j.debit, j.credit, j.amount, 0, null,
          j.effective_date, '${stands.id}', j.actor, j.reason, j.approval from ledger.journal j
        where j.reference = '${reversed.id}' and j.transfer_type = 'income_reversed'`,
    `update plan_income set reversal_reason = 'x' where id = '${reversed.id}'`,
    `update plan_income set reversed_at = null, reversed_by = null, reversal_reason = null,
        reversal_approval_id = null where id = '${reversed.id}'`,
    `update plan_income set reversed_at = recorded_at, reversed_by = 'x', reversal_reason = 'x',
        reversal_approval_id = 'x' where id = '${stands.id}'`,
  ]

  for (const tampering of tampered)
    expect(
      await findTampered(testApp.database, tampering, 'check_results(0)'),
      tampering,
    ).not.toEqual([])
})
