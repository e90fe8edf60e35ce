import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { EQUITY } from '#modules/ledger/model.ts'
import { getBalance, getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan, createStaff } from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type AdjustBalance, adjustBalance } from './adjust-balance.ts'
import { decideProposal } from './decide-proposal.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
const mo = createStaff('mo', 'support')
const reason = 'A payment of March was credited to another member.'
let testApp: TestApp
let planVersionId: string
// A database for each test: adjustments are summed over 24 hours.
beforeEach(async () => {
  testApp = await createTestApp()
  planVersionId = (await createPublishedPlan(testApp.app)).id
  await fundCapital(testApp.app, 'USD', 1_000_000n)
})
afterEach(() => testApp.close())

async function createFundedMember(cash: bigint, invested = 0n): Promise<Member> {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash, invested, planVersionId })
  return member
}
const edit = (
  member: Member,
  form: Omit<AdjustBalance, 'memberId'>,
  admin = ines,
  app = testApp.app,
) => adjustBalance(app, admin, { memberId: member.id, ...form })
const getCash = async ({ id }: Member) => (await getMemberBalances(testApp.app.db, id)).cash
const approve = async (proposal: Awaited<ReturnType<typeof edit>>, admin = ruth) => {
  const { id = '', contentHash = '' } = proposal ?? {}
  return await decideProposal(testApp.app, admin, { id, approve: true, contentHash })
}
const expectNoProblems = async () =>
  expect((await checkIntegrity(testApp.app, { whole: true }))?.problems).toEqual([])

test('Raising a balance credits cash from the operator’s equity and mails a reason.', async () => {
  const member = await createFundedMember(50_000n, 200_000n)
  const before = await getBalance(testApp.app.db, EQUITY)

  expect(await edit(member, { withdrawableBalance: '2750.25', reason })).toBeNull()
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 75_025n,
    principal: 200_000n,
  })
  expect(before - (await getBalance(testApp.app.db, EQUITY))).toBe(25_025n)

  const [row] = await listEntries(testApp.app.db, { transferType: 'adjusted', limit: 1 })
  expect(row).toMatchObject({ amount: 25_025n, reason, actor: ines.id, approval: null })

  const mail = await findMail(testApp.app.db, member.email, 'balance-adjusted')
  expect(mail?.data).toMatchObject({ from: 250000n, to: 275025n, change: 25025n, reason })
  expect(
    (await listAuditEvents(testApp.app.db, { subjectId: member.id, action: 'balance' }))[0],
  ).toMatchObject({
    action: 'balance.adjusted',
    details: { from: '250000', to: '275025', change: '25025', reason },
  })

  await expectNoProblems()
})

test('A member without any deposit can receive an adjustment.', async () => {
  const { member } = await createTestMember(testApp.app)
  expect(await edit(member, { withdrawableBalance: '12.34', reason })).toBeNull()
  expect(await getCash(member)).toBe(1_234n)
  await expectNoProblems()
})

test('Lowering a balance takes cash down to zero and never invested money.', async () => {
  const member = await createFundedMember(50_000n, 200_000n)
  await expect(edit(member, { withdrawableBalance: '1999.99', reason })).rejects.toMatchObject({
    code: 'insufficient_funds',
    status: 422,
    field: 'withdrawable_balance',
    message: expect.stringContaining('$500.00 of this balance is cash and $2,000.00 is invested'),
  })

  await edit(member, { withdrawableBalance: '2000', reason })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 0n,
    principal: 200_000n,
  })

  await expectNoProblems()
})

test('An adjustment from $1,000 needs a second admin; a smaller one does not.', async () => {
  const member = await createFundedMember(300_000n)
  expect(await edit(member, { withdrawableBalance: '3999.99', reason })).toBeNull()

  const proposal = await edit(member, { withdrawableBalance: '2999.99', reason })
  expect(proposal).toMatchObject({
    permission: 'balance.adjust',
    subjectId: member.id,
    content: { from: '399999', to: '299999', change: '-100000', reason },
  })

  expect(await getCash(member)).toBe(399_999n)
  await expect(edit(member, { withdrawableBalance: '1', reason }, ruth)).rejects.toMatchObject({
    code: 'already_proposed',
  })
  await expect(approve(proposal, ines)).rejects.toMatchObject({ code: 'second_admin' })

  await approve(proposal)
  expect(await getCash(member)).toBe(299_999n)

  const [row] = await listEntries(testApp.app.db, { transferType: 'adjusted', limit: 1 })
  expect(row).toMatchObject({ amount: 100_000n, approval: proposal?.id, actor: ruth.id })

  await expectNoProblems()
})

test('Small adjustments need a second admin from their sum of 24 hours on.', async () => {
  const { member: one } = await createTestMember(testApp.app)
  const { member: other } = await createTestMember(testApp.app)
  expect(await edit(one, { withdrawableBalance: '600', reason })).toBeNull()

  const proposal = await edit(other, { withdrawableBalance: '400', reason }, ruth)
  expect(proposal).toMatchObject({ permission: 'balance.adjust', content: { change: '40000' } })
  expect(await getCash(other)).toBe(0n)
  expect(await edit(one, { withdrawableBalance: '999.99', reason })).toBeNull()

  await approve(proposal, ines)
  expect(await getCash(other)).toBe(40_000n)
  await expectNoProblems()
})

test('In live, each adjustment needs a second admin.', async () => {
  const member = await createFundedMember(100_000n)
  const live = { ...testApp.app, config: { ...testApp.app.config, MODE: 'live' } as const }
  const proposal = await edit(member, { withdrawableBalance: '1000.01', reason }, ines, live)
  expect(proposal).toMatchObject({ permission: 'balance.adjust', content: { change: '1' } })
  expect(await getCash(member)).toBe(100_000n)
})

describe('the expected balance', () => {
  test('Of two simultaneous adjustments, one succeeds and one is rejected.', async () => {
    const member = await createFundedMember(100_000n)
    const form = (balance: string) => ({
      withdrawableBalance: balance,
      expectedBalance: '1000.00',
      reason,
    })

    const outcomes = await Promise.allSettled([
      edit(member, form('1100'), ines),
      edit(member, form('1200'), ruth),
    ])
    const rejections = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    )
    expect(rejections).toHaveLength(1)
    expect(rejections[0]).toMatchObject({
      code: 'balance_changed',
      status: 409,
      field: 'withdrawable_balance',
    })

    expect([110_000n, 120_000n]).toContain(await getCash(member))
    expect(rejections[0].message).toContain(
      (await getCash(member)) === 110_000n ? '$1,100.00' : '$1,200.00',
    )

    await expectNoProblems()
  })

  test('Approving fails when the balance changed after the proposal.', async () => {
    const member = await createFundedMember(500_000n)
    const proposal = await edit(member, { withdrawableBalance: '6500', reason })

    await requestWithdrawal(testApp.app, member, {
      amount: '100',
      method: 'USDT',
      address: TEST_ADDRESS,
    })

    await expect(approve(proposal)).rejects.toMatchObject({ code: 'balance_changed' })
    expect(await getCash(member)).toBe(490_000n)
  })

  test('A form with an unchanged balance adjusts nothing after another change.', async () => {
    const member = await createFundedMember(100_000n)
    await edit(member, { withdrawableBalance: '1100', reason })

    const form = { withdrawableBalance: '1000', expectedBalance: '1000', firstName: 'Marie' }
    expect(await edit(member, form)).toBeNull()
    expect(await getCash(member)).toBe(110_000n)
    expect((await getMember(testApp.app.db, member.id)).firstName).toBe('Marie')
  })
})

test('Interest and deposits are accepted unchanged and rejected with 422 otherwise.', async () => {
  const member = await createFundedMember(100_000n)
  const same = { totalBalance: '0.00', totalInvest: '0', withdrawableBalance: '1000.00' }
  expect(await edit(member, same)).toBeNull()

  for (const [form, field, message] of [
    [
      { totalBalance: '0.01' },
      'total_balance',
      'Accumulated Interest is calculated from the ledger',
    ],
    [{ totalInvest: '5000' }, 'total_invest', 'Total Deposit is calculated from the ledger'],
  ] as const)
    await expect(
      edit(member, { ...same, ...form, firstName: 'Other', reason }),
    ).rejects.toMatchObject({
      code: 'figure_is_derived',
      status: 422,
      field,
      message: expect.stringContaining(message),
    })

  expect(await getMember(testApp.app.db, member.id)).toMatchObject({ firstName: member.firstName })
  expect(await getCash(member)).toBe(100_000n)
})

test('Renaming needs no reason and no money role; the audit stores previous names.', async () => {
  const member = await createFundedMember(100n)
  await edit(member, { firstName: ' Ana ', lastName: 'Sousa' }, mo)

  expect(await getMember(testApp.app.db, member.id)).toMatchObject({
    firstName: 'Ana',
    lastName: 'Sousa',
  })

  expect(
    (await listAuditEvents(testApp.app.db, { subjectId: member.id, action: 'member' }))[0],
  ).toMatchObject({
    action: 'member.renamed',
    actor: { id: mo.id },
    details: { firstName: 'Ana', before: { firstName: member.firstName } },
  })
})

test('Each invalid field is reported by name, and nothing is changed.', async () => {
  const member = await createFundedMember(100_000n)
  const invalidForms: [Omit<AdjustBalance, 'memberId'>, string, string][] = [
    [{ withdrawableBalance: '1001' }, 'reason_needed', 'reason'],
    [{ withdrawableBalance: '1001', reason: ' ' }, 'reason_needed', 'reason'],
    [{ withdrawableBalance: '1001', reason: 'x'.repeat(501) }, 'reason_needed', 'reason'],
    [{ withdrawableBalance: '-1', reason }, 'invalid_amount', 'withdrawable_balance'],
    [{ withdrawableBalance: '', reason }, 'invalid_amount', 'withdrawable_balance'],
    [{ withdrawableBalance: '1.001', reason }, 'invalid_amount', 'withdrawable_balance'],
    [
      { withdrawableBalance: '5', expectedBalance: 'x', reason },
      'invalid_amount',
      'expected_balance',
    ],
    [{ totalInvest: 'much' }, 'invalid_amount', 'total_invest'],
    [{ firstName: ' ' }, 'invalid_name', 'first_name'],
    [{ lastName: 'x'.repeat(81) }, 'invalid_name', 'last_name'],
    [{ lastName: 'two\nlines' }, 'invalid_name', 'last_name'],
    [{ withdrawableBalance: '900000', reason }, 'insufficient_funds', 'withdrawable_balance'],
  ]

  for (const [form, code, field] of invalidForms)
    await expect(
      edit(member, { firstName: 'Other', ...form }),
      JSON.stringify(form),
    ).rejects.toMatchObject({
      code,
      field,
    })

  expect((await getMember(testApp.app.db, member.id)).firstName).toBe(member.firstName)
  await expect(edit(member, { withdrawableBalance: '1001', reason }, mo)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(
    edit(member, { firstName: 'Ana' }, createStaff('vi', 'viewer')),
  ).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(edit({ ...member, id: 'mem_none' }, {})).rejects.toMatchObject({ code: 'not_found' })
})
