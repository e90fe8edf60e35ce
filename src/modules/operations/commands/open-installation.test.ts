import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LIVE_REQUIREMENTS, type LiveRequirement } from '../../../platform/config/live-checks.ts'
import { readOpening } from '../../../platform/db/opening.ts'
import type { LiveItem } from '../model.ts'
import { openInstallation } from './open-installation.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const buildItems = (state: LiveItem['state']): LiveItem[] =>
  (Object.keys(LIVE_REQUIREMENTS) as LiveRequirement[]).map((requirement, index) => ({
    requirement,
    label: LIVE_REQUIREMENTS[requirement],
    state: index === 5 ? state : 'ok',
    problems: [],
  }))

test('An installation opens only when no item is missing or unknown.', async () => {
  const { app, database } = testApp
  await database.owner.query('select approvals.set_live()')

  for (const state of ['missing', 'unknown'] as const)
    await expect(openInstallation(app, buildItems(state))).rejects.toMatchObject({
      code: 'live_incomplete',
    })
  expect(await readOpening(app.db)).toBeNull()
})

test('It opens once: a second opening changes nothing; one audit event records it.', async () => {
  const { app, database } = testApp
  await openInstallation(app, buildItems('ok'))
  const openedAt = await readOpening(app.db)
  expect(openedAt).not.toBeNull()

  await openInstallation(app, buildItems('ok'))
  expect(await readOpening(app.db)).toEqual(openedAt)
  const { rowCount } = await database.owner.query(
    "select from audit_event where action = 'installation.opened'",
  )
  expect(rowCount).toBe(1)
})

test('A database that isn’t live refuses to open, and the server can’t close one.', async () => {
  const sandbox = await createTestApp()
  await expect(openInstallation(sandbox.app, buildItems('ok'))).rejects.toMatchObject({
    code: 'AP007',
  })
  await sandbox.close()

  const close = testApp.database.owner.query(
    'set role candor_app; update approvals.installation set opened_at = null',
  )
  await expect(close).rejects.toMatchObject({ code: '42501' })
  await testApp.database.owner.query('reset role')
})
