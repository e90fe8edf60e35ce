import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { applySettingChanges } from '#modules/settings/commands/apply-setting-changes.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { createOpenChange } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { cancelSettingChange } from './cancel-setting-change.ts'

const ines = { kind: 'admin', id: 'adm_ines', label: 'Ines Carvalho', role: 'finance' } as const
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('One admin cancels an approved looser control before it takes effect.', async () => {
  const { app } = testApp
  const id = await createOpenChange(app)
  await expect(cancelSettingChange(app, { ...ines, role: 'support' }, id)).rejects.toMatchObject({
    code: 'role_missing',
  })

  await cancelSettingChange(app, ines, id)
  await expect(cancelSettingChange(app, ines, id)).rejects.toMatchObject({ code: 'not_found' })

  app.clock.advance(24 * HOUR_MS)
  await applySettingChanges(app)
  expect(await getSetting(app.db, app.config, 'plans')).toEqual({ targetWarningBps: 1_000 })

  const [event] = await listAuditEvents(app.db, { action: 'setting.change-cancelled' })
  expect(event).toMatchObject({ actor: { label: 'Ines Carvalho' }, details: { id } })
})
