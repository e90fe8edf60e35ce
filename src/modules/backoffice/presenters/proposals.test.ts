import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DAY_MS } from '#lib/dates.ts'
import { findOpenProposal, listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { proposeRules } from '#modules/eligibility/commands/propose-rules.ts'
import { getSampleRules, publishTestRules } from '#modules/eligibility/testing.ts'
import { addApprovalKey } from '#modules/identity/commands/add-approval-key.ts'
import { beginApprovalKey } from '#modules/identity/commands/begin-approval-key.ts'
import { createSoftPasskey, createTestAdmin } from '#modules/identity/testing.ts'
import { proposeClearance } from '#modules/transaction-monitoring/commands/propose-clearance.ts'
import { createTestMonitoringCase } from '#modules/transaction-monitoring/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { buildContentRows } from '../components/approval-content.tsx'
import { formatProposalSubject } from '../components/approval-labels.tsx'
import type { ProposalDetails } from '../components/calls.tsx'
import { buildProposalDetails } from './proposals.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('The admin who confirms an approval key sees whose it is, and the whole SHA-256 of the key.', async () => {
  const { app } = testApp
  const ruth = await createTestAdmin(app, { role: 'owner' })
  const sam = await createTestAdmin(app, { role: 'support', firstName: 'Sam', lastName: 'Okafor' })
  const options = { ...(await beginApprovalKey(app, sam.admin, sam.sessionId)) }
  const passkey = createSoftPasskey(app.config).make(options)
  const { sessionId } = sam
  const { id, first } = await addApprovalKey(app, sam.admin, { passkey, sessionId })
  expect(first).toBe(false)

  const proposal = await findOpenProposal(app.db, 'approval-key.add', id, app.clock.now())
  if (!proposal) throw new Error('the key waits for another admin')
  const details = (await buildProposalDetails(app, ruth.admin, proposal)) as unknown
  const shown = details as ProposalDetails

  expect(formatProposalSubject(shown)).toBe('Sam Okafor')
  const rows = buildContentRows(shown)
  expect(rows.find(({ label }) => label === 'Staff member')?.value).toBe('Sam Okafor')
  const [key] = await listOwnApprovalKeys(app.db, sam.admin.id)
  const hash = createHash('sha256')
    .update(key?.publicKey ?? '')
    .digest('hex')
  const sha256 = rows.find(({ label }) => label === 'Key (SHA-256)')?.value
  expect(sha256).toMatchObject({ props: { children: hash } })
})

test('Who clears a held transaction sees its rule, its case and a link to it.', async () => {
  const { app } = testApp
  const ruth = await createTestAdmin(app, { role: 'owner' })
  const { admin: proposer } = await createTestAdmin(app, { role: 'finance' })
  const { found, withdrawalId } = await createTestMonitoringCase(app)
  const reason = 'Checked the source of funds.'
  const proposal = await proposeClearance(app, proposer, { caseId: found.id, reason })
  const details = (await buildProposalDetails(app, ruth.admin, proposal)) as unknown

  const rows = buildContentRows(details as ProposalDetails)
  const find = (name: string) => rows.find(({ label }) => label === name)?.value
  expect(find('Rule')).toBe('Large sum')
  expect(find('Monitoring case')).toMatchObject({ props: { children: found.id } })
  expect(find('Transaction')).toMatchObject({
    props: { to: `/admin-dashboard/withdrawals?open=${withdrawalId}`, children: 'Withdrawal' },
  })
  expect(find('Screening case (SHA-256)')).toBeUndefined()
})

test('The admin who approves rules reads from when they apply, and which countries get stricter.', async () => {
  const { app } = testApp
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  const { admin: owner } = await createTestAdmin(app, { role: 'owner' })
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const mild = { ...getSampleRules('default'), key: 'test-rules', countries: ['DE', 'FR'] }
  await publishTestRules(app, { owner, second }, mild)
  const { operations } = mild
  const withdraw = { ...operations.withdraw, needs: ['warning'] }
  const strict = { ...mild, version: 2, operations: { ...operations, withdraw } }
  const effectiveFrom = addDays(app.clock.today(), 30)
  const proposal = await proposeRules(live, owner, { rules: JSON.stringify(strict), effectiveFrom })

  const readRows = async () => {
    const details = (await buildProposalDetails(live, second, proposal)) as unknown
    return buildContentRows(details as ProposalDetails)
      .filter(({ label }) => label === 'On approval')
      .map(({ value }) => value)
  }
  expect(await readRows()).toEqual([
    'If approved today, these rules apply from 20 Dec 2026.',
    'From 20 Dec 2026 a withdrawal requires more in Germany and France: confirming that you ' +
      'have read the risk warning. Members there are emailed on approval.',
  ])

  app.clock.advance(2 * DAY_MS)
  expect((await readRows())[0]).toBe(
    'If approved today, these rules apply from 22 Dec 2026, not from 20 Dec 2026 as ' +
      'proposed: rules that require more of a withdrawal apply 30 days after the approval at the ' +
      'earliest.',
  )
})
