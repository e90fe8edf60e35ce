import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findEmailChange } from '../queries.ts'
import { aMember, aVisitor, mailedToken, SAMPLE_PASSWORD } from '../testing.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changeEmail } from './change-email.ts'
import { requestEmailChange } from './request-email-change.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('A change that was taken back can’t be confirmed; taking back what isn’t there is no failure', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const email = 'taken-back@example.org'

  await requestEmailChange(app, member, { email, password: SAMPLE_PASSWORD })

  const token = await mailedToken(app, email, 'confirm-new-email')
  await cancelEmailChange(app, member)
  await cancelEmailChange(app, member)

  expect(await findEmailChange(app.db, member.id, app.clock.now())).toBeNull()
  await expect(changeEmail(app, aVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('Another member’s change is left alone', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const { member: other } = await aMember(app)

  await requestEmailChange(app, member, {
    email: 'stays-asked@example.org',
    password: SAMPLE_PASSWORD,
  })
  await cancelEmailChange(app, other)

  expect(await findEmailChange(app.db, member.id, app.clock.now())).not.toBeNull()
})
