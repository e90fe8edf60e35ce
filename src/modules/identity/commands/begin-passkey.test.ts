import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addTestPasskey, createTestMember } from '../testing.ts'
import { beginPasskey } from './begin-passkey.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('The browser is asked for a discoverable passkey of this site, not one it has.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const before = await beginPasskey(app, member, sessionId)

  expect(before).toMatchObject({
    rp: { id: 'localhost', name: 'Candor' },
    user: { name: member.email, displayName: member.label },
    authenticatorSelection: { residentKey: 'required' },
    excludeCredentials: [],
  })

  const { device } = await addTestPasskey(app, member, sessionId)
  const after = await beginPasskey(app, member, sessionId)
  const { id } = device.use({ challenge: 'any' })

  expect(after.excludeCredentials).toEqual([{ id, transports: ['internal'], type: 'public-key' }])
  expect(after.challenge).not.toBe(before.challenge)
})

test('A person has at most ten passkeys.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)

  for (let made = 0; made < 10; made++) await addTestPasskey(app, member, sessionId)
  await expect(beginPasskey(app, member, sessionId)).rejects.toMatchObject({
    code: 'too_many_passkeys',
  })
})
