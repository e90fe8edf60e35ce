import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { aMember } from '../testing.ts'
import { resumeSession } from './resume-session.ts'
import { suspendMember } from './suspend-member.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const mo = staff('mo', 'support')
const reason = 'We are checking where a payment came from.'
const reviewOn = '2027-01-05'

test('A suspended member reads the reason and the day in a mail, and stays signed in to read the rest', async () => {
  const { app } = house
  const { member, token } = await aMember(app)
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

  const acts = () => listActs(app.db, { subjectId: member.id, action: 'member.suspended' })
  expect(await acts()).toMatchObject([{ actor: { id: mo.id }, details: { reason, reviewOn } }])

  await suspendMember(app, mo, { memberId: member.id, reason, reviewOn })
  expect(await acts()).toHaveLength(1)

  await suspendMember(app, mo, { memberId: member.id, reason, reviewOn: '2027-02-01' })
  expect((await getMember(app.db, member.id)).reviewOn).toBe('2027-02-01')
})

test('Without a reason, without a day to come, by a viewer, or of nobody who is active it is refused', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const asked = { memberId: member.id, reason, reviewOn }
  const refused = (by: typeof mo, input: typeof asked) => suspendMember(app, by, input)

  await expect(refused(mo, { ...asked, reason: ' ' })).rejects.toMatchObject({ field: 'reason' })

  for (const day of ['', 'soon', app.clock.today(), '2026-02-30'])
    await expect(refused(mo, { ...asked, reviewOn: day })).rejects.toMatchObject({
      field: 'review_on',
    })

  await expect(refused(staff('vi', 'viewer'), asked)).rejects.toMatchObject({ status: 403 })
  await expect(refused(mo, { ...asked, memberId: 'mem_nobody' })).rejects.toMatchObject({
    status: 404,
  })
  expect((await getMember(app.db, member.id)).status).toBe('active')
})
