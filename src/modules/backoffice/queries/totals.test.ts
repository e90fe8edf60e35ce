import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { PROPOSAL_LIFE_MS } from '#modules/approvals/model.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import { markEnquiry } from '#modules/enquiries/commands/mark-enquiry.ts'
import { createTestEnquiry } from '#modules/enquiries/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import type { PlanOfferInput } from '#modules/plans/model.ts'
import { buildPlanInput, createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { createTestimonial } from '#modules/testimonials/testing.ts'
import { proposeCapitalContribution } from '#modules/treasury/commands/propose-capital-contribution.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../../../../tests/support/http.ts'
import { getWorkAges } from './work-ages.ts'

let server: TestServer
let token: string
const ines = createStaff('ines', 'finance')

/**
 * Creates two members with positions, one with an old sign-in, one with a recent sign-in and one
 * without any; and money paid in, paid out and pending.
 */
beforeAll(async () => {
  server = await testServer()

  const { app } = server
  token = (await server.asAdmin()).token
  await fundCapital(app, 'USDT', 9_000_000_000n)

  const planId = (await createPublishedPlan(app, { minAmount: 100_000n })).id
  const members = []

  for (let at = 0; at < 5; at += 1) members.push((await server.asMember()).member)

  const [maya, tomas, longAgo, justNow] = members as [(typeof members)[0], ...typeof members]
  const owner = server.database.owner
  await owner.query('update member set last_sign_in_at = null')
  await owner.query(
    `update member set last_sign_in_at = $2::timestamptz - interval '31 days' where id = $1`,
    [longAgo?.id, server.clock.now()],
  )

  await owner.query('update member set last_sign_in_at = $2 where id = $1', [
    justNow?.id,
    server.clock.now(),
  ])
  await createCompletedDeposit(app, maya, ines, { planId, amount: '3000' })
  await createCompletedDeposit(app, tomas as typeof maya, ines, { planId, amount: '1500.55' })
  await createPendingDeposit(app, maya, { planId, amount: '1200' })
  await fundMember(app, maya.id, { cash: 90_000n })

  const request = (amount: string) =>
    requestWithdrawal(app, maya, { amount, method: 'USDT', address: TEST_ADDRESS })
  const paid = await request('100')
  await approveReviewed(app, ines, paid.id)
  await markPaid(app, ines, { withdrawalId: paid.id, txid: 'total-test' })

  const approved = await request('50')
  await approveReviewed(app, ines, approved.id)
  await request('25')

  for (const state of ['new', 'read', 'answered'] as const) {
    const { id } = await createTestEnquiry(app)
    await markEnquiry(app, ines, { id, state })
  }

  await createTestimonial(app, maya)
  await chainJournal(app)
  await checkIntegrity(app)
})
afterAll(() => server.close())

const readValue = async (query: string) =>
  (await server.database.owner.query(query)).rows[0].value as string | null

/** Returns the net sum of the journal rows of the accounts that match a pattern, in cents. */
const sumJournal = async (accounts: string) =>
  BigInt(
    (await readValue(`select coalesce(sum(case when c.code like '${accounts}' then j.amount else 0
      end), 0)
      - coalesce(sum(case when d.code like '${accounts}' then j.amount else 0 end), 0) as value
      from ledger.journal j join ledger.account d on d.id = j.debit join ledger.account c on c.id
      = j.credit`)) ?? 0,
  )

const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

test('Each figure of the overview equals an independent query of journal and tables.', async () => {
  const { json } = await server.send('GET', '/api/admin/totals', { token })
  const count = async (query: string) =>
    Number(await readValue(`select count(*) as value from ${query}`))
  const credited = await readValue(`select sum(j.amount) as value from ledger.journal j
    join ledger.account c on c.id = j.credit where j.transfer_type = 'deposit_confirmed'
      and c.account_type = 'member_cash'`)
  const paid = await readValue(`select sum(j.amount) as value from ledger.journal j
    join ledger.account d on d.id = j.debit
    where d.account_type in ('member_hold_cash', 'member_hold_profit')
      and j.transfer_type in ('withdrawal_paid', 'fee_charged')`)

  const rates = await server.app.prices.price('USDT')
  const usdt = -(await sumJournal('custody:%:USDT'))

  expect(rates.rate).toBeGreaterThan(0n)
  expect(json.data).toMatchObject({
    total_users: await count('member'),
    active_users: 3,
    total_deposit: dollars(BigInt(credited ?? 0)),
    total_withdrawals: dollars(BigInt(paid ?? 0)),
    pending_deposits: await count(`deposit where status = 'pending'`),
    pending_withdrawals: await count(`withdrawal where status = 'pending'`),
    approved_withdrawals: await count(`withdrawal where status = 'approved'`),
    waiting_approvals: 0,
    open_breaks: 0,
    open_messages: await count(`enquiry where handled_at is null or state not in ('answered')`),
    offered_testimonials: await count(
      `testimonial where decided_at is null and withdrawn_at is null`,
    ),
    owed: dollars(await sumJournal('member:%')),
    held: dollars((usdt * rates.rate) / 10n ** 10n),
    placed: '0.00',
    checked: true,
    frozen: false,
  })

  expect(json.data.total_withdrawals).toBe('100.00')
  expect(json.data).toMatchObject({ open_messages: 2, offered_testimonials: 1 })

  const lastCheck = await readValue(
    'select finished_at as value from integrity_check order by id desc limit 1',
  )
  expect(new Date(json.data.integrity.checkedAt)).toEqual(lastCheck)
})

test('A draft plan that needs a second admin is counted and marked for its proposer.', async () => {
  const { app } = server
  const { admin: drafter, token: drafterToken } = await server.asAdmin()
  const propose = (rest: Partial<PlanOfferInput>) =>
    proposePlan(app, drafter, buildPlanInput(app.clock.today(), { name: 'TRIAL', ...rest }))

  await propose({ name: 'PLAIN', targetBps: 100, termDays: 365 })
  await propose({})

  const { versionId } = await propose({ targetBps: 4_000 })
  const countApprovals = async () =>
    (await server.send('GET', '/api/admin/waiting', { token })).json.data.waiting_approvals
  expect(await countApprovals(), 'only the newest version of an extraordinary plan').toBe(1)

  type PlanItem = { versions: { _id: string; waits: boolean; mine: boolean }[] }

  const readVersions = async (adminToken: string) => {
    const { json } = await server.send('GET', '/api/admin/plans', { token: adminToken })
    const all = (json.data as PlanItem[]).flatMap(({ versions }) => versions)
    return all.filter(({ waits }) => waits).map(({ _id, mine }) => [_id, mine])
  }

  expect([await readVersions(token), await readVersions(drafterToken)]).toEqual([
    [[versionId, false]],
    [[versionId, true]],
  ])

  await publishPlan(app, createStaff('ruth', 'owner'), { versionId })
  expect(await countApprovals()).toBe(0)
})

test('The counts beside the menu match the overview.', async () => {
  const { data: totals } = (await server.send('GET', '/api/admin/totals', { token })).json
  const { data: waiting } = (await server.send('GET', '/api/admin/waiting', { token })).json
  expect(totals).toMatchObject(waiting)
  expect(waiting.pending_withdrawals).toBe(1)
})

test('The overview states since when the oldest work waits, and what is at risk.', async () => {
  const { app, clock } = server
  const { json } = await server.send('GET', '/api/admin/totals', { token })
  const oldest = await readValue(
    `select min(submitted_at) as value from deposit where status = 'pending'`,
  )
  expect(new Date(json.data.oldest.pending_deposit)).toEqual(oldest)
  expect(json.data.oldest).toMatchObject({
    pending_withdrawal: expect.any(String),
    approved_withdrawal: expect.any(String),
    message: expect.any(String),
    proposal: null,
  })
  expect(json.data).toMatchObject({ overdue_deposits: 0, expiring_proposals: 0, open_alerts: 0 })

  const later = (hours: number) => ({
    ...app,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + hours * HOUR_MS) },
  })
  await proposeCapitalContribution(app, (await server.asAdmin()).admin, {
    currency: 'USD',
    amount: '100',
    bankReference: 'SEPA 1',
    reason: 'A capital contribution.',
  })

  const now = clock.now().getTime()
  const expires = new Date(now + PROPOSAL_LIFE_MS)
  expect((await getWorkAges(later(59))).risks).toMatchObject({
    overdueDeposits: 1,
    expiringProposals: 0,
    firstExpiresAt: null,
  })
  const { ages, risks } = await getWorkAges(later(61))
  expect(risks.expiringProposals).toBe(1)
  expect(Math.abs((risks.firstExpiresAt?.getTime() ?? 0) - expires.getTime())).toBeLessThan(60_000)
  expect(ages.proposals).toBeInstanceOf(Date)
})
