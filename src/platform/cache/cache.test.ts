import { expect, test } from 'vitest'
import { createFixedClock } from '../clock.ts'
import { createCache } from './cache.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')

type Options = Partial<Parameters<typeof createCache>[0]>

/** Creates a cache of a source whose answer the test sets. */
function createTestCache(options: Options = { staleMs: 30_000, retryMs: 5_000 }) {
  const outside = { times: 0, answer: async () => outside.times, failures: [] as unknown[] }
  const cache = createCache<number>({
    clock,
    ttlMs: 10_000,
    onFailure: (error) => outside.failures.push(error),
    ...options,
  })
  const load = () => {
    outside.times += 1
    return outside.answer()
  }

  const get = async (key = 'key') => await cache.get(key, load)
  const peek = async () => (await cache.peek('key', load))?.value
  return { outside, cache, get, peek }
}
const fail = async () => {
  throw new Error('down')
}

test('concurrent reads share one request, and its result is cached for a while', async () => {
  const { outside, get, peek } = createTestCache()
  expect(await Promise.all([peek(), peek(), get()])).toMatchObject([1, 1, { value: 1 }])

  clock.advance(9_999)
  expect([await peek(), outside.times]).toEqual([1, 1])
})

test('a stale value is requested again, and a peek does not wait for it', async () => {
  const { outside, get, peek } = createTestCache()
  await peek()
  clock.advance(10_000)

  expect((await get()).value).toBe(2)

  clock.advance(10_000)
  outside.answer = () => new Promise(() => {})

  expect(await peek()).toBe(2)
  expect(outside.times).toBe(3)
})

test('a failure retains the last value, is reported once and retried after a pause', async () => {
  const { outside, get } = createTestCache()
  const first = await get()

  outside.answer = fail

  for (let i = 0; i < 4; i++) {
    clock.advance(10_000)
    expect(await get()).toEqual(first)
  }

  expect(outside.times).toBe(5)

  clock.advance(4_999)
  await get()

  expect([outside.times, outside.failures.length]).toEqual([5, 1])

  outside.answer = async () => 7
  clock.advance(1)

  expect((await get()).value).toBe(7)
})

test('without a value a peek takes at most a second', async () => {
  const { outside, peek } = createTestCache()
  outside.answer = () => new Promise(() => {})
  const begun = performance.now()
  expect(await peek()).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(20_000)
})

test('without a retry pause an error is thrown to all who wait, and the next caller loads', async () => {
  const { outside, get } = createTestCache({})
  await get()
  clock.advance(10_000)
  outside.answer = fail

  const both = await Promise.allSettled([get(), get()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(outside.times).toBe(2)

  outside.answer = async () => 7

  expect((await get()).value).toBe(7)
})

test('a load that began before the cache was cleared is never cached', async () => {
  const { outside, cache, get } = createTestCache({})
  let answerFirst = (_value: number) => {}
  outside.answer = () => new Promise((resolve) => (answerFirst = resolve))
  const first = get()
  cache.clear()
  outside.answer = async () => 2

  expect((await get()).value).toBe(2)

  answerFirst(1)
  expect((await first).value).toBe(1)
  expect((await get()).value).toBe(2)
})

test('beyond the maximum the oldest entry is removed', async () => {
  const { outside, get } = createTestCache({ maxEntries: 2 })
  for (const key of ['a', 'b', 'c', 'b', 'c']) await get(key)

  expect(outside.times).toBe(3)

  await get('a')
  expect(outside.times).toBe(4)
})

test('a clock that went back makes a value due', async () => {
  const { outside, get } = createTestCache({})
  await get()
  clock.advance(-1)
  await get()

  expect(outside.times).toBe(2)
})
