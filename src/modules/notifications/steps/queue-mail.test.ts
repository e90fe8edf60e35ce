import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { saveNotificationChoices } from '../commands/save-notification-choices.ts'
import { findMail, listMail, listNotifications } from '../queries.ts'
import { notify, notifyEach } from './queue-mail.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const profile = { fields: ['phone number'] }
const person = async () => {
  const { member } = await createTestMember(testApp.app)
  return { member, recipient: { memberId: member.id, to: member.email, name: member.firstName } }
}
const notifyRecipient = (
  recipient: { memberId?: string; to: string },
  template: string,
  contents = {},
) =>
  testApp.app.db
    .transaction()
    .execute((tx) => notify(tx, testApp.app, recipient, template, contents))

test('What a member is mailed stands in the app too, in words of its own, without what opens something', async () => {
  const { member, recipient } = await person()
  await notifyRecipient(recipient, 'password-changed', {
    reset: false,
    link: 'https://house/not-me/x',
    code: '123456',
  })

  const [notification] = await listNotifications(testApp.app.db, member.id)
  expect(notification).toMatchObject({
    kind: 'security',
    title: 'Your password was changed',
    readAt: null,
  })

  const { rows } = await testApp.database.owner.query(
    'select data from notification where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ data: { reset: false } }])
  expect((await findMail(testApp.app.db, member.email, 'password-changed'))?.data.link).toBeTruthy()
})

test('Of an act that rolled back nobody is told anything', async () => {
  const { member, recipient } = await person()
  const undone = testApp.app.db.transaction().execute(async (tx) => {
    await notify(tx, testApp.app, recipient, 'password-changed', {})
    throw new Error('the act failed')
  })
  await expect(undone).rejects.toThrow('the act failed')
  expect(await listNotifications(testApp.app.db, member.id)).toEqual([])
})

test('A muted channel is left out, and money and security reach a member whatever was chosen', async () => {
  const { member, recipient } = await person()
  const before = await listMail(testApp.app.db, { memberId: member.id })

  await saveNotificationChoices(testApp.app, member, [
    { kind: 'account', channel: 'mail', enabled: false },
  ])
  await notifyRecipient(recipient, 'profile-changed', profile)

  expect(await listMail(testApp.app.db, { memberId: member.id })).toHaveLength(before.length)
  expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(1)

  await saveNotificationChoices(testApp.app, member, [
    { kind: 'account', channel: 'app', enabled: false },
    { kind: 'account', channel: 'mail', enabled: true },
  ])
  await notifyRecipient(recipient, 'profile-changed', profile)

  expect(await listMail(testApp.app.db, { memberId: member.id })).toHaveLength(before.length + 1)
  expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(1)

  await notifyRecipient(recipient, 'password-changed', {})
  expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(2)
  expect(await findMail(testApp.app.db, member.email, 'password-changed')).not.toBeNull()
})

test('The database itself keeps no muting of security or money, and no link in the app', async () => {
  const { member } = await person()
  for (const kind of ['security', 'money'])
    await expect(
      testApp.database.owner.query(
        `insert into notification_choice values ($1, $2, 'mail', false, '2026-11-20T12:00:00Z')`,
        [member.id, kind],
      ),
    ).rejects.toThrow('notification_choice_kind_check')

  await expect(
    testApp.database.owner.query(
      `insert into notification (id, member_id, template, kind, data, created_at)
       values ('ntf_00000000000000000000', $1, 'x', 'security', '{"link": "y"}',
       '2026-11-20T12:00:00Z')`,
      [member.id],
    ),
  ).rejects.toThrow('notification_data_check')
})

test('What goes to nobody in particular, or carries a code, is a mail alone', async () => {
  const { member, recipient } = await person()
  await notifyRecipient({ to: 'office@example.com' }, 'password-changed', {})
  await notifyRecipient(recipient, 'reset-password', { link: 'https://house/reset-password/x' })
  expect(await listNotifications(testApp.app.db, member.id)).toEqual([])
})

test('A list is told as each of them would be, and only what nobody can mute', async () => {
  const [one, other] = [await person(), await person()]
  const deliveries = [one, other].map(({ recipient }, n) => ({
    recipient,
    data: { cents: BigInt(n), code: 'x' },
  }))

  const notifyList = (template: string, list = deliveries) =>
    testApp.app.db.transaction().execute((tx) => notifyEach(tx, testApp.app, list, template))
  await notifyList('plan-loss')

  for (const [n, { member }] of [one, other].entries()) {
    expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(1)
    expect(await findMail(testApp.app.db, member.email, 'plan-loss')).toMatchObject({
      to: member.email,
      name: member.firstName,
      data: { cents: `${n}`, code: 'x' },
    })

    const queued =
      "select from pgboss.job where name = 'send-mail' and data ->> 'id' = (select id from " +
      "outbox where member_id = $1 and template = 'plan-loss')"
    expect((await testApp.database.owner.query(queued, [member.id])).rowCount).toBe(1)
  }

  await notifyList('plan-loss', [])
  await expect(notifyList('profile-changed')).rejects.toThrow('a list is told what nobody can mute')
})
