import { afterAll, beforeAll, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countUnread, listNotifications } from '../queries.ts'
import { notify } from '../steps/queue-mail.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function createNotifiedMember(times: number) {
  const { member } = await createTestMember(testApp.app)
  const recipient = { memberId: member.id, to: member.email }

  for (let time = 0; time < times; time++)
    await testApp.app.db
      .transaction()
      .execute((tx) => notify(tx, testApp.app, recipient, 'account-reactivated', {}))

  return member
}

test('A notification is marked as read once, and open pages are notified.', async () => {
  const member = await createNotifiedMember(2)
  const topics: string[] = []
  const stop = testApp.app.events.subscribe(toMemberAudience(member.id), (topic) =>
    topics.push(topic),
  )
  const [newest] = await listNotifications(testApp.app.db, member.id)

  expect(await markNotificationsRead(testApp.app, member, { id: newest?.id ?? '' })).toBe(1)
  expect(await markNotificationsRead(testApp.app, member, { id: newest?.id ?? '' })).toBe(0)
  expect(await countUnread(testApp.app.db, member.id)).toBe(1)
  expect(topics).toEqual(['notifications'])

  stop()
})

test('All displayed notifications are marked; later ones stay unread.', async () => {
  const member = await createNotifiedMember(3)
  const [, shown] = await listNotifications(testApp.app.db, member.id)
  expect(await markNotificationsRead(testApp.app, member, { upTo: shown?.sequence ?? 0n })).toBe(2)
  expect((await listNotifications(testApp.app.db, member.id, { unread: true })).length).toBe(1)
})

test('Another member’s notification is not found, and stays unread.', async () => {
  const [one, other] = [await createNotifiedMember(1), await createNotifiedMember(1)]
  const [notification] = await listNotifications(testApp.app.db, one.id)
  const refusals = await Promise.all(
    [notification?.id ?? '', createId('ntf')].map((id) =>
      markNotificationsRead(testApp.app, other, { id }).catch(({ status, message }) => ({
        status,
        message,
      })),
    ),
  )

  expect(refusals[0]).toEqual({ status: 404, message: expect.any(String) })
  expect(refusals[0]).toEqual(refusals[1])
  expect(await countUnread(testApp.app.db, one.id)).toBe(1)

  await markNotificationsRead(testApp.app, other, { upTo: 2n ** 60n })
  expect(await countUnread(testApp.app.db, one.id)).toBe(1)
})

test('Of a range only what was displayed is marked; earlier ones stay unread.', async () => {
  const member = await createNotifiedMember(3)
  const [newest, second] = await listNotifications(testApp.app.db, member.id)
  const range = { upTo: newest?.sequence ?? 0n, from: second?.sequence ?? 0n }
  expect(await markNotificationsRead(testApp.app, member, range)).toBe(2)
  expect(await countUnread(testApp.app.db, member.id)).toBe(1)
})

test('A list of one kind leaves out the others.', async () => {
  const member = await createNotifiedMember(2)
  const list = (kind: 'security' | 'money') =>
    listNotifications(testApp.app.db, member.id, { kind })
  expect(await list('security')).toHaveLength(2)
  expect(await list('money')).toEqual([])
})
