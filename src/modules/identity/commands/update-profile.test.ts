import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { createTestMember } from '../testing.ts'
import { updateProfile } from './update-profile.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Only the fields sent are changed, and the member is notified of them.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const saved = await updateProfile(app, member, {
    version: 1,
    firstName: ' Maya ',
    phoneNumber: '030 901821',
  })

  expect(saved).toMatchObject({
    firstName: 'Maya',
    lastName: member.lastName,
    phoneNumber: '+4930901821',
  })

  expect(saved.profileVersion).toBeGreaterThan(1)

  const mail = await findMail(app.db, member.email, 'profile-changed')
  expect(mail?.data.fields).toEqual(['name', 'phone number'])

  const events = await listAuditEvents(app.db, { subjectId: member.id })
  expect(events.map(({ action }) => action)).toContain('member.profile-changed')
})

test('Saving the same values changes nothing and notifies no one.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { firstName, country } = member
  const saved = await updateProfile(app, member, { version: 1, firstName, country })

  expect(saved.profileVersion).toBe(1)
  expect(await findMail(app.db, member.email, 'profile-changed')).toBeNull()
})

test('Of two tabs with one profile the second is rejected; the first is not lost.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await updateProfile(app, member, { version: 1, lastName: 'First' })

  await expect(
    updateProfile(app, member, { version: 1, phoneNumber: '030 901821' }),
  ).rejects.toMatchObject({
    code: 'changed_elsewhere',
    status: 409,
  })

  const after = await getMember(app.db, member.id)
  expect(after).toMatchObject({ lastName: 'First', phoneNumber: member.phoneNumber })
})

test('Of two concurrent saves, one succeeds.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const saves = ['One', 'Two'].map((lastName) =>
    updateProfile(app, member, { version: 1, lastName }),
  )
  const outcomes = await Promise.allSettled(saves)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('An invalid value is rejected at its field, and nothing is saved.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const wrong = [
    [{ firstName: ' ' }, 'first_name'],
    [{ firstName: 'a'.repeat(81) }, 'first_name'],
    [{ phoneNumber: '12' }, 'phone_number'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'de' }, 'country'],
  ] as const

  for (const [change, field] of wrong)
    await expect(
      updateProfile(app, member, { version: 1, lastName: 'Rejected', ...change }),
      JSON.stringify(change),
    ).rejects.toMatchObject({ status: 400, field })

  expect((await getMember(app.db, member.id)).lastName).toBe(member.lastName)
})

test('A suspended member reads the reason, and the profile stays.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'Being checked.', review_on =
      '2026-12-01' where id = $1`,
    [member.id],
  )

  await expect(updateProfile(app, member, { version: 1, lastName: 'Other' })).rejects.toMatchObject(
    {
      code: 'suspended',
    },
  )
})
