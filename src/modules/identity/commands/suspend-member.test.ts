import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { createTestMember } from '../testing.ts'
import { resumeSession } from './resume-session.ts'
import { suspendMember } from './suspend-member.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const mo = createStaff('mo', 'support')
const reason = 'We are checking where a payment came from.'
const reviewOn = '2027-01-05'

test('A suspended member is mailed reason and review date, and can still read.', async () => {
  const { app } = testApp
  const { member, token } = await createTestMember(app)
  await suspendMember(app, mo, { memberId: member.id, reason: ` ${reason} `, reviewOn })

  expect(await getMember(app.db, member.id)).toMatchObject({
    status: 'suspended',
    suspendedReason: reason,
    reviewOn,
  })

  expect((await findMail(app.db, member.email, 'account-suspended'))?.data).toEqual({
    reason,
    reviewOn,
  })
  expect(await resumeSession(app, { token })).not.toBeNull()

  const listSuspensions = () =>
    listAuditEvents(app.db, { subjectId: member.id, action: 'member.suspended' })
  expect(await listSuspensions()).toMatchObject([
    { actor: { id: mo.id }, details: { reason, reviewOn } },
  ])

  await suspendMember(app, mo, { memberId: member.id, reason, reviewOn })
  expect(await listSuspensions()).toHaveLength(1)

  await suspendMember(app, mo, { memberId: member.id, reason, reviewOn: '2027-02-01' })
  expect((await getMember(app.db, member.id)).reviewOn).toBe('2027-02-01')
})

test('Suspension needs a reason, a future date, a permission and an active member.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const request = { memberId: member.id, reason, reviewOn }
  const attemptSuspension = (by: typeof mo, input: typeof request) => suspendMember(app, by, input)

  await expect(attemptSuspension(mo, { ...request, reason: ' ' })).rejects.toMatchObject({
    field: 'reason',
  })

  for (const day of ['', 'soon', app.clock.today(), '2026-02-30'])
    await expect(attemptSuspension(mo, { ...request, reviewOn: day })).rejects.toMatchObject({
      field: 'review_on',
    })

  await expect(attemptSuspension(createStaff('vi', 'viewer'), request)).rejects.toMatchObject({
    status: 403,
  })
  await expect(attemptSuspension(mo, { ...request, memberId: 'mem_nobody' })).rejects.toMatchObject(
    {
      status: 404,
    },
  )
  expect((await getMember(app.db, member.id)).status).toBe('active')
})
