import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { enableIncentives, fundPromotion } from '#modules/affiliates/testing.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { getBalance, getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import {
  approveResult,
  buildLossInput,
  createPlacedAssets,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { LedgerVerifier } from '../../../../scripts/check-rows.mjs'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { describeProblems } from '../../../../tests/support/ledger-load.ts'
import { formatLines, readExportLines } from '../../../../tests/support/rows.ts'
import { findTampered } from '../../../../tests/support/tampering.ts'
import { getAnyDeposit } from '../queries.ts'
import { confirmByTwo, createCompletedDeposit, createPendingDeposit } from '../testing.ts'
import { confirmDeposit } from './confirm-deposit.ts'
import { proposeDepositReversal } from './propose-deposit-reversal.ts'

const REASON = 'Credited to the wrong member.'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(async () => {
  expect(await describeProblems(testApp.database)).toBe('')
  expect(await checkIntegrity(testApp.app)).toMatchObject({ problems: [] })
  expect(await readRowProblems()).toEqual([])
  await testApp.close()
})

/** Returns the report of the checker of the exported ledger. */
async function readRowProblems(): Promise<string[]> {
  await chainJournal(testApp.app)
  const problems: string[] = []
  const verifier = new LedgerVerifier((problem: string) => problems.push(problem))
  const lines = await readExportLines(testApp.database)
  for (const line of formatLines(lines).trimEnd().split('\n')) verifier.read(line)
  verifier.end()
  return problems
}

const newMember = async (): Promise<Member> => (await createTestMember(testApp.app)).member
const complete = (member: Member, amount = '2500', method = 'BITCOIN') =>
  createCompletedDeposit(testApp.app, member, ines, { planId: plan.id, amount, method })
const propose = (depositId: string, by = ines, reason = REASON) =>
  proposeDepositReversal(testApp.app, by, { depositId, reason })
const approve = ({ id, contentHash }: Proposal, by = ruth) =>
  decideProposal(testApp.app, by, { id, approve: true, contentHash })
const reverse = async (depositId: string) => approve(await propose(depositId))
const read = (id: string) => getAnyDeposit(testApp.app.db, id, testApp.app.clock.now())
const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test('two admins reverse a deposit: rows undone, position unwound, member mailed, audited', async () => {
  const member = await newMember()
  const deposit = await complete(member)
  const custody = await getBalance(testApp.app.db, 'custody:hot:BTC')

  const proposal = await propose(deposit.id)
  expect((await read(deposit.id)).status).toBe('completed')
  await expect(approve(proposal, ines)).rejects.toMatchObject({ code: 'second_admin' })
  await approve(proposal)

  expect(await read(deposit.id)).toMatchObject({
    status: 'reversed',
    reason: REASON,
    reversedBy: ruth.label,
    credited: deposit.credited,
    timeline: expect.arrayContaining([
      expect.objectContaining({ what: 'Reversed', detail: REASON }),
    ]),
  })
  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({
    cash: 0n,
    principal: 0n,
  })
  expect(await getBalance(testApp.app.db, 'custody:hot:BTC')).toBe(
    custody + (deposit.received ?? 0n),
  )
  const [position] = await listMemberPositions(testApp.app.db, member.id, testApp.app.clock.today())
  expect(position).toMatchObject({ status: 'reversed', remaining: 0n, accrued: 0n, returnDue: 0n })

  const entries = await listEntries(testApp.app.db, { reference: deposit.id })
  const undone = entries.filter(({ approval }) => approval === proposal.id)
  expect(undone.map(({ transferType }) => transferType).sort()).toEqual([
    'deposit_reversed',
    'deposit_reversed',
    'principal_redeemed',
  ])
  expect(undone.every(({ reason }) => reason === REASON)).toBe(true)

  expect(await findMail(testApp.app.db, member.email, 'deposit-reversed')).toMatchObject({
    data: { reason: REASON },
  })
  const events = await listAuditEvents(testApp.app.db, { subjectId: deposit.id })
  expect(events.map(({ action }) => action)).toContain('deposit.reversed')
})

test('a deposit is reversed once, and one that was never credited not at all', async () => {
  const member = await newMember()
  const { id } = await complete(member)
  const pending = await createPendingDeposit(testApp.app, member, {
    planId: plan.id,
    amount: '2500',
  })

  await propose(id)
  await expect(propose(id)).rejects.toMatchObject({ code: 'already_proposed' })
  await expect(propose(pending.id)).rejects.toMatchObject({ code: 'not_completed' })
  const other = await complete(member)
  await reverse(other.id)
  await expect(propose(other.id)).rejects.toMatchObject({ code: 'not_completed' })
})

test('a reason is needed, and only finance and owners propose a reversal', async () => {
  const { id } = await complete(await newMember())
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })

  await expect(propose(id, ines, ' ')).rejects.toMatchObject({ code: 'reason_needed' })
  await expect(propose(id, support)).rejects.toMatchObject({ code: 'role_missing' })
})

test('withdrawn or held money is gone: the reversal is refused with the figures', async () => {
  const member = await newMember()
  const { id } = await complete(member)
  const { id: withdrawalId } = await requestWithdrawal(testApp.app, member, {
    amount: '100',
    method: 'USDT',
    address: TEST_ADDRESS,
  })

  await expect(propose(id)).rejects.toMatchObject({
    code: 'money_gone',
    message: expect.stringContaining('the member is short by $100.00'),
  })

  await rejectWithdrawal(testApp.app, ines, { withdrawalId, reason: 'To be reversed.' })
  await reverse(id)
  expect((await read(id)).status).toBe('reversed')
})

test('a proposal is outdated once the position has changed', async () => {
  const member = await newMember()
  const { id } = await complete(member)
  const proposal = await propose(id)
  const withdrawalId = await withdrawFrom(member, await findPosition(member, id))
  await giveCash(member)

  await expect(approve(proposal)).rejects.toMatchObject({ code: 'proposal_outdated' })
  expect((await read(id)).status).toBe('completed')
  await rejectWithdrawal(testApp.app, ines, { withdrawalId, reason: 'A test.' })
})

/** Requests $100 from one position. */
const withdrawFrom = async (member: Member, position: string): Promise<string> => {
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS, positions: [position] }
  return (await requestWithdrawal(testApp.app, member, input)).id
}

/** Credits about $200, which is below the plan's minimum and stays cash. */
const giveCash = async (member: Member): Promise<bigint> => {
  const terms = { planId: plan.id, amount: '1000' }
  const { id: depositId } = await createPendingDeposit(testApp.app, member, terms)
  const { credited } = await confirmByTwo(testApp.app, [ines, ruth], { depositId, received: '200' })
  return credited ?? 0n
}

const findPosition = async (member: Member, depositId: string): Promise<string> => {
  const positions = await listMemberPositions(testApp.app.db, member.id, testApp.app.clock.today())
  return positions.find((one) => one.depositId === depositId)?.id ?? ''
}

test('a part on hold when the deposit is reversed stays cash and does not accrue', async () => {
  const member = await newMember()
  const { id } = await complete(member)
  const withdrawalId = await withdrawFrom(member, await findPosition(member, id))
  const cash = await giveCash(member)

  await reverse(id)
  await rejectWithdrawal(testApp.app, ines, { withdrawalId, reason: 'A test.' })

  expect(await getMemberBalances(testApp.app.db, member.id)).toMatchObject({ cash, principal: 0n })
  const mail = await findMail(testApp.app.db, member.email, 'withdrawal-stays-cash')
  expect(mail?.data.because).toBe('reversed')
})

test('a position that matured or bore a loss is not unwound, and paid returns are not taken back', async () => {
  const short = await createPublishedPlan(testApp.app, {
    name: createId('pln').slice(0, 20),
    termDays: 1,
  })
  const risky = await createPublishedPlan(testApp.app, { name: createId('pln').slice(0, 20) })
  const member = await newMember()
  const create = (planId: string) =>
    createCompletedDeposit(testApp.app, member, ines, { planId, amount: '1500' })
  const matured = await create(short.id)
  const lossy = await create(risky.id)
  await createPlacedAssets(testApp.app, risky.planId, 50_000n)
  await approveResult(
    testApp.app,
    ruth,
    await proposeLoss(testApp.app, ines, await buildLossInput(testApp.app, risky.planId)),
  )

  await expect(propose(lossy.id)).rejects.toMatchObject({ code: 'position_bore_loss' })

  testApp.app.clock.setOffsetDays(testApp.app.clock.offsetDays() + 1)
  await expect(propose(matured.id)).rejects.toMatchObject({ code: 'position_matured' })
  await settleDays(testApp.app)
  await expect(propose(matured.id)).rejects.toMatchObject({ code: 'position_matured' })
  await expect(
    sql(
      `update position set status = 'reversed', remaining_cents = 0, reversed_cents = 0,
        return_due = 0, matured_on = opened_on where id = $1`,
      [matured.positionId],
    ),
  ).rejects.toThrow('a position is reversed once')
})

test('after a reversal the payment is credited once more, to the right member, and not twice', async () => {
  const [wrong, right, third] = [await newMember(), await newMember(), await newMember()]
  const txid = 'ab'.repeat(32)
  const confirm = async (member: Member) => {
    const { id } = await createPendingDeposit(testApp.app, member, {
      planId: plan.id,
      amount: '2500',
      method: 'BITCOIN',
    })
    return await confirmDeposit(testApp.app, ines, { depositId: id, txid })
  }

  const first = await confirm(wrong)
  await expect(confirm(right)).rejects.toMatchObject({
    code: expect.stringMatching(/receipt_used|receipt_conflict/),
  })
  await reverse(first.id)

  expect((await confirm(right)).status).toBe('completed')
  await expect(confirm(third)).rejects.toMatchObject({
    code: expect.stringMatching(/receipt_used|receipt_conflict/),
  })
})

test('unpaid rewards of the deposit end with it, and a later deposit is the first', async () => {
  await enableIncentives(testApp.app)
  const inviter = await newMember()
  const { member } = await createTestMember(testApp.app, {
    referralCode: inviter.referralCode,
    phoneNumber: '+49 30 7654321',
  })
  const wrong = await complete(member)
  const [due] = await listRewards(testApp.app.db, { memberId: inviter.id })
  await expect(
    sql("update reward set due_at = null, refused_because = 'deposit_reversed' where id = $1", [
      due?.id,
    ]),
  ).rejects.toThrow('the terms of a reward do not change')

  await reverse(wrong.id)
  expect(await listRewards(testApp.app.db, { memberId: inviter.id })).toMatchObject([
    { depositId: wrong.id, declineReason: 'deposit_reversed' },
  ])

  const good = await complete(member)
  expect(await listRewards(testApp.app.db, { memberId: inviter.id })).toMatchObject([
    { depositId: good.id, declineReason: null },
    { depositId: wrong.id },
  ])

  await fundPromotion(testApp.app, 100_000n)
  await payRewards(testApp.app)
  await expect(propose(good.id)).rejects.toMatchObject({ code: 'reward_paid' })
})

test('the database reverses no deposit without the approval of exactly that', async () => {
  const member = await newMember()
  const { id, positionId } = await complete(member)
  const proposal = await propose(id)
  const change = (approval: string, reason: string) =>
    sql(
      `update deposit set status = 'reversed', reversed_at = decided_at, reversed_by = 'x',
        reversal_reason = $3, reversal_approval_id = $2 where id = $1`,
      [id, approval, reason],
    )

  await expect(change(proposal.id, REASON)).rejects.toThrow('reversed by two admins')
  await expect(change('prp_none', REASON)).rejects.toThrow('reversed by two admins')
  await expect(
    sql(
      `update position set status = 'reversed', remaining_cents = 0, matured_on = opened_on,
        reversed_cents = remaining_cents where id = $1`,
      [positionId],
    ),
  ).rejects.toThrow('a position is reversed with its deposit')
  await expect(
    sql(
      `update position set status = 'reversed', remaining_cents = 0, matured_on = opened_on,
        reversed_cents = 1 where id = $1`,
      [positionId],
    ),
  ).rejects.toThrow('a position is reversed once')

  await approve(proposal)
  await expect(sql("update deposit set reversal_reason = 'x' where id = $1", [id])).rejects.toThrow(
    'does not change',
  )
  await expect(sql("update deposit set status = 'completed' where id = $1", [id])).rejects.toThrow(
    'does not change',
  )
  await expect(
    sql("update position set status = 'open', remaining_cents = 1 where id = $1", [positionId]),
  ).rejects.toThrow('a position is reversed once')
})

test('the checks notice a forged reversal, and one that differs from its approval', async () => {
  const member = await newMember()
  const stands = await complete(member)
  const reversed = await complete(member)
  await reverse(reversed.id)
  await chainJournal(testApp.app)

  const tampered = [
    `insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount,
        debit_balance, credit_balance, effective_date, reference, actor, reason, approval)
        select '00000000-0000-0000-0000-000000000001', j.transfer_type, j.debit, j.credit, j.amount,
          0, null, j.effective_date, '${stands.id}', j.actor, j.reason, j.approval
        from ledger.journal j where j.reference = '${reversed.id}'
          and j.transfer_type = 'deposit_reversed' and j.debit_balance = 0`,
    `update deposit set reversal_reason = 'x' where id = '${reversed.id}'`,
    `update deposit set credited = credited - 1 where id = '${reversed.id}'`,
    `update deposit set status = 'completed', reversed_at = null, reversed_by = null,
        reversal_reason = null, reversal_approval_id = null where id = '${reversed.id}'`,
    `update deposit set status = 'reversed', reversed_at = decided_at, reversed_by = 'x',
        reversal_reason = 'x', reversal_approval_id = 'x' where id = '${stands.id}'`,
    `update position set reversed_cents = 0 where id = '${reversed.positionId}'`,
    `insert into ledger.receipt select 'rcp_forged', source, reference, output_index, currency,
        amount, arrived_at, recorded_by, 1 from ledger.receipt where id = '${stands.receiptId}'`,
  ]

  for (const tampering of tampered) expect(await findProblems(tampering), tampering).not.toEqual([])
})

/** Lists what the checks of deposits find, if both whole checks find something too. */
async function findProblems(tampering: string): Promise<unknown[]> {
  const find = (check: string) => findTampered(testApp.database, tampering, check)
  const minute = await find("check_since(0, '2000-01-01')")
  const whole = await find('check_everything()')
  if (minute.length === 0 || whole.length === 0) return []

  return [...(await find('check_deposits(null)')), ...(await find('ledger.check_receipts()'))]
}
