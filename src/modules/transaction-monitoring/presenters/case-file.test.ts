import { expect, test } from 'vitest'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { makeVerified, TEST_DETAILS } from '#modules/verification/testing.ts'
import { createTestApp } from '../../../../tests/support/app.ts'
import { pdfPages } from '../../../../tests/support/pdf-text.ts'
import { openMonitoringCases } from '../commands/open-monitoring-cases.ts'
import { proposeClearance } from '../commands/propose-clearance.ts'
import { listMonitoringCases } from '../queries.ts'
import { createTestMonitoringCase, setMonitoringRules } from '../testing.ts'
import { buildCaseFile } from './case-file.ts'

test('The file of a cleared case names the admins who proposed and approved it.', async () => {
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

test('The file of a deposit has the address it was shown, and the member’s contacts.', async () => {
  const testApp = await createTestApp()
  const { app } = testApp
  await setMonitoringRules(app, { sumFrom: '100000' })
  const { id: planId } = await createPublishedPlan(app)
  const { member } = await createTestMember(app)
  const { address } = await createPendingDeposit(app, member, { planId, amount: '1000' })
  await openMonitoringCases(app)
  const [found] = await listMonitoringCases(app.db, { memberId: member.id })

  const json = JSON.parse(await (await buildCaseFile(app, found?.id ?? '', 'json')).text())
  expect(address).not.toBe('')
  expect(json.case.transaction).toMatchObject({ kind: 'deposit', address })
  const { email, country, phoneNumber } = member
  expect(json.case.member, 'an authority reads how to reach the member').toMatchObject({
    email,
    country,
    phoneNumber,
  })

  const pdf = await buildCaseFile(app, found?.id ?? '', 'pdf')
  const text = pdfPages(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join(' ')
  expect(text).toContain('Receiving address')
  expect(text).toContain(member.email)
  await testApp.close()
})

test('The file has the date of birth and the home address that were verified, and none of a closed account.', async () => {
  const testApp = await createTestApp()
  const { app } = testApp
  const { member, found } = await createTestMonitoringCase(app)
  await makeVerified(app, member.id, 'basic')
  const read = async () => {
    const { case: one } = JSON.parse(await (await buildCaseFile(app, found.id, 'json')).text())
    const pdf = await buildCaseFile(app, found.id, 'pdf')
    const text = pdfPages(Buffer.from(await pdf.arrayBuffer()))
      .flat()
      .join(' ')
    return { member: one.member, text }
  }

  const { birthDate, nationality, country, street, city, postalCode } = TEST_DETAILS
  const open = await read()
  expect(open.member.verified).toMatchObject({
    name: member.label,
    birthDate,
    nationality,
    address: { street, postalCode, city, country },
  })
  expect(open.text).toContain(birthDate)
  expect(open.text).toContain(`${street}, ${postalCode} ${city}, ${country}`)

  await testApp.database.owner.query(
    `update member set status = 'closed', closed_at = $2, email = id || '@closed.invalid',
      country = 'ZZ', phone_number = '' where id = $1`,
    [member.id, app.clock.now()],
  )
  const closed = await read()
  const nothing = { email: null, phoneNumber: null, country: null, verified: null }
  expect(closed.member).toMatchObject(nothing)
  expect(closed.text).not.toContain(birthDate)
  expect(closed.text).not.toContain('closed.invalid')
  expect(closed.text).toContain('Closed')
  await testApp.close()
})
