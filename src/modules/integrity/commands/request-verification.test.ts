import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { VERIFICATION_LIMIT_MS } from '../model.ts'
import { findVerification, listVerifications } from '../queries/verifications.ts'
import { requestVerification } from './request-verification.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('One verification runs at a time, and a stalled one is replaced.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await expect(requestVerification(app, viewer)).rejects.toMatchObject({ code: 'role_missing' })

  const first = await requestVerification(app, admin)
  await expect(requestVerification(app, admin)).rejects.toMatchObject({ code: 'already_verifying' })

  app.clock.advance(VERIFICATION_LIMIT_MS + 1)
  await requestVerification(app, admin)

  expect((await findVerification(app.db, first))?.failed).toMatch(/was replaced/)
  expect(await listVerifications(app.db)).toHaveLength(2)
})
