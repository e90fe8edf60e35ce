import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { confirmByTwo, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { toMemberAccountCode, toPlanIncomeAccountCode } from '#modules/ledger/model.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { getPlanOnOffer } from '#modules/plans/queries.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { computeDepositExcess, type RuleSet } from '../model.ts'
import { toEligibilityResponse } from '../presenters/eligibility.ts'
import { loadEligibility } from '../queries.ts'
import { getSampleRules, publishTestRules } from '../testing.ts'
import { recordGate } from './pass-gate.ts'

/** A limit on deposits of $2,000 within 30 days, and nothing else. */
const LIMITED: RuleSet = {
  ...getSampleRules('default'),
  key: 'limited',
  countries: ['NG'],
  sandbox: 'as_written',
  operations: Object.fromEntries(
    Object.keys(getSampleRules('default').operations).map((operation) => [
      operation,
      { allowed: true, levels: [], needs: [] },
    ]),
  ) as unknown as RuleSet['operations'],
  limits: [{ operation: 'deposit', cents: '200000', days: 30 }],
}

let testApp: TestApp
let owner: Admin
let ines: Admin
let planId: string
let member: Member

beforeAll(async () => {
  testApp = await createTestApp()
  owner = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  planId = (await createPublishedPlan(testApp.app)).id
  await publishTestRules(testApp.app, { owner, second: ines }, LIMITED)
})
beforeEach(async () => {
  const person = { country: 'NG', phoneNumber: '+234 803 123 4567' }
  member = (await createTestMember(testApp.app, person)).member
})
afterAll(() => testApp.close())

const quote = (amount: string) =>
  quoteDeposit(testApp.app, member, { planId, amount, method: 'USDT' })
/** Takes a quote, and confirms that dollars have arrived for it. */
async function pay(amount: string, received = amount) {
  const { id: depositId } = await createPendingDeposit(testApp.app, member, { planId, amount })
  return await confirmArrival(depositId, received)
}
const confirmArrival = (depositId: string, received: string) =>
  confirmByTwo(testApp.app, [ines, owner], {
    depositId,
    received,
    bankReference: `wire-${depositId}`,
  })
const getBalances = () => getMemberBalances(testApp.app.db, member.id)

test('of quotes at the same time, no more are created than the limit allows', async () => {
  const results = await Promise.allSettled(['1500', '1500', '1500', '1500'].map(quote))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'not_eligible', status: 403 })
})

test('an open quote counts toward the limit, and no longer once it has expired or is replaced', async () => {
  const first = await quote('1500')
  await expect(quote('1000')).rejects.toMatchObject({
    message: expect.stringContaining('$500.00 of it is left'),
  })

  await quoteDeposit(testApp.app, member, { replaces: first.id })
  testApp.app.clock.advance(DAY_MS)
  await quote('2000')
})

const insertGate = (client: Pick<Client, 'query'>, amount: number, subject: string) =>
  client.query(
    `insert into gate_record (id, member_id, operation, subject_id, rule_set_id, rules_sha256,
      on_date, checked_at, amount, facts)
     select 'gat_' || substr(md5(random()::text), 1, 20), $1, 'deposit', $4,
      rule_set_in_force(m.country, $2::timestamptz::date), repeat('0', 64), $2::timestamptz::date,
      $2::timestamptz, $3, '{}' from member m where m.id = $1`,
    [member.id, testApp.app.clock.now(), amount, subject],
  )

/** Inserts another quote like one. */
const insertQuote = (client: Pick<Client, 'query'>, like: string, id: string) =>
  client.query(
    `insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
      address, coin_amount, rate, rate_source, rate_at, created_at, expires_at, status,
      amount_reserved)
     select $2, member_id, plan_version_id, plan_name, amount, method, coin, network, address,
      coin_amount + 1, rate, rate_source, rate_at, created_at, expires_at, status, amount_reserved
     from deposit where id = $1`,
    [like, id],
  )

test('the database counts open quotes, whatever the server says', async () => {
  const { id } = await quote('1500')
  const { owner: sql } = testApp.database

  await expect(insertGate(sql, 50_001, 'dep_other')).rejects.toThrow(/not passed: limit/)
  await insertGate(sql, 200_000, id)
  await insertGate(sql, 50_000, 'dep_other')
})

test('the database counts a quote that another session is creating at the same time', async () => {
  const { id } = await quote('1000')
  const second = createId('dep')
  const [one, other] = [
    await testApp.database.pool.connect(),
    await testApp.database.pool.connect(),
  ]

  await one.query('begin')
  await insertGate(one, 100_000, second)
  const waiting = insertGate(other, 50_000, 'dep_third').catch((error: Error) => error.message)
  await insertQuote(one, id, second)
  await one.query('commit')

  expect(await waiting).toMatch(/not passed: limit/)
  one.release()
  other.release()
})

test('the database refuses a quote whose gate was not recorded', async () => {
  const { id } = await quote('1000')

  await expect(insertQuote(testApp.database.owner, id, createId('dep'))).rejects.toThrow(
    /needs a passed gate/,
  )
})

test('a payment above the limit is credited, and its excess stays in the balance', async () => {
  const confirmed = await pay('1500', '2500')

  expect(confirmed).toMatchObject({ status: 'completed', credited: 250_000n })
  expect(await getBalances()).toMatchObject({ cash: 50_000n, principal: 200_000n })
  expect(await findMail(testApp.app.db, member.email, 'deposit-confirmed')).toMatchObject({
    data: { cashReason: 'over_limit' },
  })
})

test('what arrives when nothing of the limit is left is credited as cash', async () => {
  const { id: depositId } = await createPendingDeposit(testApp.app, member, {
    planId,
    amount: '1000',
  })
  await pay('1000', '1500')
  await confirmArrival(depositId, '1000')

  expect(await getBalances()).toMatchObject({ cash: 100_000n, principal: 150_000n })
})

test('payments credited at the same time invest no more than the limit together', async () => {
  const deposits = []
  for (const amount of ['1000', '1000'])
    deposits.push(await createPendingDeposit(testApp.app, member, { planId, amount }))
  await Promise.all(deposits.map(({ id }) => confirmArrival(id, '1040')))

  expect(await getBalances()).toMatchObject({ cash: 104_000n, principal: 104_000n })
})

test('the excess can be withdrawn but not invested, and the rest of the balance can', async () => {
  await pay('1500', '2500')
  await fundMember(testApp.app, member.id, { cash: 250_000n })
  const invest = (amount: string) => investBalance(testApp.app, member, { planId, amount })

  await expect(invest('2500.01')).rejects.toMatchObject({
    code: 'not_eligible',
    message: expect.stringContaining('Enter at most $2,500.00'),
  })
  await invest('1500')
  await expect(invest('1000.01')).rejects.toMatchObject({ code: 'not_eligible' })
  await requestWithdrawal(testApp.app, member, {
    amount: '500',
    method: 'USDT',
    address: TEST_ADDRESS,
    source: 'balance',
  })
  await invest('1000')
})

const withdraw = (amount: string, source: 'balance' | 'profit' = 'balance') =>
  requestWithdrawal(testApp.app, member, { amount, method: 'USDT', address: TEST_ADDRESS, source })

/** Returns the cash that may be invested, as the server and as the database count it. */
async function countInvestable() {
  const { app, database } = testApp
  const { rules, facts } = await loadEligibility(app.db, app, member.id)
  const { rows } = await database.owner.query(
    'select deposit_excess($1, $2::jsonb, 0, $3::date)::text as excess',
    [member.id, JSON.stringify(rules), app.clock.today()],
  )
  const { cash } = await getBalances()
  return [computeDepositExcess(rules, facts, app.clock.today()), BigInt(rows[0].excess)].map(
    (excess) => cash - excess,
  )
}

test.each(['cancel', 'reject'] as const)(
  'no more can be invested after a withdrawal of cash and principal, nor after its %s',
  async (end) => {
    const later = await createPendingDeposit(testApp.app, member, { planId, amount: '1000' })
    await pay('1000', '2500')
    expect(await countInvestable()).toEqual([0n, 0n])

    const { id } = await withdraw('700')
    await confirmArrival(later.id, '1000')
    expect(await getBalances()).toMatchObject({ cash: 100_000n, principal: 180_000n })
    expect(await countInvestable()).toEqual([0n, 0n])

    if (end === 'cancel') await cancelWithdrawal(testApp.app, member, id)
    else
      await rejectWithdrawal(testApp.app, owner, {
        withdrawalId: id,
        reason: 'The address belongs to someone else.',
      })
    expect(await getBalances()).toMatchObject({ cash: 150_000n, principal: 200_000n })
    expect(await countInvestable()).toEqual([0n, 0n])
  },
)

test('the member reads no more of the excess than the cash that is left', async () => {
  await pay('1500', '2500')
  const eligibility = await loadEligibility(testApp.app.db, testApp.app, member.id)
  const read = (cash: bigint) =>
    toEligibilityResponse(eligibility, testApp.app, [], cash).depositExcess

  expect([read(90_000n), read(30_000n), read(0n)]).toEqual([50_000n, 30_000n, 0n])
})

const publishLimit = (version: number, cents: string, days = 30) =>
  publishTestRules(
    testApp.app,
    { owner, second: ines },
    { ...LIMITED, version, limits: [{ operation: 'deposit', cents, days }] },
  )

test('rules that lower or raise the limit later change what stays only in the member’s favour', async () => {
  const { app } = testApp
  const readExcess = async () => {
    const eligibility = await loadEligibility(app.db, app, member.id)
    const { cash } = await getBalances()
    return toEligibilityResponse(eligibility, app, [], cash).depositExcess
  }
  const invest = (amount: string) => investBalance(app, member, { planId, amount })
  await pay('1500')
  await fundMember(app, member.id, { cash: 300_000n })

  await publishLimit(2, '100000')
  expect(await readExcess(), 'it was within the limit when it arrived').toBe(0n)
  expect(await countInvestable()).toEqual([300_000n, 300_000n])
  await invest('1000')

  await publishLimit(3, '250000')
  await pay('1000', '1500')
  expect(await readExcess(), 'above the limit of its day').toBe(50_000n)
  expect(await countInvestable()).toEqual([200_000n, 200_000n])

  await publishLimit(4, '100000')
  expect(await readExcess(), 'no more under a lower limit').toBe(50_000n)
  await expect(invest('2000.01')).rejects.toMatchObject({ code: 'not_eligible' })
  await publishLimit(5, '280000')
  expect(await readExcess(), 'less under a higher one').toBe(20_000n)
  expect(await countInvestable()).toEqual([230_000n, 230_000n])
  await publishLimit(6, '200000')
})

test('an excess from before the upgrade stays in the balance, by the present limit', async () => {
  await pay('1500', '2500')
  await testApp.database.owner.query(
    'update deposit set over_limit = null, applied_limits = null where member_id = $1',
    [member.id],
  )

  expect(await getBalances()).toMatchObject({ cash: 50_000n })
  expect(await countInvestable()).toEqual([0n, 0n])
})

test('a withdrawal of profit leaves the excess in the balance', async () => {
  await pay('1500', '2500')
  const plan = await getPlanOnOffer(testApp.app.db, planId, testApp.app.clock.today())
  const income = toPlanIncomeAccountCode(plan.planId)
  await runInTransaction(testApp.app.db, async (tx) => {
    await openMemberAccounts(tx, member.id)
    const receipt = await createReceipt(tx, 'USD', 50_000n)
    const bank = 'custody:bank:USD'
    const earned = transfer('earned', 'income_recorded', bank, income, 50_000n, { receipt })
    await post(tx, await approveTransfers(tx, [earned]))
    const profit = toMemberAccountCode(member.id, 'profit')
    await post(tx, [transfer('returned', 'return_paid', income, profit, 50_000n)])
  })
  await withdraw('500', 'profit')

  expect(await countInvestable()).toEqual([0n, 0n])
})

test('the database refuses an investment of the excess, whatever the server says', async () => {
  const { app } = testApp
  await pay('1500', '2500')
  await fundMember(app, member.id, { cash: 250_000n })
  const version = await getPlanOnOffer(app.db, planId, app.clock.today())
  const open = (principal: bigint) =>
    runInTransaction(app.db, async (tx) => {
      const id = createId('pos')
      const eligibility = await loadEligibility(tx, app, member.id)
      const gate = { operation: 'invest', subjectId: id, amountCents: principal } as const
      await recordGate(tx, app, eligibility, gate)
      const { transfers } = await openPosition(tx, {
        id,
        memberId: member.id,
        planVersionId: version.id,
        version,
        principal,
        openedOn: app.clock.today(),
        atMaturity: 'to_balance',
        actor: member.id,
      })
      await post(tx, transfers)
    })

  await expect(open(250_001n)).rejects.toThrow(/stays in the balance/)
  await open(250_000n)
})

test('a released excess stays released under a lower limit or a longer period', async () => {
  const { clock } = testApp.app
  await publishLimit(7, '300000')
  await pay('2000')
  clock.advance(9 * DAY_MS)
  const over = await createPendingDeposit(testApp.app, member, { planId, amount: '1000' })
  await confirmArrival(over.id, '2000')
  expect(await countInvestable(), 'above the limit of its day').toEqual([0n, 0n])

  clock.advance(20 * DAY_MS)
  expect(await countInvestable(), 'the first deposit still counts').toEqual([0n, 0n])
  clock.advance(DAY_MS)
  expect(await countInvestable(), 'the first deposit no longer counts').toEqual([
    100_000n,
    100_000n,
  ])
  const { id } = await createPendingDeposit(testApp.app, member, { planId, amount: '1000' })

  await publishLimit(8, '300000', 60)
  expect(await countInvestable(), 'released, also of more days').toEqual([100_000n, 100_000n])
  await publishLimit(9, '100000')
  expect(await countInvestable(), 'released, also of less').toEqual([100_000n, 100_000n])

  await confirmArrival(id, '1000')
  expect(await countInvestable(), 'the new deposit alone stays').toEqual([100_000n, 100_000n])
  expect(await getBalances()).toMatchObject({ cash: 200_000n })
  await investBalance(testApp.app, member, { planId, amount: '1000' })
  await publishLimit(10, '200000')
})
