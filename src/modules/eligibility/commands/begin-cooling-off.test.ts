import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { formatCoolingOff } from '../model.ts'
import { listEvidence } from '../queries.ts'
import { getSampleRules, publishTestRules } from '../testing.ts'
import { beginCoolingOff } from './begin-cooling-off.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const { admin: owner } = await createTestAdmin(testApp.app)
  const { admin: second } = await createTestAdmin(testApp.app, { role: 'finance' })
  await publishTestRules(testApp.app, { owner, second }, getSampleRules('united-kingdom'))
})
afterAll(() => testApp.close())

const sessionId = 'ses_test'

test('the period begins once, and its end is known', async () => {
  const { member } = await createTestMember(testApp.app, {
    country: 'GB',
    phoneNumber: '+44 20 7946 0018',
  })

  expect(await beginCoolingOff(testApp.app, member, { sessionId })).toEqual(
    new Date('2026-11-21T12:00:00Z'),
  )
  await expect(beginCoolingOff(testApp.app, member, { sessionId })).rejects.toMatchObject({
    code: 'cooling_off_begun',
    status: 409,
  })
  expect(await listEvidence(testApp.app.db, member.id)).toMatchObject([
    {
      kind: 'cooling_off',
      textId: 'united-kingdom',
      content: { shown: formatCoolingOff(24) },
    },
  ])
})

test('a country without one begins none', async () => {
  const { member } = await createTestMember(testApp.app)
  await expect(beginCoolingOff(testApp.app, member, { sessionId })).rejects.toMatchObject({
    code: 'no_cooling_off',
  })
})
