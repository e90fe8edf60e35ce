import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getRequiredWarning } from '../model.ts'
import { hashShown, listEvidence, loadEligibility } from '../queries.ts'
import { acknowledgeTestWarning, getSampleRules } from '../testing.ts'
import { acknowledgeWarning } from './acknowledge-warning.ts'

const SHIPPED = getSampleRules('default')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('the text, its version and its hash are evidence, with the session', async () => {
  const { member } = await createTestMember(testApp.app)
  await acknowledgeTestWarning(testApp.app, member, SHIPPED)

  const { text } = SHIPPED.texts.riskWarning
  expect(await listEvidence(testApp.app.db, member.id)).toMatchObject([
    {
      kind: 'warning',
      textId: 'risk-default',
      textVersion: '1',
      textSha256: hashShown(text),
      content: { shown: text, answered: { ticked: 'I have read this warning and understand it.' } },
      sessionId: 'ses_test',
      at: testApp.app.clock.now(),
    },
  ])
  const { facts } = await loadEligibility(testApp.app.db, testApp.app, member.id)
  expect(facts.warnings).toEqual(['risk-default/1'])
})

test('a warning that isn’t confirmed is not acknowledged', async () => {
  const { member } = await createTestMember(testApp.app)
  const { id: textId, version, text } = getRequiredWarning(SHIPPED)

  await expect(
    acknowledgeWarning(testApp.app, member, {
      textId,
      version,
      sha256: hashShown(text),
      confirmed: false,
      sessionId: 'ses_test',
    }),
  ).rejects.toMatchObject({ code: 'confirmation_needed', field: 'confirmed' })
})

test.each([
  ['version', { version: '0' }],
  ['id', { textId: 'risk-uk' }],
  ['hash', { sha256: hashShown('You can’t lose anything.') }],
])('a text of another %s is not acknowledged', async (_, changed) => {
  const { member } = await createTestMember(testApp.app)
  const { id: textId, version, text } = getRequiredWarning(SHIPPED)
  const shown = { textId, version, sha256: hashShown(text), confirmed: true, sessionId: 'ses_test' }

  await expect(
    acknowledgeWarning(testApp.app, member, { ...shown, ...changed }),
  ).rejects.toMatchObject({ code: 'text_changed', status: 409 })
  expect(await listEvidence(testApp.app.db, member.id)).toEqual([])
})
