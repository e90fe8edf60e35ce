import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addTestAuthenticator, createTestMember } from '../testing.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { stepUpSession } from './step-up-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('New codes replace the old ones.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { codes } = await addTestAuthenticator(app, member, sessionId)
  const renewed = await renewRecoveryCodes(app, member)

  expect(renewed).toHaveLength(10)
  await expect(
    stepUpSession(app, member, sessionId, { recoveryCode: codes[0] }),
  ).rejects.toMatchObject({
    code: 'factor_wrong',
  })
  expect(
    await stepUpSession(app, member, sessionId, { recoveryCode: renewed[0]?.toUpperCase() }),
  ).toMatchObject({
    by: 'recovery-code',
  })
})

test('Without a second factor there are no recovery codes.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(renewRecoveryCodes(app, member)).rejects.toMatchObject({ code: 'factor_missing' })
})

test('The database stores no code in plain text.', async () => {
  const { app, database } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { codes } = await addTestAuthenticator(app, member, sessionId)
  const { rows } = await database.owner.query(
    'select recovery_code::text as all from recovery_code',
  )
  const storedText = rows.map((row) => row.all).join()

  for (const code of codes) {
    expect(storedText).not.toContain(code)
    expect(storedText).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'))
  }
})

test('Of concurrent renewals, the codes of one work: there are ten, not twenty.', async () => {
  const { app, database } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)
  await Promise.all(Array.from({ length: 8 }, () => renewRecoveryCodes(app, member)))

  const unusedCodesQuery = 'select from recovery_code where person_id = $1 and used_at is null'
  expect((await database.owner.query(unusedCodesQuery, [member.id])).rowCount).toBe(10)
})
