import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findLastBackup } from '../queries.ts'
import { recordBackup } from './record-backup.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Recording a backup is audited; the last backup is the one started latest.', async () => {
  const { app, database } = testApp
  expect(await findLastBackup(app.db)).toBeNull()

  const recordTestBackup = (text: string) =>
    recordBackup(app, { at: new Date(text), how: 'cluster', bytes: 12_345, seq: 7n })
  await recordTestBackup('2026-11-19T03:00:00Z')
  await recordTestBackup('2026-11-18T03:00:00Z')

  expect(await findLastBackup(app.db)).toEqual(new Date('2026-11-19T03:00:00Z'))
  expect(
    (await database.owner.query("select from audit_event where action = 'backup.made'")).rowCount,
  ).toBe(2)
})
