import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listChoices } from '../queries.ts'
import { chooseNotices } from './choose-notices.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const off = (choices: { kind: string; channel: string; wanted: boolean }[]) =>
  choices.filter(({ wanted }) => !wanted).map(({ kind, channel }) => `${kind} ${channel}`)

test('Everything is told until a member chooses otherwise, kind by kind and channel by channel', async () => {
  const { member } = await aMember(house.app)
  expect(off(await listChoices(house.app.db, member.id))).toEqual([])
  expect(
    off(
      await chooseNotices(house.app, member, [{ kind: 'account', channel: 'mail', wanted: false }]),
    ),
  ).toEqual(['account mail'])

  expect(
    off(
      await chooseNotices(house.app, member, [{ kind: 'account', channel: 'mail', wanted: true }]),
    ),
  ).toEqual([])
})

test('Security and money can’t be muted, by no channel, and a refused choice keeps nothing of the rest', async () => {
  const { member } = await aMember(house.app)
  for (const kind of ['security', 'money'])
    for (const channel of ['app', 'mail'])
      await expect(
        chooseNotices(house.app, member, [
          { kind: 'account', channel: 'mail', wanted: false },
          { kind, channel, wanted: false },
        ]),
      ).rejects.toMatchObject({ code: 'cannot_mute', status: 422, field: `${kind}.${channel}` })

  expect(off(await listChoices(house.app.db, member.id))).toEqual([])

  await chooseNotices(house.app, member, [{ kind: 'money', channel: 'mail', wanted: true }])
})

test('What there is not can’t be chosen', async () => {
  const { member } = await aMember(house.app)
  for (const wish of [
    { kind: 'gossip', channel: 'mail', wanted: false },
    { kind: 'account', channel: 'pigeon', wanted: false },
    { kind: 'constructor', channel: 'mail', wanted: false },
  ])
    await expect(chooseNotices(house.app, member, [wish])).rejects.toMatchObject({ status: 422 })
})
