import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createOpenChange } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { cancelSettingChange } from '../commands/cancel-setting-change.ts'
import { changeSetting } from '../commands/change-setting.ts'
import { setPause } from '../commands/set-pause.ts'

let testApp: TestApp
let ruth: Admin
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = (await createTestAdmin(testApp.app)).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const findLast = async () => (await findMail(testApp.app.db, ines.email, 'setting-loosened'))?.data

test('All staff are mailed when a looser control is proposed or cancelled, and not when tighter.', async () => {
  const { app } = testApp
  const value = { statedHours: 24, walletCoolDownHours: 0, secondAdminFrom: '2000000' }
  await setPause(app, ruth, { what: 'signUps', reason: 'A check.' })
  expect(await findLast()).toBeUndefined()

  await changeSetting(app, ruth, { name: 'withdrawals', value, version: '' })
  expect(await findLast()).toMatchObject({
    state: 'proposed',
    by: ruth.label,
    changes: ['Two admins approve from: from $10,000.00 to $20,000.00'],
  })

  await cancelSettingChange(app, ines, await createOpenChange(app))
  expect(await findLast()).toMatchObject({ state: 'cancelled', by: ines.label })
})
