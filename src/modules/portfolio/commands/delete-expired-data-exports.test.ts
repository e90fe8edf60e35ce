import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { FileMissing } from '#platform/files/files.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { buildDataExportKey, DATA_EXPORT_LIFETIME_MS } from '../model.ts'
import { getReadyDataExport } from '../queries/data-exports.ts'
import { buildDataExport } from './build-data-export.ts'
import { deleteExpiredDataExports } from './delete-expired-data-exports.ts'
import { requestDataExport } from './request-data-export.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A file can be had for seven days, and is removed then', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { id } = await requestDataExport(app, member, { password: SAMPLE_PASSWORD })

  await buildDataExport(app, id)
  app.clock.advance(DATA_EXPORT_LIFETIME_MS - 1)

  expect(await deleteExpiredDataExports(app)).toBe(0)

  await getReadyDataExport(app.db, member.id, id, app.clock.now())
  app.clock.advance(1)

  await expect(getReadyDataExport(app.db, member.id, id, app.clock.now())).rejects.toMatchObject({
    code: 'data_export_not_ready',
  })
  expect(await deleteExpiredDataExports(app)).toBe(1)
  await expect(app.files.read(buildDataExportKey(id))).rejects.toThrow(FileMissing)
})
