import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { prepareTestLevels } from '../../../../tests/support/verified-levels.ts'
import { beginCoolingOff } from '../commands/begin-cooling-off.ts'
import { declareCategory } from '../commands/declare-category.ts'
import { submitAnswers } from '../commands/submit-answers.ts'
import { listGateRecords } from '../queries.ts'
import {
  acknowledgeTestWarning,
  buildTestAnswers,
  buildTestDeclaration,
  getSampleRules,
  publishTestRules,
  setTestLevel,
  takeTestSteps,
} from '../testing.ts'

const UK = getSampleRules('united-kingdom')

let testApp: TestApp
let owner: Admin
let ines: Admin
let planId: string

beforeAll(async () => {
  testApp = await createTestApp()
  owner = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  planId = (await createPublishedPlan(testApp.app)).id
  await prepareTestLevels(testApp.database.owner)
  await publishTestRules(testApp.app, { owner, second: ines }, UK)
})
afterAll(() => testApp.close())

const createBriton = async () =>
  (await createTestMember(testApp.app, { country: 'GB', phoneNumber: '+44 20 7946 0018' })).member

/** A member of the United Kingdom with every step done. */
async function createEligibleMember(): Promise<Member> {
  const member = await createBriton()
  await setTestLevel(testApp.app, member, 'full')
  await takeTestSteps(testApp.app, member, UK)
  testApp.app.clock.advance(24 * HOUR_MS)
  return member
}

const quote = (member: Member, amount = '1500') =>
  quoteDeposit(testApp.app, member, { planId, amount, method: 'USDT' })
const withdraw = (member: Member, amount = '100') =>
  requestWithdrawal(testApp.app, member, {
    amount,
    method: 'USDT',
    address: TEST_ADDRESS,
    source: 'balance',
  })

test('a deposit names every step that is missing', async () => {
  const member = await createBriton()

  await expect(quote(member)).rejects.toMatchObject({
    code: 'not_eligible',
    status: 403,
    errors: [
      { field: 'eligibility.level', message: expect.stringMatching(/^[^.]*\.$/) },
      { field: 'eligibility.warning' },
      { field: 'eligibility.cooling_off_start' },
      { field: 'eligibility.category' },
      { field: 'eligibility.questionnaire' },
    ],
  })
})

test('a member with every step done deposits, invests and is paid, with a record of each gate', async () => {
  const member = await createEligibleMember()
  const deposit = await createPendingDeposit(testApp.app, member, { planId, amount: '1500' })
  const confirmed = await confirmDeposit(testApp.app, ines, { depositId: deposit.id })
  expect(confirmed.positionId).not.toBeNull()

  const { id } = await withdraw(member)
  await approveWithdrawal(testApp.app, ines, { withdrawalId: id, addressReviewed: true })

  expect(await listGateRecords(testApp.app.db, member.id)).toMatchObject([
    { operation: 'deposit', subjectId: deposit.id, amount: 150_000n },
    { operation: 'invest', subjectId: confirmed.positionId, on: testApp.app.clock.today() },
    { operation: 'withdraw', subjectId: id },
    { operation: 'withdraw', subjectId: id },
  ])
})

test('money that arrives when its member is no longer eligible stays as cash', async () => {
  const member = await createEligibleMember()
  const deposit = await createPendingDeposit(testApp.app, member, { planId, amount: '1500' })
  await setTestLevel(testApp.app, member, 'none')
  const confirmed = await confirmDeposit(testApp.app, ines, { depositId: deposit.id })

  expect(confirmed).toMatchObject({ status: 'completed', positionId: null })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: confirmed.credited,
    principal: 0n,
  })
  await expect(
    investBalance(testApp.app, member, { planId, amount: '1500' }),
  ).rejects.toMatchObject({ code: 'not_eligible' })

  await setTestLevel(testApp.app, member, 'full')
  await investBalance(testApp.app, member, { planId, amount: '1000' })
})

test('what exceeds a limit stays as cash, and the limit counts earlier investments', async () => {
  const member = await createEligibleMember()
  for (const amount of ['6000', '6000']) {
    const { id } = await createPendingDeposit(testApp.app, member, { planId, amount })
    await confirmDeposit(testApp.app, ines, { depositId: id })
  }

  const { principal } = await getMemberBalances(testApp.app.db, member.id)
  expect(principal).toBeGreaterThan(590_000n)
  expect(principal).toBeLessThan(610_000n)
})

test('a withdrawal needs its level when it is requested and when it is approved', async () => {
  const member = await createEligibleMember()
  const { id: depositId } = await createPendingDeposit(testApp.app, member, {
    planId,
    amount: '1500',
  })
  await confirmDeposit(testApp.app, ines, { depositId })

  const { id } = await withdraw(member)
  await setTestLevel(testApp.app, member, 'basic')
  await expect(withdraw(member)).rejects.toMatchObject({ code: 'not_eligible' })
  await expect(
    approveWithdrawal(testApp.app, ines, { withdrawalId: id, addressReviewed: true }),
  ).rejects.toMatchObject({ code: 'member_not_eligible', status: 409 })
})

test('the database refuses a position and a payout without a passed gate, and the record of a gate that was not passed', async () => {
  const { db } = testApp.app
  const member = await createBriton()
  const { owner: sql } = testApp.database
  const gate = (operation: string, level: string) =>
    sql.query(
      `insert into gate_record (id, member_id, operation, subject_id, rule_set_id, rules_sha256,
        on_date, checked_at, amount, facts)
       select 'gat_' || substr(md5(random()::text), 1, 20), $1, $2, 'x', ${level}, repeat('0', 64),
        $3::date, $3, 1, '{}'
       from member m where m.id = $1`,
      [member.id, operation, testApp.app.clock.now()],
    )
  const inForce = 'rule_set_in_force(m.country, $3::date)'

  await expect(gate('invest', inForce)).rejects.toThrow(/not passed: level/)
  await expect(gate('refer', inForce)).rejects.toThrow(/not passed: not_offered/)
  await expect(gate('see_plans', 'null')).rejects.toThrow(/not in force/)
  await expect(
    sql.query(
      `insert into position (id, member_id, plan_version_id, plan_id, origin, at_maturity,
        principal_cents, remaining_cents, target_bps, term_days, opened_on, matures_on, status)
       select 'pos_test', $1, v.id, v.plan_id, 'balance', 'to_balance', 1, 1, 1, 1,
        $2::date, $2::date + 1, 'open'
       from plan_version v limit 1`,
      [member.id, testApp.app.clock.now()],
    ),
  ).rejects.toThrow(/needs a passed gate/)
  expect(await listGateRecords(db, member.id)).toEqual([])
})

test('the database names each step that a gate forgets, one after the other', async () => {
  const { app } = testApp
  const member = await createBriton()
  await setTestLevel(app, member, 'full')
  const insert = (amount = 1) =>
    testApp.database.owner.query(
      `insert into gate_record (id, member_id, operation, subject_id, rule_set_id, rules_sha256,
        on_date, checked_at, amount, facts)
       select 'gat_' || substr(md5(random()::text), 1, 20), $1, 'invest', 'x',
        rule_set_in_force(m.country, $2::timestamptz::date), repeat('0', 64),
        $2::timestamptz::date, $2::timestamptz, $3, '{}'
       from member m where m.id = $1`,
      [member.id, app.clock.now(), amount],
    )
  const [category] = UK.categories
  const sessionId = 'ses_test'

  await expect(insert()).rejects.toThrow(/not passed: category/)
  await declareCategory(app, member, {
    category: category?.id ?? '',
    statements: category ? buildTestDeclaration(category) : {},
    sessionId,
  })
  await expect(insert()).rejects.toThrow(/not passed: questionnaire/)
  await submitAnswers(app, member, { answers: buildTestAnswers(UK), sessionId })
  await expect(insert()).rejects.toThrow(/not passed: warning/)
  await acknowledgeTestWarning(app, member, UK)
  await expect(insert()).rejects.toThrow(/not passed: cooling_off/)
  await beginCoolingOff(app, member, { sessionId })
  app.clock.advance(24 * HOUR_MS - 1)
  await expect(insert()).rejects.toThrow(/not passed: cooling_off/)
  app.clock.advance(1)
  await expect(insert(1_000_001)).rejects.toThrow(/not passed: limit/)
  await insert(1_000_000)
})

test('the database approves no withdrawal whose gate was not passed that day', async () => {
  const member = await createEligibleMember()
  await fundMember(testApp.app, member.id, { cash: 100_000n })
  const { id } = await withdraw(member)
  testApp.app.clock.advance(24 * HOUR_MS)
  const approve = () =>
    testApp.database.owner.query(
      `update withdrawal set status = 'approved', approved_at = $2, approved_by = 'x', fee = 0,
        rate = 1, rate_source = 'x', rate_at = $2, coin_amount = 1,
        second_admin_from = 1000000
       where id = $1`,
      [id, testApp.app.clock.now()],
    )

  await expect(approve()).rejects.toThrow(/needs a passed gate/)
})

test('countries without rules of their own are asked for nothing in the sandbox', async () => {
  const { member } = await createTestMember(testApp.app)
  await quote(member)
  expect(await listGateRecords(testApp.app.db, member.id)).toEqual([])
})
