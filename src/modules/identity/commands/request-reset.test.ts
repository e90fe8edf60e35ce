import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  readMailedToken,
} from '../testing.ts'
import { requestReset } from './request-reset.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A member is mailed a link whose token is stored only as a digest.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await requestReset(app, createTestVisitor(), { email: member.email.toUpperCase() })

  const token = await readMailedToken(app, member.email, 'reset-password')
  expect(token).toMatch(/^[\w-]{43}$/)

  const rows = await database.owner.query('select reset_token::text as all from reset_token')
  expect(rows.rows.map((row) => row.all).join()).not.toContain(token)
})

test('An unknown address, and a staff member’s, get no mail and the same response.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app)

  for (const email of ['nobody@example.com', admin.email]) {
    await expect(requestReset(app, createTestVisitor(), { email })).resolves.toBeUndefined()
    expect(await listMail(app.db, { to: email })).toEqual([])
  }
})

test('A mailbox gets at most three links in 15 minutes, whatever their source.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const ask = () => requestReset(app, createTestVisitor(), { email: member.email })

  for (let links = 0; links < 3; links++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toHaveLength(3)
})
