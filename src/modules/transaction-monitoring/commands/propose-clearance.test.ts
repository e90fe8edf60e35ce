import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '#modules/approvals/steps/decide.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { type MonitoringCase, toClearanceContent } from '../model.ts'
import { getMonitoringCase, listMonitoringCases } from '../queries.ts'
import { createTestMonitoringCase } from '../testing.ts'
import { markSuspicious } from './mark-suspicious.ts'
import { openMonitoringCases } from './open-monitoring-cases.ts'
import { proposeClearance } from './propose-clearance.ts'

let testApp: TestApp
let ines: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner' })).admin
})
afterAll(() => testApp.close())

const reason = 'The sale of a flat, by the contract.'
const CLEARANCE = 'monitoring.clear'
const proposeFor = (caseId: string, by = ines) =>
  proposeClearance(testApp.app, by, { caseId, reason })
const approve = async (caseId: string) => {
  const { id, contentHash } = await proposeFor(caseId)
  return await decideProposal(testApp.app, ruth, { id, contentHash, approve: true })
}

test('A held withdrawal is approved once two admins have cleared it', async () => {
  const { app, database } = testApp
  const { found, withdrawalId } = await createTestMonitoringCase(app)

  const pay = () => approveReviewed(app, ines, withdrawalId)
  await expect(pay()).rejects.toMatchObject({ code: 'monitoring_hold', status: 409 })
  await expect(
    database.pool.query("update withdrawal set status = 'approved' where id = $1", [withdrawalId]),
  ).rejects.toThrow('held by monitoring')

  await approve(found.id)
  expect(await getMonitoringCase(app.db, found.id)).toMatchObject({ status: 'cleared', reason })
  expect(await pay()).toMatchObject({ status: 'approved' })
})

test('After a clearance, sums begin again', async () => {
  const { app } = testApp
  const { found, member } = await createTestMonitoringCase(app)
  await approve(found.id)

  app.clock.advance(60_000)
  const request = (amount: string) =>
    requestWithdrawal(app, member, { amount, method: 'USDT', address: TEST_ADDRESS })
  await request('99.99')
  await openMonitoringCases(app)
  expect(await listMonitoringCases(app.db, { memberId: member.id })).toHaveLength(1)

  app.clock.advance(1_000)
  await request('20')
  await openMonitoringCases(app)
  expect(await listMonitoringCases(app.db, { memberId: member.id })).toHaveLength(2)
})

test('A clearance needs another admin, who sees which transaction it is about', async () => {
  const { app } = testApp
  const { found, member, withdrawalId } = await createTestMonitoringCase(app)
  const proposal = await proposeFor(found.id)
  expect(proposal.content).toMatchObject({ memberId: member.id, transaction: withdrawalId })

  await expect(proposeFor(found.id, ruth)).rejects.toMatchObject({ code: 'already_proposed' })
  const { id, contentHash } = proposal
  await expect(decideProposal(app, ines, { id, contentHash, approve: true })).rejects.toMatchObject(
    { code: 'second_admin' },
  )
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  await expect(proposeFor(found.id, support)).rejects.toMatchObject({ code: 'role_missing' })
  expect(await getMonitoringCase(app.db, found.id)).toMatchObject({ status: 'open' })
})

test('A cleared case stays cleared, and a reason is needed', async () => {
  const { app } = testApp
  const { found } = await createTestMonitoringCase(app)
  await expect(
    proposeClearance(app, ines, { caseId: found.id, reason: '  ' }),
  ).rejects.toMatchObject({ code: 'reason_needed', field: 'reason' })
  await expect(proposeFor('mon_none')).rejects.toMatchObject({ code: 'not_found', status: 404 })

  await approve(found.id)
  await expect(proposeFor(found.id)).rejects.toMatchObject({ code: 'case_decided' })
  await expect(markSuspicious(app, ines, { caseId: found.id, reason })).rejects.toMatchObject({
    code: 'case_decided',
  })
})

test('The second admin reads whether the case was called suspicious', async () => {
  const { found } = await createTestMonitoringCase(testApp.app)
  const first = await proposeFor(found.id)
  expect(first.content).toMatchObject({ confirmed: 'Not decided' })

  await markSuspicious(testApp.app, ines, { caseId: found.id, reason })
  await decideProposal(testApp.app, ruth, { ...first, approve: false, reason: 'See the new one.' })
  const second = await proposeFor(found.id)
  expect(second.content).toMatchObject({ confirmed: 'Called suspicious' })
})

test('A clearance proposed before the transaction was suspicious is not carried out', async () => {
  const { app } = testApp
  const { found } = await createTestMonitoringCase(app)
  const { id, contentHash } = await proposeFor(found.id)
  await markSuspicious(app, ines, { caseId: found.id, reason })

  await expect(decideProposal(app, ruth, { id, contentHash, approve: true })).rejects.toMatchObject(
    { code: 'changed_meanwhile', status: 409 },
  )
  expect(await getMonitoringCase(app.db, found.id)).toMatchObject({ status: 'suspicious' })
})

test('The database clears a case only if two admins agreed to this case and this reason', async () => {
  const { app, database } = testApp
  const { found } = await createTestMonitoringCase(app)
  const { found: other } = await createTestMonitoringCase(app)
  const clear = (approval: string) =>
    database.pool.query(
      `update monitoring_case set status = 'cleared', decided_at = now(), decided_by = $2,
        reason = $3, approval_id = $4 where id = $1`,
      [found.id, ines.id, reason, approval],
    )
  const decideAs = async (about: MonitoringCase, because: string, isApproved: boolean) => {
    const content = toClearanceContent(about, because)
    return await app.db.transaction().execute(async (tx) => {
      const subjectId = found.id
      const proposal = await propose(tx, app, ines, { permission: CLEARANCE, subjectId, content })
      const { id, contentHash } = proposal
      const why = isApproved ? {} : { reason: 'The contract is missing.' }
      await decide(tx, app, ruth, proposal, { approve: isApproved, contentHash, ...why })
      return id
    })
  }

  await expect(clear('prp_none')).rejects.toThrow('two admins')
  await expect(clear(await decideAs(found, reason, false))).rejects.toThrow('two admins')
  await expect(clear(await decideAs(found, 'Because.', true))).rejects.toThrow('two admins')
  await expect(clear(await decideAs(other, reason, true))).rejects.toThrow('two admins')
  await clear(await decideAs(found, reason, true))
})

test('The database changes no facts of a case, and deletes none', async () => {
  const { app, database } = testApp
  const { found } = await createTestMonitoringCase(app)
  const change = (also: string) =>
    database.owner.query(
      `update monitoring_case set status = 'suspicious', decided_at = now(), decided_by = $2,
        reason = 'Yes.'${also} where id = $1`,
      [found.id, ines.id],
    )

  await expect(change(", rule = 'frequency'")).rejects.toThrow('do not change')
  await expect(
    database.owner.query('delete from monitoring_case where id = $1', [found.id]),
  ).rejects.toThrow()
  await change('')
})
