import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { joinTransaction } from '#platform/db/join.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { PlanVersion } from '../model.ts'
import { listInvestedPrincipal, listMemberPositions } from '../queries.ts'
import { createPosition, createPublishedPlan, createStaff } from '../testing.ts'
import { closePlan } from './close-plan.ts'
import { type InvestBalance, investBalance } from './invest-balance.ts'

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

let testApp: TestApp
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 12 })
  plan = await createPublishedPlan(testApp.app)
})
afterAll(async () => {
  expect(await verifyLedger(testApp.app.db)).toEqual([])
  await testApp.close()
})

/** A member with so much invested and as much again in cash. */
async function withCash(cash = 300_000n): Promise<Member> {
  const { member } = await createTestMember(testApp.app)
  await createPosition(testApp.app, { memberId: member.id, version: plan, principal: cash })
  return member
}
const invest = (member: Member, rest: Partial<InvestBalance> = {}) =>
  investBalance(testApp.app, member, { planId: plan.id, amount: '1500', ...rest })
const balances = (member: Member) => getMemberBalances(testApp.app.db, member.id)

test('cash becomes a position at once, with its choice at maturity, and the books say so', async () => {
  const maya = await withCash()
  const position = await invest(maya, { amount: '1500.50', atMaturity: 'reinvest_all' })
  expect(position).toMatchObject({
    principal: 150_050n,
    remaining: 150_050n,
    status: 'open',
    origin: 'balance',
    depositId: null,
    atMaturity: 'reinvest_all',
    openedOn: '2026-11-20',
    maturesOn: '2026-12-20',
    accrued: 0n,
  })

  expect(await balances(maya)).toMatchObject({ cash: 149_950n, principal: 450_050n })

  const rows = await listEntries(testApp.app.db, { reference: position.id })
  expect(rows).toMatchObject([
    { transferType: 'position_opened', amount: 150_050n, actor: maya.id },
  ])

  const invested = await listInvestedPrincipal(testApp.app.db)
  expect(invested.find(({ memberId }) => memberId === maya.id)?.principal).toBe(450_050n)

  const [event] = await listAuditEvents(testApp.app.db, { subjectId: position.id })
  expect(event).toMatchObject({ action: 'position.opened', actor: { id: maya.id } })
})

test('an investment waits for a plan that is being closed, and is refused then', async () => {
  const { app, database } = testApp
  const closing = await createPublishedPlan(app, { name: 'CLOSING' })
  const maya = await withCash()

  const { investing } = await app.db.transaction().execute(async (tx) => {
    const joined = { ...app, db: joinTransaction(tx).db }
    const reason = 'No longer offered.'
    await closePlan(joined, createStaff('ruth', 'owner'), { planId: closing.planId, reason })

    const investing = invest(maya, { planId: closing.id })
    investing.catch(() => {})
    await expect.poll(async () => (await database.owner.query(WAITING)).rows[0].count).toBe(1)
    return { investing }
  })

  await expect(investing).rejects.toMatchObject({ code: 'not_found' })
  expect(await balances(maya)).toMatchObject({ cash: 300_000n, principal: 300_000n })
})

const REFUSED: [string, Partial<InvestBalance>, object][] = [
  ['no plan', { planId: '' }, { code: 'missing', status: 400, field: 'selected_plan' }],
  ['no amount', { amount: '' }, { code: 'missing', status: 400, field: 'amount' }],
  ['not a number', { amount: 'all' }, { code: 'outside_limits', status: 400, field: 'amount' }],
  ['a third decimal', { amount: '1500.005' }, { code: 'outside_limits', field: 'amount' }],
  [
    'below the least',
    { amount: '999.99' },
    { message: 'Please enter an amount between $1,000.00 and $10,000.00 for the BASIC plan.' },
  ],
  ['above the most', { amount: '10000.01' }, { code: 'outside_limits' }],
  [
    'more than there is in cash',
    { amount: '3000.01' },
    {
      code: 'insufficient_funds',
      status: 422,
      field: 'amount',
      message: 'You have $3,000.00 in cash to invest.',
    },
  ],
  ['no such plan', { planId: 'plv_none' }, { code: 'not_found', status: 404 }],
  [
    'an unknown wish',
    { atMaturity: 'double' },
    { code: 'invalid_at_maturity', status: 400, field: 'at_maturity' },
  ],
]

test.each(REFUSED)(
  'what can not be is refused with its sentence, and nothing moves: %s',
  async (_why, rest, refusal) => {
    const maya = await withCash()
    await expect(invest(maya, rest)).rejects.toMatchObject(refusal)
    expect(await balances(maya)).toMatchObject({ cash: 300_000n, principal: 300_000n })
    expect(await listMemberPositions(testApp.app.db, maya.id, '2026-11-20')).toHaveLength(1)
  },
)

test('a closed plan takes no more money', async () => {
  const maya = await withCash()
  const ended = await createPublishedPlan(testApp.app, { name: 'ENDED' })
  await closePlan(testApp.app, createStaff('ines', 'finance'), {
    planId: ended.planId,
    reason: 'It is full.',
  })

  await expect(invest(maya, { planId: ended.id })).rejects.toMatchObject({ status: 404 })
})

test('a suspended member reads the reason, and nothing moves', async () => {
  const maya = await withCash()
  await testApp.database.owner.query(
    "update member set status = 'suspended', suspended_reason = 'A payment is being " +
      "checked.', review_on = '2026-12-01' where id = $1",
    [maya.id],
  )

  await expect(invest(maya)).rejects.toMatchObject({ code: 'suspended', status: 403 })
  expect(await balances(maya)).toMatchObject({ cash: 300_000n })
})

test('a pause of deposits stops new money, not what is there already', async () => {
  const maya = await withCash()
  const pause = (deposits: { reason: string; since: string } | null) =>
    setTestSetting(testApp.app, 'pauses', { deposits, withdrawals: null, signUps: null })

  await pause({ reason: 'A new address comes.', since: '2026-11-20T11:00:00Z' })
  expect(await invest(maya)).toMatchObject({ status: 'open' })

  await pause(null)
})

test('the same cash is invested once, however many ask at the same time', async () => {
  const maya = await withCash()
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => invest(maya, { amount: '1000' })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)

  for (const one of tries)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        code: 'insufficient_funds',
        message: 'You have $0.00 in cash to invest.',
      })

  expect(await balances(maya)).toMatchObject({ cash: 0n, principal: 600_000n })
})

test('a member who has not accepted the current terms invests nothing', async () => {
  const maya = await withCash()
  const legal = { terms: '2026-12-01', riskDisclosure: '2026-11-01' }
  await setTestSetting(testApp.app, 'legal', legal)

  await expect(invest(maya)).rejects.toMatchObject({ code: 'consent_needed', status: 403 })
  expect(await balances(maya)).toMatchObject({ cash: 300_000n })
})
