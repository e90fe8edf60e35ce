import { expect, test } from 'vitest'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp } from '../../../../tests/support/app.ts'
import { pdfPages } from '../../../../tests/support/pdf-text.ts'
import { proposeClearance } from '../commands/propose-clearance.ts'
import { createTestMonitoringCase } from '../testing.ts'
import { buildCaseFile } from './case-file.ts'

test('The file of a cleared case names the admin who proposed it and the one who approved.', async () => {
  const testApp = await createTestApp()
  const { app } = testApp
  const { admin: proposer } = await createTestAdmin(app, { role: 'finance' })
  const names = { firstName: 'Sam', lastName: 'Okafor' }
  const { admin: approver } = await createTestAdmin(app, { role: 'owner', ...names })
  const { found } = await createTestMonitoringCase(app)
  const reason = 'The sale of a flat, by the contract.'
  const { id, contentHash } = await proposeClearance(app, proposer, { caseId: found.id, reason })
  await decideProposal(app, approver, { id, contentHash, approve: true })

  const json = JSON.parse(await (await buildCaseFile(app, found.id, 'json')).text())
  expect(json.case).toMatchObject({ decidedBy: proposer.label, approvedBy: 'Sam Okafor' })

  const pdf = await buildCaseFile(app, found.id, 'pdf')
  const text = pdfPages(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join(' ')
  expect(text).toContain('approved by Sam Okafor')
  await testApp.close()
})
