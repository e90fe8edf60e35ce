import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import { addTestAuthenticator, createTestMember, generateAppCode } from '../testing.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A secret is shown once, stored encrypted, inactive until a code confirms it.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { secret, uri } = await beginAuthenticator(app, member)

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(
    `otpauth://totp/Candor:${encodeURIComponent(member.email)}?secret=${secret}&issuer=Candor`,
  )
  expect((await getFactors(app.db, member.id)).authenticatorSince).toBeNull()

  const { rows } = await database.owner.query(
    'select encrypted_secret from authenticator where person_id = $1',
    [member.id],
  )
  expect(rows[0].encrypted_secret).toHaveLength(49)
})

test('A second setup replaces the secret, and the first one no longer confirms.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const first = await beginAuthenticator(app, member)
  const second = await beginAuthenticator(app, member)

  expect(second.secret).not.toBe(first.secret)

  const code = generateAppCode(app, first.secret)
  await expect(confirmAuthenticator(app, member, { code, sessionId })).rejects.toMatchObject({
    code: 'factor_wrong',
  })
})

test('No second authenticator is set up while one is active.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)

  await expect(beginAuthenticator(app, member)).rejects.toMatchObject({
    code: 'factor_exists',
    status: 409,
  })
})
