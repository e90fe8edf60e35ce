import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTypedJson } from '#lib/typed-json.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailName, MailTemplates } from '#ui/mail/template.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { saveNotificationChoices } from '../commands/save-notification-choices.ts'
import type { Recipient } from '../model.ts'
import { findMail, listMail, listNotifications } from '../queries.ts'
import { notify, notifyEach } from './queue-mail.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const changedPassword: MailTemplates['password-changed'] = {
  reset: false,
  frozen: false,
  staff: false,
  at: new Date('2026-11-20T09:00:00Z'),
  link: 'https://candor.example/not-me/x',
}

async function createRecipient() {
  const { member } = await createTestMember(testApp.app)
  return { member, recipient: { memberId: member.id, to: member.email, name: member.firstName } }
}

const inTransaction = <Result>(run: (tx: Tx) => Promise<Result>) =>
  testApp.app.db.transaction().execute(run)

const notifyRecipient = <Name extends MailName>(
  recipient: Recipient,
  template: Name,
  data: MailTemplates[Name],
) => inTransaction((tx) => notify(tx, testApp.app, recipient, template, data))

test('A mail to a member is also a notification, without codes and links.', async () => {
  const { member, recipient } = await createRecipient()
  await notifyRecipient(recipient, 'password-changed', changedPassword)

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
  const { link, ...withoutLink } = changedPassword
  expect(parseTypedJson(rows[0].data)).toEqual(withoutLink)
  expect((await findMail(testApp.app.db, member.email, 'password-changed'))?.data.link).toBe(link)
})

test('Amounts and dates reach the job as they were sent.', async () => {
  const { member, recipient } = await createRecipient()
  await notifyRecipient(recipient, 'password-changed', changedPassword)
  await notifyRecipient(recipient, 'withdrawal-rejected', {
    withdrawalId: 'wdr_1',
    amount: 9_007_199_254_740_993n,
    reason: 'A test.',
  })

  const { db } = testApp.app
  expect((await findMail(db, member.email, 'password-changed'))?.data.at).toEqual(
    changedPassword.at,
  )
  expect((await findMail(db, member.email, 'withdrawal-rejected'))?.data.amount).toBe(
    9_007_199_254_740_993n,
  )
})

test('A wrong template name, field or type does not compile.', () => {
  const send = (tx: Tx, to: Recipient) => [
    // @ts-expect-error there is no such template
    notify(tx, testApp.app, to, 'no-such-mail', {}),
    // @ts-expect-error the field is called `link`
    notify(tx, testApp.app, to, 'reset-password', { address: 'x' }),
    notify(tx, testApp.app, to, 'withdrawal-rejected', {
      withdrawalId: 'wdr_1',
      // @ts-expect-error an amount is a bigint
      amount: 1,
      reason: 'A test.',
    }),
    // @ts-expect-error a mail that can be muted is not sent to a list
    notifyEach(tx, testApp.app, [], 'profile-changed'),
  ]

  expect(send).toBeTypeOf('function')
})

test('A rolled-back command notifies no member.', async () => {
  const { member, recipient } = await createRecipient()
  const failing = inTransaction(async (tx) => {
    await notify(tx, testApp.app, recipient, 'account-reactivated', {})
    throw new Error('the command failed')
  })
  await expect(failing).rejects.toThrow('the command failed')
  expect(await listNotifications(testApp.app.db, member.id)).toEqual([])
})

test('A muted channel is left out; money and security always reach the member.', async () => {
  const { member, recipient } = await createRecipient()
  const before = await listMail(testApp.app.db, { memberId: member.id })
  const profile = { fields: ['phone number'] }

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

  await notifyRecipient(recipient, 'password-changed', changedPassword)
  expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(2)
  expect(await findMail(testApp.app.db, member.email, 'password-changed')).not.toBeNull()
})

test('The database stores no muted security or money, and no link in a notification.', async () => {
  const { member } = await createRecipient()
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

test('A mail to no member, or with a code, has no notification.', async () => {
  const { member, recipient } = await createRecipient()
  await notifyRecipient({ to: 'contact@example.com' }, 'password-changed', changedPassword)
  await notifyRecipient(recipient, 'reset-password', { link: 'https://candor.example/reset/x' })
  expect(await listNotifications(testApp.app.db, member.id)).toEqual([])
})

test('A list is notified as each of its members would be.', async () => {
  const recipients = [await createRecipient(), await createRecipient()]
  const rejection = { withdrawalId: 'wdr_1', reason: 'A test.' }
  const deliveries = recipients.map(({ recipient }, index) => ({
    recipient,
    data: { ...rejection, amount: BigInt(index) },
  }))

  await inTransaction((tx) => notifyEach(tx, testApp.app, deliveries, 'withdrawal-rejected'))

  for (const [index, { member }] of recipients.entries()) {
    expect(await listNotifications(testApp.app.db, member.id)).toHaveLength(1)
    expect(await findMail(testApp.app.db, member.email, 'withdrawal-rejected')).toMatchObject({
      to: member.email,
      name: member.firstName,
      data: { ...rejection, amount: BigInt(index) },
    })

    const queued =
      "select from pgboss.job where name = 'send-mail' and data ->> 'id' = (select id from " +
      "outbox where member_id = $1 and template = 'withdrawal-rejected')"
    expect((await testApp.database.owner.query(queued, [member.id])).rowCount).toBe(1)
  }

  await inTransaction((tx) => notifyEach(tx, testApp.app, [], 'withdrawal-rejected'))
})
