import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, anAdmin, aVisitor, mailedToken } from '../testing.ts'
import { requestReset } from './request-reset.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('A member is mailed a link whose token is kept as a digest alone', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  await requestReset(app, aVisitor(), { email: member.email.toUpperCase() })

  const token = await mailedToken(app, member.email, 'reset-password')
  expect(token).toMatch(/^[\w-]{43}$/)

  const rows = await database.owner.query('select reset_token::text as all from reset_token')
  expect(rows.rows.map((row) => row.all).join()).not.toContain(token)
})

test('An unknown address, and one of the staff, get nothing and the same answer', async () => {
  const { app } = house
  const { admin } = await anAdmin(app)

  for (const email of ['nobody@example.com', admin.email]) {
    await expect(requestReset(app, aVisitor(), { email })).resolves.toBeUndefined()
    expect(await listMail(app.db, { to: email })).toEqual([])
  }
})

test("Nobody's mailbox is flooded: three links in a quarter of an hour, asked for by whomever", async () => {
  const { app } = house
  const { member } = await aMember(app)
  const ask = () => requestReset(app, aVisitor(), { email: member.email })

  for (let links = 0; links < 3; links++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toHaveLength(3)
})
