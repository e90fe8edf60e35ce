import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { assertConsented, listConsents, listMissingConsents } from '../queries.ts'
import { createTestMember } from '../testing.ts'
import { giveConsent } from './give-consent.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const newTexts = (terms: string, riskDisclosure = '2026-11-01') =>
  testApp.app.db
    .transaction()
    .execute((tx) =>
      setSetting(
        tx,
        'legal',
        { terms, riskDisclosure },
        { by: 'adm_x', at: testApp.app.clock.now() },
      ),
    )
const missing = async (id: string) =>
  (await listMissingConsents(testApp.app.db, testApp.app.config, id)).map(
    ({ document, version }) => `${document} ${version}`,
  )

test('New terms require consent, and earlier consents retain their statements.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  expect(await missing(member.id)).toEqual([])

  await newTexts('2026-12-01')
  expect(await missing(member.id)).toEqual(['terms 2026-12-01'])
  await expect(assertConsented(app.db, app.config, member.id)).rejects.toMatchObject({
    code: 'consent_needed',
    status: 403,
  })

  app.clock.advance(60_000)
  await giveConsent(app, member, { version: '2026-12-01/2026-11-01', sessionId })
  await giveConsent(app, member, { version: '2026-12-01/2026-11-01', sessionId })

  expect(await missing(member.id)).toEqual([])

  await assertConsented(app.db, app.config, member.id)

  const consents = await listConsents(app.db, member.id)
  expect(consents.map(({ document, version }) => `${document} ${version}`)).toEqual([
    'risk-disclosure 2026-11-01',
    'terms 2026-11-01',
    'terms 2026-12-01',
  ])

  expect(consents[2]).toMatchObject({
    statement: 'I’ve read and accept the Terms of Use (version of 1 Dec 2026).',
    shownAt: app.clock.now(),
    sessionId,
  })
  expect(consents[0], 'there is no session at sign-up').toMatchObject({ sessionId: null })
})

test('Consent to a text that has changed since it was displayed is rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)

  await newTexts('2027-01-01', '2027-01-01')
  await expect(
    giveConsent(app, member, { version: '2026-12-01/2026-11-01', sessionId }),
  ).rejects.toMatchObject({
    code: 'consent_outdated',
    field: 'consentVersion',
  })

  expect(await missing(member.id)).toHaveLength(2)
})
