import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { FileMissing } from '#platform/files/files.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listEnquiries } from '../queries.ts'
import { buildCvDocument, createTestEnquiry } from '../testing.ts'
import { deleteOldEnquiries } from './delete-old-enquiries.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('enquiries past retention are deleted with their files; newer ones stay', async () => {
  const old = await createTestEnquiry(testApp.app, { kind: 'career', cv: buildCvDocument() })
  const now = testApp.app.clock.now().getTime()
  const createFutureApp = (days: number) => ({
    ...testApp.app,
    clock: { ...testApp.app.clock, now: () => new Date(now + days * DAY_MS) },
  })

  expect(await deleteOldEnquiries(createFutureApp(365))).toBe(0)

  const young = await createTestEnquiry(createFutureApp(300))
  expect(await deleteOldEnquiries(createFutureApp(366))).toBe(1)
  expect((await listEnquiries(testApp.app.db)).map(({ id }) => id)).toEqual([young.id])
  await expect(testApp.app.files.read(old.cv?.key ?? '')).rejects.toThrow(FileMissing)
})
