import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { openQueryClient } from './query-client.ts'

const { queries } = openQueryClient().getDefaultOptions()
const retries = queries?.retry as (failures: number, error: unknown) => boolean
const waits = queries?.retryDelay as (attempt: number) => number

test('a rejected request is not retried, an unreachable server three times', () => {
  for (const status of [400, 401, 403, 404, 409, 422, 429])
    expect(retries(0, new CallError(status, 'x', 'x')), String(status)).toBe(false)

  for (const status of [0, 500, 503]) {
    expect(retries(2, new CallError(status, 'x', 'x')), String(status)).toBe(true)
    expect(retries(3, new CallError(status, 'x', 'x')), String(status)).toBe(false)
  }
})

test('the waits between double up to half a minute', () => {
  expect([0, 1, 2, 9].map((attempt) => waits(attempt))).toEqual([1000, 2000, 4000, 30_000])
})
