import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { createTestMember } from '../testing.ts'
import { reactivateMember } from './reactivate-member.ts'
import { suspendMember } from './suspend-member.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A reactivated member is active and notified; one not suspended is rejected.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const mo = createStaff('mo', 'support')
  const memberId = member.id

  await expect(reactivateMember(app, mo, { memberId })).rejects.toMatchObject({
    code: 'not_suspended',
  })

  await suspendMember(app, mo, { memberId, reason: 'A question.', reviewOn: '2027-01-05' })
  await expect(
    reactivateMember(app, createStaff('vi', 'viewer'), { memberId }),
  ).rejects.toMatchObject({
    status: 403,
  })

  await reactivateMember(app, mo, { memberId })
  expect(await getMember(app.db, memberId)).toEqual(member)
  expect(await findMail(app.db, member.email, 'account-reactivated')).not.toBeNull()

  const [event] = await listAuditEvents(app.db, {
    subjectId: memberId,
    action: 'member.reactivated',
  })
  expect(event).toMatchObject({ actor: { id: mo.id }, details: { reason: 'A question.' } })
})
