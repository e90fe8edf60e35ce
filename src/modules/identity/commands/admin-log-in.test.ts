import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, anAdmin, aVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD

test('A member of staff gets a session that carries the role', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'finance' })
  const opened = await adminLogIn(app, aVisitor(), { email: admin.email, password })

  expect(await resumeSession(app, opened)).toMatchObject({
    kind: 'admin',
    admin: { role: 'finance' },
  })
})

test("A member's credentials, a wrong password and an unknown address are refused in the same words", async () => {
  const { app } = house
  const { member } = await aMember(app)
  const { admin } = await anAdmin(app)
  const tries = [
    { email: member.email, password },
    { email: admin.email, password: `${password}!` },
    { email: 'nobody@example.com', password },
  ].map((input) =>
    adminLogIn(app, aVisitor(), input).catch(({ code, message }) => ({ code, message })),
  )

  const [first, ...others] = await Promise.all(tries)
  expect(first).toMatchObject({ code: 'login_failed' })

  for (const other of others) expect(other).toEqual(first)
})

test('Whoever is both signs in as each by that password alone', async () => {
  const { app } = house
  const { member } = await aMember(app)
  await anAdmin(app, { email: member.email, password: 'the staff have another one' })
  const input = { email: member.email, password }
  await expect(adminLogIn(app, aVisitor(), input)).rejects.toMatchObject({ status: 401 })
})

test('Six tries in a quarter of an hour are one too many', async () => {
  const { app } = house
  const { admin } = await anAdmin(app)
  const { email } = admin

  for (let tries = 0; tries < 5; tries++)
    await expect(adminLogIn(app, aVisitor(), { email, password: 'wrong' })).rejects.toMatchObject({
      status: 401,
    })

  await expect(adminLogIn(app, aVisitor(), { email, password })).rejects.toMatchObject({
    status: 429,
  })
})
