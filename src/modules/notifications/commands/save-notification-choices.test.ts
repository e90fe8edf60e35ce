import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listChoices } from '../queries.ts'
import { saveNotificationChoices } from './save-notification-choices.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const off = (choices: { kind: string; channel: string; enabled: boolean }[]) =>
  choices.filter(({ enabled }) => !enabled).map(({ kind, channel }) => `${kind} ${channel}`)

test('Every channel is on until a member chooses otherwise, by kind and channel.', async () => {
  const { member } = await createTestMember(testApp.app)
  expect(off(await listChoices(testApp.app.db, member.id))).toEqual([])
  expect(
    off(
      await saveNotificationChoices(testApp.app, member, [
        { kind: 'account', channel: 'mail', enabled: false },
      ]),
    ),
  ).toEqual(['account mail'])

  expect(
    off(
      await saveNotificationChoices(testApp.app, member, [
        { kind: 'account', channel: 'mail', enabled: true },
      ]),
    ),
  ).toEqual([])
})

test('Security and money cannot be muted, and a rejected choice stores nothing.', async () => {
  const { member } = await createTestMember(testApp.app)
  for (const kind of ['security', 'money'])
    for (const channel of ['app', 'mail'])
      await expect(
        saveNotificationChoices(testApp.app, member, [
          { kind: 'account', channel: 'mail', enabled: false },
          { kind, channel, enabled: false },
        ]),
      ).rejects.toMatchObject({ code: 'cannot_mute', status: 422, field: `${kind}.${channel}` })

  expect(off(await listChoices(testApp.app.db, member.id))).toEqual([])

  await saveNotificationChoices(testApp.app, member, [
    { kind: 'money', channel: 'mail', enabled: true },
  ])
})

test('An unknown kind or channel is rejected.', async () => {
  const { member } = await createTestMember(testApp.app)
  for (const wish of [
    { kind: 'gossip', channel: 'mail', enabled: false },
    { kind: 'account', channel: 'pigeon', enabled: false },
    { kind: 'constructor', channel: 'mail', enabled: false },
  ])
    await expect(saveNotificationChoices(testApp.app, member, [wish])).rejects.toMatchObject({
      status: 422,
    })
})
