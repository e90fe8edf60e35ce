import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findSettingChange, getSetting } from '../queries.ts'
import { changeSetting } from './change-setting.ts'

const ruth = { kind: 'admin', id: 'adm_ruth', label: 'Ruth Tanaka', role: 'owner' } as const
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const hours = (statedHours: number) =>
  ({ statedHours, walletCoolDownHours: 12, secondAdminFrom: '500000' }) as const

test('Changing a setting records the admin and the values before and after.', async () => {
  const { app } = testApp
  await changeSetting(app, ruth, { name: 'withdrawals', value: hours(48), version: '' })

  expect(await getSetting(app.db, app.config, 'withdrawals')).toEqual(hours(48))

  const [event] = await listAuditEvents(app.db, { subjectId: 'setting:withdrawals' })
  expect(event).toMatchObject({
    action: 'setting.changed',
    actor: { label: 'Ruth Tanaka' },
    details: { before: { statedHours: 24 }, after: { statedHours: 48 } },
  })
})

test('A stale version or an invalid value changes nothing.', async () => {
  const { app } = testApp
  const stale = changeSetting(app, ruth, { name: 'withdrawals', value: hours(72), version: '' })
  await expect(stale).rejects.toMatchObject({ code: 'changed_elsewhere', status: 409 })

  const version = (await findSettingChange(app.db, 'withdrawals'))?.at.toISOString() ?? ''
  const wrong = changeSetting(app, ruth, { name: 'withdrawals', value: hours(0), version })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid_setting',
    field: 'withdrawals.statedHours',
  })
  expect(await getSetting(app.db, app.config, 'withdrawals')).toEqual(hours(48))
  expect(await listAuditEvents(app.db, { subjectId: 'setting:withdrawals' })).toHaveLength(1)
})

test('Only an owner changes a setting.', async () => {
  const { app } = testApp
  for (const role of ['viewer', 'support', 'finance'] as const)
    await expect(
      changeSetting(
        app,
        { ...ruth, role },
        { name: 'plans', value: { targetWarningBps: 1 }, version: '' },
      ),
    ).rejects.toMatchObject({ code: 'role_missing' })
})
