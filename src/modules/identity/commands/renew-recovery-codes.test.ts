import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, withAuthenticator } from '../testing.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { stepUp } from './step-up.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('New codes take the place of the old ones', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { codes } = await withAuthenticator(app, member, sessionId)
  const renewed = await renewRecoveryCodes(app, member)

  expect(renewed).toHaveLength(10)
  await expect(stepUp(app, member, sessionId, { recoveryCode: codes[0] })).rejects.toMatchObject({
    code: 'factor_wrong',
  })
  expect(
    await stepUp(app, member, sessionId, { recoveryCode: renewed[0]?.toUpperCase() }),
  ).toMatchObject({
    by: 'recovery-code',
  })
})

test('Without a second factor there is nothing that they would stand in for', async () => {
  const { app } = house
  const { member } = await aMember(app)
  await expect(renewRecoveryCodes(app, member)).rejects.toMatchObject({ code: 'factor_missing' })
})

test('The database keeps none of them as it is', async () => {
  const { app, database } = house
  const { member, sessionId } = await aMember(app)
  const { codes } = await withAuthenticator(app, member, sessionId)
  const { rows } = await database.owner.query(
    'select recovery_code::text as all from recovery_code',
  )
  const kept = rows.map((row) => row.all).join()

  for (const code of codes) {
    expect(kept).not.toContain(code)
    expect(kept).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'))
  }
})

test('Renewed many times at once, the codes of one alone work: there are ten, not twenty', async () => {
  const { app, database } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  await Promise.all(Array.from({ length: 8 }, () => renewRecoveryCodes(app, member)))

  const kept = 'select from recovery_code where person_id = $1 and used_at is null'
  expect((await database.owner.query(kept, [member.id])).rowCount).toBe(10)
})
