import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { setSetting } from '#modules/settings/acts/set-setting.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { notify } from '../acts/queue-mail.ts'
import { listNotices } from '../queries.ts'
import { dropOldNotices } from './drop-old-notices.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const DAY_MS = 86_400_000

test('A notice is kept as many days as the operator says, and not one more', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const retention = { proofDays: 10, messageDays: 10, notificationDays: 30 }

  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'retention', retention, { by: 'adm_x', at: app.clock.now() }))

  const recipient = { memberId: member.id, to: member.email }
  const tell = () =>
    app.db.transaction().execute((tx) => notify(tx, app, recipient, 'password-changed', {}))
  await tell()
  app.clock.advance(30 * DAY_MS)
  await tell()

  expect(await dropOldNotices(app)).toBe(0)

  app.clock.advance(1)
  expect(await dropOldNotices(app)).toBe(1)
  expect(await listNotices(app.db, member.id)).toHaveLength(1)
})
