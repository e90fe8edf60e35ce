import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { listPostingRuleDifferences } from '#modules/ledger/queries.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { buildIncomeInput, buildLossInput, createPublishedPlan } from '#modules/plans/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { findTampered, runAndUndo } from '../support/tampering.ts'

const DAY_MS = 86_400_000

let testApp: TestApp
let ines: Admin
let ruth: Admin
let plan: PlanVersion

/** The app with prices so many times as high. */
const withPrices = (app: App, times: bigint): App => ({
  ...app,
  prices: {
    ...app.prices,
    price: async (coin) => {
      const price = await app.prices.price(coin)
      return { ...price, rate: price.rate * times }
    },
  },
})

const decideProposed = ({ id, contentHash }: { id: string; contentHash: string }) =>
  decideProposal(testApp.app, ruth, { id, contentHash, approve: true })

beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  ines = (await createTestAdmin(app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(app, { role: 'owner' })).admin
  plan = await createPublishedPlan(app)

  for (let n = 0; n < 2; n++)
    await createCompletedDeposit(app, await newMember(), ines, {
      planId: plan.id,
      amount: '2000',
      method: 'BITCOIN',
    })

  await decideProposed(
    await proposeIncome(
      app,
      ines,
      await buildIncomeInput(app, plan.planId, { currency: 'BTC', amount: '0.01' }),
    ),
  )
  const gone = { from: 'custody', currency: 'BTC', place: 'hot', amount: '0.001' } as const
  await decideProposed(await proposeLoss(app, ines, await buildLossInput(app, plan.planId, gone)))
}, 180_000)
afterAll(() => testApp.close())

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member

/** What a check finds of the rows after a number, after a superuser has done this. */
const find = (check: string, tampering: string) => findTampered(testApp.database, tampering, check)

describe('the rate of a deposit is compared with the quotes of its time of arrival', () => {
  /** Quotes of a coin that costs three times as much, by other members. */
  const quoteAtThrice = async () => {
    for (let n = 0; n < 3; n++)
      await quoteDeposit(withPrices(testApp.app, 3n), await newMember(), {
        planId: plan.id,
        amount: '2000',
        method: 'ETHERIUM',
      })
  }

  const createEarlierDeposit = async () => {
    const { app } = testApp
    app.clock.advance(20 * DAY_MS)
    const input = { planId: plan.id, amount: '2000', method: 'ETHERIUM' }
    await quoteDeposit(app, await newMember(), input)
    const deposit = await createPendingDeposit(app, await newMember(), input)
    app.clock.advance(20 * DAY_MS)
    await quoteAtThrice()
    return await confirmDeposit(app, ines, { depositId: deposit.id })
  }

  test('a deposit confirmed long after it arrived is no difference', async () => {
    await createEarlierDeposit()
    expect(await find('check_rates(0)', 'select 1')).toEqual([])
  })

  test('a wrong rate is noticed, also of a deposit confirmed long after it arrived', async () => {
    const { id } = await createEarlierDeposit()
    const wrong = `
      update deposit set rate = rate * 3, credit_rate = credit_rate * 3, credited = credited * 3
        where id = '${id}';
      update ledger.journal set amount = amount * 3 where reference = '${id}'
        and debit = (select id from ledger.account where code = 'exchange:USD')`

    expect(await find('check_rates(0)', wrong)).toEqual([
      { invariant: 11, problem: expect.stringContaining('at the rate of'), subject: id },
    ])
    expect(await find('check_everything()', wrong)).toContainEqual(
      expect.objectContaining({ problem: expect.stringContaining('at the rate of'), subject: id }),
    )
  })

  test('a deposit that arrived today at the rate of 20 days ago is noticed', async () => {
    const { id } = await createEarlierDeposit()
    const later = `update deposit set arrived_at = decided_at, late = true where id = '${id}'`
    expect(await find('check_rates(0)', later)).toMatchObject([{ invariant: 11, subject: id }])
  })
})

describe('what was posted by an approval is what the approval says', () => {
  /** Replaces a part of the approved content, and the hashes with them. */
  const replaceContent = (text: string) =>
    `update approvals.proposal set content = ${text},
      content_hash = sha256(convert_to(${text}, 'UTF8'))`
  const rewrite = (field: string, value: string) => `
    ${replaceContent(`jsonb_set(content::jsonb, '{${field}}', '${value}')::text`)}
      where permission = 'income.record';
    update approvals.decision d set content_hash = p.content_hash from approvals.proposal p
      where p.id = d.proposal`

  test.each([
    ['cents', '"1"'],
    ['units', '"1"'],
    ['currency', '"ETH"'],
    ['currency', '"USD"'],
    ['rate', '"1"'],
    ['rate', 'null'],
  ])('another %s is noticed: %s', async (field, value) => {
    expect(await find('check_approvals(0, null)', rewrite(field, value))).toMatchObject([
      { invariant: 11, problem: expect.stringMatching(/^approved were .* posted/) },
    ])
  })

  const UNFENCED = 'alter table approvals.proposal drop constraint proposal_check;'
  test.each([
    ['the content', `${UNFENCED} update approvals.proposal set content = content || ' '`],
    ['the content and its hash', replaceContent("content || ' '")],
    ['the hash that was decided on', "update approvals.decision set content_hash = sha256('x')"],
  ])('%s can’t be changed after the decision, with or without a posting', async (_, tampering) => {
    const found = await find('check_approvals(0, null)', tampering)
    const { rows } = await testApp.database.owner.query(
      'select id from approvals.proposals where approved order by id',
    )
    const rewritten = found.filter(({ problem }) => problem.startsWith('words of the approval'))

    expect(rewritten.map(({ subject }) => subject).sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  test('untouched, nothing is found (control)', async () => {
    expect(await find('check_approvals(0, null)', 'select 1')).toEqual([])
  })
})

describe('a recorded loss is what was approved, and what positions and journal bore', () => {
  test.each([
    ['its amount', 'update plan_loss set cents = cents + 1', /loss is not what was approved/],
    ['its cause', "update plan_loss set cause = 'another'", /loss is not what was approved/],
    ['its evidence', "update plan_loss set evidence_sha256 = repeat('0', 64)", /not what was/],
    ['its period', 'update plan_loss set period_from = period_from - 1', /not what was approved/],
    ['its approval', "update plan_loss set approval_id = 'prp_other'", /not what was approved/],
    [
      'a position’s share',
      'update position_loss set amount_cents = amount_cents + 1 where position_id = ' +
        '(select min(position_id) from position_loss)',
      /positions bore/,
    ],
    ['all shares', 'delete from position_loss', /positions bore 0/],
    ['the row itself', 'delete from plan_loss', /the journal has loss_recorded without its row/],
    [
      'its journal row',
      "delete from ledger.journal where transfer_type = 'loss_recorded'",
      /the journal has 0/,
    ],
  ])('%s is noticed', async (_, tampering, says) => {
    const problems = (await find('check_results(0)', tampering)).map(({ problem }) => problem)
    expect(problems).toContainEqual(expect.stringMatching(says))
  })

  test('untouched, nothing is found (control)', async () => {
    expect(await find('check_results(0)', 'select 1')).toEqual([])
  })
})

describe('the rows of a withdrawal touch accounts of its member only', () => {
  const request = async () => {
    const { app } = testApp
    const member = await newMember()
    await createCompletedDeposit(app, member, ines, { planId: plan.id, amount: '2000' })
    const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
    return await requestWithdrawal(app, member, input)
  }

  test.each(['debit', 'credit'])('another member’s account as the %s is noticed', async (side) => {
    const [{ id }, other] = [await request(), await request()]
    const wrong = `update ledger.journal set ${side} = (select ${side} from ledger.journal
      where reference = '${other.id}' and transfer_type = 'withdrawal_held')
      where reference = '${id}' and transfer_type = 'withdrawal_held'`

    expect(await find('check_withdrawal_rows(0)', wrong)).toMatchObject([
      { invariant: 6, subject: id },
    ])
    expect(await find('check_withdrawal_rows(0)', 'select 1')).toEqual([])
  })
})

test('a row that reverses a deposit which was not reversed is noticed', async () => {
  const { id } = await createCompletedDeposit(testApp.app, await newMember(), ines, {
    planId: plan.id,
    amount: '2000',
  })
  const forged = `insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount,
      debit_balance, effective_date, reference, actor)
    select gen_random_uuid(), 'deposit_reversed', credit, debit, amount, 0, effective_date,
      reference, actor
    from ledger.journal where reference = '${id}' and transfer_type = 'deposit_confirmed'
      and credit_balance is not null`

  expect(await find('check_deposits(null)', 'select 1')).toEqual([])
  expect(await find('check_deposits(null)', forged)).toMatchObject([
    { invariant: 6, problem: expect.stringContaining('rows that reverse it'), subject: id },
  ])
})

describe('a position begins as the journal row that opened it says', () => {
  const ONE = '(select min(id) from position)'
  test.each([
    ['an earlier day', 'opened_on = opened_on - 1, matures_on = matures_on - 1'],
    ['more principal', 'principal_cents = principal_cents + 1'],
    ['less principal', 'principal_cents = remaining_cents - 1, remaining_cents = 1'],
    ['another member', "member_id = 'mem_other'"],
    ['another deposit', "deposit_id = 'dep_other'"],
  ])('%s is noticed', async (_, change) => {
    const problems = await find(
      'check_accruals(null)',
      `update position set ${change} where id = ${ONE}`,
    )
    expect(problems).toMatchObject([{ invariant: 4, problem: expect.stringMatching(/^opened on/) }])
  })
})

describe('the installed posting rules are compared with those of this version', () => {
  const listDifferences = (tampering: string) =>
    runAndUndo(testApp.database, tampering, (reader) => listPostingRuleDifferences(reader))
  const WITHDRAWAL = "transfer_type = 'withdrawal_held' and debit_type = 'member_cash'"
  const ADJUSTED = "transfer_type = 'adjusted' and debit_type = 'equity'"

  test.each([
    [
      'a rule that this version does not have',
      `insert into ledger.posting_rule (transfer_type, debit_type, credit_type)
        values ('return_paid', 'member_cash', 'plan_income')`,
      'return_paid member_cash plan_income (not shipped)',
    ],
    [
      'a rule that is gone',
      `delete from ledger.posting_rule where ${WITHDRAWAL}`,
      'withdrawal_held member_cash member_hold_cash owner (missing)',
    ],
    [
      'a rule that needs no reason any more',
      `update ledger.posting_rule set needs_reason = false where ${ADJUSTED}`,
      'adjusted equity member_cash daily (not shipped)',
    ],
    [
      'a rule that needs no receipt any more',
      `update ledger.posting_rule set needs_receipt = false
        where transfer_type = 'income_recorded' and credit_type = 'plan_income'
          and debit_type = 'custody'`,
      'income_recorded custody plan_income (not shipped)',
    ],
    [
      'a rule without its daily sum',
      `update ledger.posting_rule set daily = false where ${ADJUSTED}`,
      'adjusted equity member_cash reason (not shipped)',
    ],
    [
      'a rule that needs an approval from a higher amount',
      `update ledger.posting_rule set approval_from = 100001 where ${ADJUSTED}`,
      'adjusted equity member_cash reason daily (approval from a higher amount)',
    ],
    [
      'a rule that needs no approval any more',
      `update ledger.posting_rule set approval_from = null, daily = false where ${ADJUSTED}`,
      'adjusted equity member_cash reason (not shipped)',
    ],
  ])('%s is noticed', async (_, tampering, says) => {
    expect(await listDifferences(tampering)).toContain(says)
  })

  test('a lower threshold, and the rules as they are, are no difference', async () => {
    expect(
      await listDifferences(`update ledger.posting_rule set approval_from = 5 where ${ADJUSTED}`),
    ).toEqual([])
    expect(await listDifferences('select 1')).toEqual([])
  })
})
