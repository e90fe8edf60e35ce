import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findLastBackup } from '../queries.ts'
import { noteBackup } from './note-backup.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('The newest backup is known by when it was begun, and is an act of the house', async () => {
  const { app, database } = house
  expect(await findLastBackup(app.db)).toBeNull()

  const made = (text: string) =>
    noteBackup(app, { at: new Date(text), how: 'cluster', bytes: 12_345, seq: 7n })
  await made('2026-11-19T03:00:00Z')
  await made('2026-11-18T03:00:00Z')

  expect(await findLastBackup(app.db)).toEqual(new Date('2026-11-19T03:00:00Z'))
  expect(
    (await database.owner.query("select from audit_act where action = 'backup.made'")).rowCount,
  ).toBe(2)
})
