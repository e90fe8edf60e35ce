import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findEmailChange, getMember } from '../queries.ts'
import {
  createTestMember,
  createTestVisitor,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { changeEmail } from './change-email.ts'
import { requestEmailChange } from './request-email-change.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD
let made = 0
const newAddress = () => `new${++made}@example.org`

test('A request changes nothing yet: the new address is mailed a link, the old one a stop link.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const email = newAddress()

  await requestEmailChange(app, member, { email: email.toUpperCase(), password })
  expect((await getMember(app.db, member.id)).email).toBe(member.email)
  expect((await findMail(app.db, email, 'confirm-new-email'))?.data.link).toContain(
    '/confirm-email/',
  )
  expect((await findMail(app.db, member.email, 'email-change-requested'))?.data).toMatchObject({
    newEmail: email,
    link: expect.stringContaining('/not-me/'),
  })
})

test('A taken address gets the same response, and only its owner is notified.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { member: owner } = await createTestMember(app)
  const free = newAddress()

  await requestEmailChange(app, member, { email: free, password })

  const forFree = await findEmailChange(app.db, member.id, app.clock.now())
  await requestEmailChange(app, member, { email: owner.email, password })

  const forTaken = await findEmailChange(app.db, member.id, app.clock.now())
  expect(forTaken).toEqual({ ...forFree, newEmail: owner.email })
  expect(await findMail(app.db, owner.email, 'confirm-new-email')).toBeNull()
  expect(await findMail(app.db, owner.email, 'address-claimed')).not.toBeNull()
})

test('A second request replaces the first, whose link stops working.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const [first, second] = [newAddress(), newAddress()]

  await requestEmailChange(app, member, { email: first, password })

  const token = await readMailedToken(app, first, 'confirm-new-email')
  await requestEmailChange(app, member, { email: second, password })

  await expect(changeEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('A wrong password, or the current address, is rejected.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const email = newAddress()

  await expect(
    requestEmailChange(app, member, { email, password: 'not this' }),
  ).rejects.toMatchObject({
    code: 'password_wrong',
    field: 'password',
  })

  await expect(
    requestEmailChange(app, member, { email: member.email.toUpperCase(), password }),
  ).rejects.toMatchObject({ code: 'email_same', field: 'email' })
  expect(await findMail(app.db, email, 'confirm-new-email')).toBeNull()
  expect(await findMail(app.db, member.email, 'email-change-requested')).toBeNull()
})

test('After five wrong passwords the member has to wait, whatever the address.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)

  for (let tries = 0; tries < 5; tries++)
    await requestEmailChange(app, member, { email: newAddress(), password: 'not this' }).catch(
      () => {},
    )

  await expect(
    requestEmailChange(app, member, { email: newAddress(), password }),
  ).rejects.toMatchObject({
    status: 429,
  })
})
