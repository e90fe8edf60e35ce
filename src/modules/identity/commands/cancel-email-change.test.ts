import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findEmailChange } from '../queries.ts'
import {
  createTestMember,
  createTestVisitor,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changeEmail } from './change-email.ts'
import { requestEmailChange } from './request-email-change.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A cancelled change cannot be confirmed; cancelling without one is no error.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const email = 'taken-back@example.org'

  await requestEmailChange(app, member, { email, password: SAMPLE_PASSWORD })

  const token = await readMailedToken(app, email, 'confirm-new-email')
  await cancelEmailChange(app, member)
  await cancelEmailChange(app, member)

  expect(await findEmailChange(app.db, member.id, app.clock.now())).toBeNull()
  await expect(changeEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('Another member’s change is not cancelled.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { member: other } = await createTestMember(app)

  await requestEmailChange(app, member, {
    email: 'stays-asked@example.org',
    password: SAMPLE_PASSWORD,
  })
  await cancelEmailChange(app, other)

  expect(await findEmailChange(app.db, member.id, app.clock.now())).not.toBeNull()
})
