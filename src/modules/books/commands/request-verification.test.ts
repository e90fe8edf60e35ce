import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { VERIFICATION_LIMIT_MS } from '../model.ts'
import { findVerification, listVerifications } from '../queries/verifications.ts'
import { requestVerification } from './request-verification.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('One reading goes on at a time; one that says nothing any more is given up when the next is asked for', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'finance' })
  const { admin: viewer } = await anAdmin(app, { role: 'viewer' })

  await expect(requestVerification(app, viewer)).rejects.toMatchObject({ code: 'role_missing' })

  const first = await requestVerification(app, admin)
  await expect(requestVerification(app, admin)).rejects.toMatchObject({ code: 'already_verifying' })

  app.clock.advance(VERIFICATION_LIMIT_MS + 1)
  await requestVerification(app, admin)

  expect((await findVerification(app.db, first))?.failed).toMatch(/given up/)
  expect(await listVerifications(app.db)).toHaveLength(2)
})
