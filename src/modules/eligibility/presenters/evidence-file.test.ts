import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { confirmMatch } from '#modules/compliance/commands/confirm-match.ts'
import { proposeDismissal } from '#modules/compliance/commands/propose-dismissal.ts'
import { createTestCase } from '#modules/compliance/testing.ts'
import { giveConsent } from '#modules/identity/commands/give-consent.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { proposeRefusal } from '#modules/verification/commands/propose-refusal.ts'
import { createSubmitted, passTest, TEST_DETAILS } from '#modules/verification/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { pdfPages } from '../../../../tests/support/pdf-text.ts'
import { hashShown } from '../queries.ts'
import { buildEvidenceFile } from './evidence-file.ts'
import { renderEvidencePdf } from './evidence-pdf.ts'

const reason = 'Another date of birth, by the passport.'

let testApp: TestApp
let ines: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ines = (await createTestAdmin(testApp.app, { role: 'finance', lastName: 'Carvalho' })).admin
  ruth = (await createTestAdmin(testApp.app, { role: 'owner', lastName: 'Adler' })).admin
})
afterAll(() => testApp.close())

/** Returns the file, and the lines and the text of its PDF. */
const readEvidence = async (memberId: string) => {
  const file = await buildEvidenceFile(testApp.app, memberId, null)
  const lines = pdfPages(await renderEvidencePdf(testApp.app, file)).flat()

  return { file, lines, pdf: lines.join(' ') }
}

test('The evidence has text, time and session of each tick, also after new terms', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const signedUpAt = app.clock.now()
  const texts = { terms: '2026-12-01', riskDisclosure: '2026-11-01' }
  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'legal', texts, { by: ruth.id, at: signedUpAt }))
  app.clock.advance(60_000)
  await giveConsent(app, member, { version: '2026-12-01/2026-11-01', sessionId })

  const { file, pdf } = await readEvidence(member.id)
  expect(
    file.consents.map(({ document, version, at, session }) => [document, version, at, session]),
  ).toEqual([
    ['risk-disclosure', '2026-11-01', signedUpAt, null],
    ['terms', '2026-11-01', signedUpAt, null],
    ['terms', '2026-12-01', app.clock.now(), sessionId],
  ])
  for (const { statement, statementSha256 } of file.consents)
    expect(statementSha256).toBe(hashShown(statement))

  expect(pdf).toContain('terms, version 2026-12-01')
  expect(pdf).toContain('I’ve read and accept the Terms of Use (version of 1 Dec 2026).')
  expect(pdf).toContain(`Session ${sessionId}`)
  expect(pdf).toContain('No session recorded, as at sign-up')
})

test('The evidence names who decided and approved each check and case, and when', async () => {
  const { app } = testApp
  const { member, found } = await createTestCase(app)
  const passed = await createSubmitted(app, member)
  await passTest(app, ines, passed)
  await confirmMatch(app, ines, { caseId: found.id, reason })
  expect((await readEvidence(member.id)).file.screening).toMatchObject([
    { status: 'true_match', decidedBy: ines.label, approvedBy: null },
  ])

  const dismissal = await proposeDismissal(app, ines, { caseId: found.id, reason })
  await decideProposal(app, ruth, { ...dismissal, approve: true })
  const { file, pdf } = await readEvidence(member.id)
  const decided = { decidedBy: ines.label, decidedAt: app.clock.now() }
  expect(file.screening).toMatchObject([
    { ...decided, status: 'false_positive', approvedBy: ruth.label, reason },
  ])
  expect(file.verifications).toMatchObject([
    { ...decided, status: 'passed', approvedBy: null, checklist: { name: true } },
  ])
  const { birthDate, nationality, country, street, city, postalCode } = TEST_DETAILS
  expect(file.member.verified, 'an authority identifies the member by these').toEqual({
    name: member.label,
    birthDate,
    nationality,
    address: { street, postalCode, city, country },
    verifiedAt: app.clock.now(),
  })
  expect(pdf).toContain(birthDate)
  expect(pdf).toContain(`${street}, ${postalCode} ${city}, ${country}`)
  expect(pdf).toContain(`by ${ines.label}, approved`)
  expect(pdf).toContain(`by ${ruth.label}`)
})

test('The evidence names both admins of a refusal, and has no heading without a row', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id: verificationId } = await createSubmitted(app, member)
  const refusal = await proposeRefusal(app, ines, { verificationId, reason })
  await decideProposal(app, ruth, { ...refusal, approve: true })

  const { file, lines } = await readEvidence(member.id)
  expect(file.verifications).toMatchObject([
    { status: 'refused', decidedBy: ines.label, approvedBy: ruth.label },
  ])
  expect(file.member.verified, 'what was refused is not verified').toBeNull()
  expect(lines).toEqual(expect.arrayContaining(['Consents', 'Verifications of identity']))
  expect(lines).not.toContain('Screening')
  expect(lines).not.toContain('Passed checks')
})
