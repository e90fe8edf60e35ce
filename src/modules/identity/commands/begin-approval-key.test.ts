import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestAdmin } from '../testing.ts'
import { beginApprovalKey } from './begin-approval-key.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('An approval key is not a passkey to log in with, and verifies its person.', async () => {
  const { admin, sessionId } = await createTestAdmin(testApp.app)
  const options = await beginApprovalKey(testApp.app, admin, sessionId)

  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(`${admin.id}/approvals`)
  expect(options.user.name).toBe(`${admin.email} (approvals)`)
  expect(options.authenticatorSelection).toMatchObject({
    residentKey: 'discouraged',
    userVerification: 'required',
  })
})

test('A viewer, who approves nothing, has no approval key.', async () => {
  const { admin, sessionId } = await createTestAdmin(testApp.app, { role: 'viewer' })
  await expect(beginApprovalKey(testApp.app, admin, sessionId)).rejects.toMatchObject({
    code: 'role_missing',
  })
})
