import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listEnquiries } from '../queries.ts'
import { anEnquiry, cvDocument } from '../testing.ts'
import { dropOldEnquiries } from './drop-old-enquiries.ts'

const DAY_MS = 86_400_000

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('what is older than messages are kept goes with its file, and younger ones stay', async () => {
  const old = await anEnquiry(house.app, { kind: 'career', cv: cvDocument() })
  const now = house.app.clock.now().getTime()
  const at = (days: number) => ({
    ...house.app,
    clock: { ...house.app.clock, now: () => new Date(now + days * DAY_MS) },
  })

  expect(await dropOldEnquiries(at(365))).toBe(0)

  const young = await anEnquiry(at(300))
  expect(await dropOldEnquiries(at(366))).toBe(1)
  expect((await listEnquiries(house.app.db)).map(({ id }) => id)).toEqual([young.id])
  await expect(house.app.files.read(old.cv?.key ?? '')).rejects.toThrow('ENOENT')
})
