import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { noticeSilence } from './notice-silence.ts'
import { watchHouse } from './watch-house.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await anAdmin(house.app, { role: 'owner' })
})
afterAll(() => house.close())

test('When no worker has looked for five minutes whoever serves queues a mail that says so, once an hour among all', async () => {
  const { app } = house
  const begun = app.clock.now()
  const notice = async () => (await noticeSilence(app, begun)).length

  expect(await notice(), 'it has only just begun').toBe(0)

  app.clock.advance(6 * 60_000)
  await watchHouse(app, {})

  expect(await notice()).toBe(0)

  app.clock.advance(6 * 60_000)
  expect((await Promise.all([notice(), notice()])).sort()).toEqual([0, 1])

  app.clock.advance(59 * 60_000)
  expect(await notice()).toBe(0)

  app.clock.advance(60_000)
  expect(await notice()).toBe(1)
  expect(await listMail(app.db, { template: 'house-alarm' })).toHaveLength(2)
})
