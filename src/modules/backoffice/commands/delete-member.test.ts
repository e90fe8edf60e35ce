import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { getMember } from '#modules/identity/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { adjustBalance } from './adjust-balance.ts'
import { deleteMember } from './delete-member.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const reason = 'Asked by letter.'

test('An owner deletes a member without money and mails the reason.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { member } = await createTestMember(app)

  await deleteMember(app, admin, { memberId: member.id, reason })
  expect((await getMember(app.db, member.id)).status).toBe('closed')
  expect((await findMail(app.db, member.email, 'account-closed'))?.data).toEqual({
    byStaff: true,
    reason,
    retention: {
      messageDays: 365,
      proofDays: 1826,
      answerDays: 1826,
      identityDays: 1826,
      detailsDays: 1826,
    },
  })

  const [event] = await listAuditEvents(app.db, { subjectId: member.id, action: 'member.closed' })
  expect(event).toMatchObject({ actor: { id: admin.id }, details: { reason } })
  await expect(deleteMember(app, admin, { memberId: member.id, reason })).rejects.toMatchObject({
    code: 'account_closed',
  })
  await expect(
    adjustBalance(app, admin, { memberId: member.id, firstName: 'Other' }),
  ).rejects.toMatchObject({
    code: 'account_closed',
    status: 409,
  })
})

test('Deleting needs an owner, a reason, a known member and an empty account.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)

  await expect(
    deleteMember(app, admin, { memberId: member.id, reason: ' ' }),
  ).rejects.toMatchObject({
    field: 'reason',
  })

  await expect(deleteMember(app, finance, { memberId: member.id, reason })).rejects.toMatchObject({
    status: 403,
  })
  await expect(
    deleteMember(app, admin, { memberId: createId('mem'), reason }),
  ).rejects.toMatchObject({
    status: 404,
  })

  await fundMember(app, member.id, { cash: 1n })
  await expect(deleteMember(app, admin, { memberId: member.id, reason })).rejects.toMatchObject({
    code: 'account_in_use',
  })
  expect((await getMember(app.db, member.id)).status).toBe('active')
})
