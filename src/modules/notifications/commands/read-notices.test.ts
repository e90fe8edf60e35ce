import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { aMember } from '#modules/identity/testing.ts'
import { audienceOf } from '#platform/events.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { notify } from '../acts/queue-mail.ts'
import { countUnread, listNotices } from '../queries.ts'
import { readNotices } from './read-notices.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

async function told(times: number) {
  const { member } = await aMember(house.app)
  const recipient = { memberId: member.id, to: member.email }

  for (let time = 0; time < times; time++)
    await house.app.db
      .transaction()
      .execute((tx) => notify(tx, house.app, recipient, 'password-changed', { reset: false }))

  return member
}

test('One is marked as read, once, and open pages are told', async () => {
  const member = await told(2)
  const topics: string[] = []
  const stop = house.app.events.subscribe(audienceOf(member.id), (topic) => topics.push(topic))
  const [newest] = await listNotices(house.app.db, member.id)

  expect(await readNotices(house.app, member, { id: newest?.id ?? '' })).toBe(1)
  expect(await readNotices(house.app, member, { id: newest?.id ?? '' })).toBe(0)
  expect(await countUnread(house.app.db, member.id)).toBe(1)
  expect(topics).toEqual(['notifications'])

  stop()
})

test('All that was shown is marked; what came meanwhile stays unread', async () => {
  const member = await told(3)
  const [, shown] = await listNotices(house.app.db, member.id)
  expect(await readNotices(house.app, member, { upTo: shown?.sequence ?? 0n })).toBe(2)
  expect((await listNotices(house.app.db, member.id, { unread: true })).length).toBe(1)
})

test('Another member’s notice is the same as none, and stays unread', async () => {
  const [one, other] = [await told(1), await told(1)]
  const [notice] = await listNotices(house.app.db, one.id)
  const refusals = await Promise.all(
    [notice?.id ?? '', newId('ntf')].map((id) =>
      readNotices(house.app, other, { id }).catch(({ status, message }) => ({ status, message })),
    ),
  )

  expect(refusals[0]).toEqual({ status: 404, message: expect.any(String) })
  expect(refusals[0]).toEqual(refusals[1])
  expect(await countUnread(house.app.db, one.id)).toBe(1)

  await readNotices(house.app, other, { upTo: 2n ** 60n })
  expect(await countUnread(house.app.db, one.id)).toBe(1)
})
