import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getReadyDataExport, listDataExports } from '../queries/data-exports.ts'
import { buildDataExport } from './build-data-export.ts'
import { requestDataExport } from './request-data-export.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD

test('Two within 24 hours, one at a time, and only with the password', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(requestDataExport(app, member, { password: 'not this' })).rejects.toMatchObject({
    code: 'password_wrong',
  })

  const first = await requestDataExport(app, member, { password })
  await expect(requestDataExport(app, member, { password })).rejects.toMatchObject({
    code: 'data_export_waiting',
  })

  await buildDataExport(app, first.id)
  await buildDataExport(app, (await requestDataExport(app, member, { password })).id)

  await expect(requestDataExport(app, member, { password })).rejects.toMatchObject({
    code: 'too_many_data_exports',
    status: 429,
  })

  app.clock.advance(24 * 3_600_000)
  await requestDataExport(app, member, { password })

  expect(await listDataExports(app.db, member.id)).toHaveLength(3)
})

test('Asked twice at the same moment one is made', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const results = await Promise.allSettled(
    [1, 2].map(() => requestDataExport(app, member, { password })),
  )

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('What isn’t made yet, and what is another member’s, can’t be had', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { member: other } = await createTestMember(app)
  const { id } = await requestDataExport(app, member, { password })
  const now = app.clock.now()

  await expect(getReadyDataExport(app.db, member.id, id, now)).rejects.toMatchObject({
    code: 'data_export_not_ready',
  })

  await buildDataExport(app, id)
  await expect(getReadyDataExport(app.db, other.id, id, now)).rejects.toMatchObject({ status: 404 })
  expect((await getReadyDataExport(app.db, member.id, id, now)).status).toBe('ready')
})
