import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { aMember } from '../testing.ts'
import { reactivateMember } from './reactivate-member.ts'
import { suspendMember } from './suspend-member.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Reactivated a member is as before and told so; who is not suspended can’t be', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const mo = staff('mo', 'support')
  const memberId = member.id

  await expect(reactivateMember(app, mo, { memberId })).rejects.toMatchObject({
    code: 'not_suspended',
  })

  await suspendMember(app, mo, { memberId, reason: 'A question.', reviewOn: '2027-01-05' })
  await expect(reactivateMember(app, staff('vi', 'viewer'), { memberId })).rejects.toMatchObject({
    status: 403,
  })

  await reactivateMember(app, mo, { memberId })
  expect(await getMember(app.db, memberId)).toEqual(member)
  expect(await findMail(app.db, member.email, 'account-reactivated')).not.toBeNull()

  const [act] = await listActs(app.db, { subjectId: memberId, action: 'member.reactivated' })
  expect(act).toMatchObject({ actor: { id: mo.id }, details: { reason: 'A question.' } })
})
