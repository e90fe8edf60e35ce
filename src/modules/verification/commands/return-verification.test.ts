import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestVerification } from '../testing.ts'
import { returnVerification } from './return-verification.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

test('A returned verification names the documents, and the mail says what to do', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  const memberReason = 'The photo is too dark. Take it by daylight.'
  const returned = await returnVerification(app, sam, {
    verificationId: verification.id,
    memberReason: ` ${memberReason} `,
    documents: ['photo_with_code', 'photo_with_code'],
  })

  expect(returned).toMatchObject({
    status: 'try_again',
    memberReason,
    rejectedDocuments: ['photo_with_code'],
  })
  expect(await findMail(app.db, member.email, 'verification-try-again')).toMatchObject({
    data: { reason: memberReason, documents: ['Photo with the code'] },
  })
})

test('A return needs a reason, documents of the level, a role and a verification in review', async () => {
  const { app } = testApp
  const { verification } = await createTestVerification(app)
  const input = {
    verificationId: verification.id,
    memberReason: 'The photo is too dark.',
    documents: ['photo_with_code' as const],
  }
  const send = (change: object, by = sam) => returnVerification(app, by, { ...input, ...change })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await expect(send({ memberReason: ' ' })).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'memberReason',
  })
  await expect(send({ documents: ['source_of_funds'] })).rejects.toMatchObject({
    code: 'wrong_document',
  })
  await expect(send({}, viewer)).rejects.toMatchObject({ code: 'role_missing' })
  await send({})
  await expect(send({})).rejects.toMatchObject({ code: 'not_in_review', status: 409 })
})
