import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type ScreeningCase, toDismissalContent } from '../model.ts'
import { buildCaseResponses } from '../presenters/cases.ts'
import { getCase } from '../queries.ts'
import { buildTestParty, createTestCase, loadTestList } from '../testing.ts'
import { confirmMatch } from './confirm-match.ts'
import { proposeDismissal } from './propose-dismissal.ts'
import { screenMembers } from './screen-members.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(() => testApp.close())

const reason = 'Another date of birth, by the passport.'
const DISMISSAL = 'screening.dismiss'
const proposeFor = (caseId: string, by = ines) =>
  proposeDismissal(testApp.app, by, { caseId, reason })
const approve = async (caseId: string) => {
  const { id, contentHash } = await proposeFor(caseId)
  return await decideProposal(testApp.app, ruth, { id, contentHash, approve: true })
}

test('An open case stops credits and payouts, in the database too, until two admins dismiss it', async () => {
  const { app, database } = testApp
  const { member, found } = await createTestCase(app)
  const { id: planId } = await createPublishedPlan(app)
  const deposit = await createPendingDeposit(app, member, { planId, amount: '1000' })
  await fundMember(app, member.id, { cash: 50_000n })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  const withdrawal = await requestWithdrawal(app, member, input)

  const credit = () => confirmDeposit(app, ines, { depositId: deposit.id })
  const pay = () => approveReviewed(app, ines, withdrawal.id)
  await expect(credit()).rejects.toMatchObject({ code: 'screening_hold', status: 409 })
  await expect(pay()).rejects.toMatchObject({ code: 'screening_hold', status: 409 })
  for (const [table, status, id] of [
    ['deposit', 'completed', deposit.id],
    ['withdrawal', 'approved', withdrawal.id],
  ])
    await expect(
      database.pool.query(`update ${table} set status = $1 where id = $2`, [status, id]),
    ).rejects.toThrow('held by screening')

  await approve(found.id)
  expect(await buildCaseResponses(app, [await getCase(app.db, found.id)])).toMatchObject([
    { decidedBy: ines.label, approvedBy: ruth.label },
  ])
  expect(await credit()).toMatchObject({ status: 'completed' })
  expect(await pay()).toMatchObject({ status: 'approved' })
})

test('A dismissal needs another admin, who sees which case it is about', async () => {
  const { app } = testApp
  const { found, member } = await createTestCase(app)
  const proposal = await proposeFor(found.id)
  expect(proposal.content).toMatchObject({ memberId: member.id, matchedName: found.matchedName })

  await expect(proposeFor(found.id, ruth)).rejects.toMatchObject({ code: 'already_proposed' })
  const { id, contentHash } = proposal
  await expect(decideProposal(app, ines, { id, contentHash, approve: true })).rejects.toMatchObject(
    { code: 'second_admin' },
  )
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  await expect(proposeFor(found.id, support)).rejects.toMatchObject({ code: 'role_missing' })
  expect(await getCase(app.db, found.id)).toMatchObject({ status: 'open' })
})

test('The database dismisses a case only if two admins agreed to this case and this reason', async () => {
  const { app, database } = testApp
  const { found } = await createTestCase(app)
  const { found: other } = await createTestCase(app)
  const dismiss = (approval: string) =>
    database.pool.query(
      `update screening_case set status = 'false_positive', decided_at = now(), decided_by = $2,
        reason = $3, approval_id = $4 where id = $1`,
      [found.id, ines.id, reason, approval],
    )
  const decideAs = async (about: ScreeningCase, because: string, isApproved: boolean) => {
    const content = toDismissalContent(about, because)
    return await app.db.transaction().execute(async (tx) => {
      const subjectId = found.id
      const proposal = await propose(tx, app, ines, { permission: DISMISSAL, subjectId, content })
      const { id, contentHash } = proposal
      const why = isApproved ? {} : { reason: 'The passport is missing.' }
      await decide(tx, app, ruth, proposal, { approve: isApproved, contentHash, ...why })
      return id
    })
  }

  await expect(dismiss('prp_none')).rejects.toThrow('two admins')
  await expect(dismiss(await decideAs(found, reason, false))).rejects.toThrow('two admins')
  await expect(dismiss(await decideAs(found, 'Because.', true))).rejects.toThrow('two admins')
  await expect(dismiss(await decideAs(other, reason, true))).rejects.toThrow('two admins')
  await dismiss(await decideAs(found, reason, true))
})

test('The database changes no facts of a case, and deletes none', async () => {
  const { app, database } = testApp
  const { found } = await createTestCase(app)
  const confirm = (also: string) =>
    database.owner.query(
      `update screening_case set status = 'true_match', decided_at = now(), decided_by = $2,
        reason = 'Yes.'${also} where id = $1`,
      [found.id, ines.id],
    )

  await expect(confirm(", matched_name = 'Other'")).rejects.toThrow('do not change')
  await expect(
    database.owner.query('delete from screening_case where id = $1', [found.id]),
  ).rejects.toThrow()
  await confirm('')
})

test('Two admins dismiss a match that was confirmed by mistake, and a dismissed case stays dismissed', async () => {
  const { app } = testApp
  const { found } = await createTestCase(app)
  await confirmMatch(app, ines, { caseId: found.id, reason })
  await approve(found.id)

  expect(await getCase(app.db, found.id)).toMatchObject({ status: 'false_positive', reason })
  await expect(proposeFor(found.id)).rejects.toMatchObject({ code: 'case_decided' })
  await expect(confirmMatch(app, ines, { caseId: found.id, reason })).rejects.toMatchObject({
    code: 'case_decided',
  })
})

test('A dismissal proposed before the match was confirmed is not carried out', async () => {
  const { app } = testApp
  const { found } = await createTestCase(app)
  const { id, contentHash } = await proposeFor(found.id)
  await confirmMatch(app, ines, { caseId: found.id, reason })

  await expect(decideProposal(app, ruth, { id, contentHash, approve: true })).rejects.toMatchObject(
    { code: 'confirmed_meanwhile', status: 409 },
  )
  expect(await getCase(app.db, found.id)).toMatchObject({ status: 'true_match' })
})

test('A withdrawal approved before its member got a case is in no new payout batch', async () => {
  const { app } = testApp
  const { member, found, party } = await createTestCase(app)
  await approve(found.id)
  await fundMember(app, member.id, { cash: 50_000n })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, member, input)
  await approveReviewed(app, ines, id)

  await loadTestList(app, [buildTestParty({ names: party.names, birthDates: ['1970'] })], 'eu')
  await screenMembers(app)

  await expect(
    createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds: [id] }),
  ).rejects.toMatchObject({ code: 'not_exportable' })
})
