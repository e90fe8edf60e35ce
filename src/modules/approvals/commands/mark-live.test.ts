import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { markLive } from './mark-live.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const readWaits = async () =>
  (
    await testApp.database.pool.query(
      `select approvals.is_live() as live, approvals.get_decider_wait()::text as decider,
         approvals.get_loosening_wait()::text as loosening`,
    )
  ).rows[0]

test('Live waits 72 hours for a new decider and 24 for a looser control; the sandbox never waits.', async () => {
  expect(await readWaits()).toEqual({ live: false, decider: '00:00:00', loosening: '00:00:00' })

  await markLive(testApp.app)
  expect(await readWaits()).toEqual({ live: true, decider: '72:00:00', loosening: '24:00:00' })

  await expect(
    testApp.database.pool.query('update approvals.installation set live = false'),
  ).rejects.toThrow(/permission denied/)
})
