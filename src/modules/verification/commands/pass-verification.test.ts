import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LEVELS } from '../model.ts'
import { findVerificationLevel } from '../queries.ts'
import { createSubmitted, passTest } from '../testing.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

const getLevel = (memberId: string, on = testApp.app.clock.today()) =>
  findVerificationLevel(testApp.app.db, memberId, on)

test('A member reaches each level in turn, and is notified by mail', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  expect(await getLevel(member.id)).toBe(0)

  for (const [at, level] of LEVELS.entries()) {
    const submitted = await createSubmitted(app, member, level)
    expect(await getLevel(member.id)).toBe(at)
    expect(await passTest(app, sam, submitted)).toMatchObject({
      status: 'passed',
      decidedBy: sam.id,
      checklist: { name: true },
    })
    expect(await getLevel(member.id)).toBe(at + 1)
  }

  expect(await findMail(app.db, member.email, 'verification-passed')).toMatchObject({
    data: { level: 'Source of funds' },
  })
})
