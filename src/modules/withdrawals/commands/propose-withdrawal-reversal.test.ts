import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { EQUITY, FEES } from '#modules/ledger/model.ts'
import { getBalance, getMemberBalances } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { getFigures } from '#modules/portfolio/queries.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { describeProblems } from '../../../../tests/support/ledger-load.ts'
import { findTampered } from '../../../../tests/support/tampering.ts'
import { getAnyWithdrawal } from '../queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '../testing.ts'
import { markPaid } from './mark-paid.ts'
import { proposeWithdrawalReversal } from './propose-withdrawal-reversal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

const REASON = 'The payment came back from the network.'

let testApp: TestApp
let ines: Admin
let ruth: Admin
let payments = 0

beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(async () => {
  expect(await describeProblems(testApp.database)).toBe('')
  expect(await checkIntegrity(testApp.app)).toMatchObject({ problems: [] })
  await testApp.close()
})

const newMember = async (): Promise<Member> => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: 100_000n })
  return member
}
const newTxid = () => String(++payments).padStart(64, 'e')
const approved = async (member: Member): Promise<string> => {
  const input = { amount: '300', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(testApp.app, member, input)
  await approveReviewed(testApp.app, ines, id)
  return id
}
const paid = async (member: Member, txid = newTxid()): Promise<string> => {
  const withdrawalId = await approved(member)
  await markPaid(testApp.app, ines, { withdrawalId, txid })
  return withdrawalId
}
const propose = (withdrawalId: string, by = ines, reason = REASON) =>
  proposeWithdrawalReversal(testApp.app, by, { withdrawalId, reason })
const approve = ({ id, contentHash }: Proposal, by = ruth) =>
  decideProposal(testApp.app, by, { id, approve: true, contentHash })
const read = (id: string) => getAnyWithdrawal(testApp.app.db, id)
const sql = (text: string, values: unknown[] = []) => testApp.database.pool.query(text, values)

test('two admins reverse a payment: amount and fee back, coin in custody, member mailed, audited', async () => {
  const member = await newMember()
  const before = await getMemberBalances(testApp.app.db, member.id)
  const custody = await getBalance(testApp.app.db, 'custody:hot:USDT')
  const fees = await getBalance(testApp.app.db, FEES)
  const id = await paid(member)

  const proposal = await propose(id)
  await expect(propose(id)).rejects.toMatchObject({ code: 'already_proposed' })
  await expect(approve(proposal, ines)).rejects.toMatchObject({ code: 'second_admin' })
  await approve(proposal)

  expect(await read(id)).toMatchObject({
    status: 'reversed',
    reversalReason: REASON,
    reversedBy: ruth.label,
  })
  expect(await getMemberBalances(testApp.app.db, member.id)).toEqual(before)
  expect(await getBalance(testApp.app.db, 'custody:hot:USDT')).toBe(custody)
  expect(await getBalance(testApp.app.db, FEES)).toBe(fees)
  expect((await getFigures(testApp.app.db, member.id, testApp.app.clock.today())).withdrawn).toBe(
    0n,
  )

  expect(await findMail(testApp.app.db, member.email, 'withdrawal-reversed')).toMatchObject({
    data: { reason: REASON, source: 'balance' },
  })
  const events = await listAuditEvents(testApp.app.db, { subjectId: id })
  expect(events.map(({ action }) => action)).toContain('withdrawal.reversed')
  await expect(propose(id)).rejects.toMatchObject({ code: 'not_completed' })
})

test('a reason, a money role and a payment are needed', async () => {
  const member = await newMember()
  const id = await paid(member)
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })

  await expect(propose(id, ines, ' ')).rejects.toMatchObject({ code: 'reason_needed' })
  await expect(propose(id, support)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(propose('wdr_none')).rejects.toMatchObject({ code: 'not_found' })
  await expect(propose(await approved(member))).rejects.toMatchObject({ code: 'not_completed' })
})

test('the transaction of a reversed payment can be named for the withdrawal it paid', async () => {
  const txid = newTxid()
  const wrong = await paid(await newMember(), txid)
  const withdrawalId = await approved(await newMember())
  const mark = () => markPaid(testApp.app, ines, { withdrawalId, txid })

  await expect(mark()).rejects.toMatchObject({ code: 'txid_used' })
  await approve(await propose(wrong))
  expect((await mark()).status).toBe('completed')
})

test('a fee that was moved to capital is not taken from anywhere else', async () => {
  const id = await paid(await newMember())
  const proposal = await propose(id)
  const fees = await getBalance(testApp.app.db, FEES)
  await runInTransaction(testApp.app.db, (tx) =>
    post(tx, [transfer('take-fees', 'fees_taken', FEES, EQUITY, fees)]),
  )

  await expect(propose(id)).rejects.toMatchObject({ code: 'fees_taken' })
  await expect(approve(proposal)).rejects.toMatchObject({ code: 'fees_taken' })
})

test('the database reverses no payment without its approval, and a reversal never changes', async () => {
  const member = await newMember()
  await paid(member) // its fee is there for the reversal
  const id = await paid(member)
  const reverse = (approval: string, more = '') =>
    sql(
      `update withdrawal set status = 'reversed', reversed_at = closed_at, reversed_by = 'x',
        reversal_reason = $3, reversal_approval_id = $2${more} where id = $1`,
      [id, approval, REASON],
    )
  const proposal = await propose(id)

  await expect(reverse(proposal.id)).rejects.toThrow('reversed by two admins')
  await expect(reverse(proposal.id, ", txid = 'x'")).rejects.toThrow('does not change')
  await approve(proposal)
  await expect(
    sql("update withdrawal set reversal_reason = 'x' where id = $1", [id]),
  ).rejects.toThrow('does not change')
  await expect(
    sql("update withdrawal set status = 'completed' where id = $1", [id]),
  ).rejects.toThrow('does not change')
})

test('the checks notice a forged reversal, and one that differs from its approval', async () => {
  const member = await newMember()
  const stands = await paid(member)
  const reversed = await paid(member)
  await approve(await propose(reversed))

  const tampered = [
    `insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount,
        debit_balance, credit_balance, effective_date, reference, actor, reason, approval)
        select gen_random_uuid(), j.transfer_type, j.debit, j.credit, j.amount, null, 0,
          j.effective_date, '${stands}', j.actor, j.reason, j.approval from ledger.journal j
        where j.reference = '${reversed}' and j.transfer_type = 'withdrawal_reversed'`,
    `update withdrawal set reversal_reason = 'x' where id = '${reversed}'`,
    `update withdrawal set status = 'completed', reversed_at = null, reversed_by = null,
        reversal_reason = null, reversal_approval_id = null where id = '${reversed}'`,
    `update withdrawal set status = 'reversed', reversed_at = closed_at, reversed_by = 'x',
        reversal_reason = 'x', reversal_approval_id = 'x' where id = '${stands}'`,
  ]

  for (const tampering of tampered)
    expect(
      await findTampered(testApp.database, tampering, 'check_withdrawals(null)'),
      tampering,
    ).not.toEqual([])
})
