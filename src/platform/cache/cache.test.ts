import { expect, test } from 'vitest'
import { createFixedClock } from '../clock.ts'
import { createCache } from './cache.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')

/** Something outside that is asked, and does as it is told. */
function createTestCache() {
  const outside = { times: 0, answer: async () => outside.times, failures: [] as unknown[] }
  const keeper = createCache({
    clock,
    everyMs: 10_000,
    oldMs: 30_000,
    retryMs: 5_000,
    read: () => {
      outside.times += 1
      return outside.answer()
    },
    onFailure: (error) => outside.failures.push(error),
  })

  const values = async () => (await keeper.latest())?.value
  return { outside, keeper, values }
}
const fail = async () => {
  throw new Error('down')
}

test('concurrent reads share one request, and its result is cached for a while', async () => {
  const { outside, keeper, values } = createTestCache()
  expect(await Promise.all([values(), values(), keeper.refresh()])).toMatchObject([
    1,
    1,
    { value: 1 },
  ])

  clock.advance(9_999)
  expect([await values(), outside.times]).toEqual([1, 1])
})

test('a stale value is requested again, and a peek does not wait for it', async () => {
  const { outside, keeper, values } = createTestCache()
  await values()
  clock.advance(10_000)

  expect((await keeper.refresh())?.value).toBe(2)

  clock.advance(10_000)
  outside.answer = () => new Promise(() => {})

  expect(await values()).toBe(2)
  expect(outside.times).toBe(3)
})

test('a failure retains the last value, is reported once and is retried after a pause', async () => {
  const { outside, keeper } = createTestCache()
  const first = await keeper.latest()

  outside.answer = fail

  for (let i = 0; i < 4; i++) {
    clock.advance(10_000)
    expect(await keeper.refresh()).toEqual(first)
  }

  expect(outside.times).toBe(5)

  clock.advance(4_999)
  await keeper.refresh()

  expect([outside.times, outside.failures.length]).toEqual([5, 1])

  outside.answer = async () => 7
  clock.advance(1)

  expect((await keeper.refresh())?.value).toBe(7)
})

test('without a value a peek takes at most a second', async () => {
  const { outside, keeper } = createTestCache()
  outside.answer = () => new Promise(() => {})
  const begun = performance.now()
  expect(await keeper.latest()).toBeNull()
  expect(performance.now() - begun).toBeLessThan(3_000)
})
