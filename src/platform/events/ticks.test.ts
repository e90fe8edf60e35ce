import { afterEach, expect, test, vi } from 'vitest'
import { createFixedClock } from '../clock.ts'
import { openTicks } from './ticks.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')

afterEach(() => {
  vi.useRealTimers()
})

/**
 * A stream of two rows whose figures the test sets, read every ten seconds of a clock that the test
 * moves.
 */
function stream(retained?: number) {
  vi.useFakeTimers()

  const rows = new Map([
    ['BTC', '{"BTC":1}'],
    ['ETH', '{"ETH":1}'],
  ])
  const outside = { reads: 0 }
  const read = async () => {
    outside.reads += 1
    return new Map(rows)
  }
  const ticks = openTicks({
    clock,
    everyMs: 10_000,
    read,
    ...(retained && { maxRetained: retained }),
  })
  const follow = async (after?: string) => {
    const heard: { id: string; event: string; rows: unknown }[] = []
    const stop = await ticks.follow(after, (message) => {
      const [, id = '', event = '', rows = ''] =
        /^id: (.*)\nevent: (.*)\ndata: (.*)\n\n$/.exec(message) ?? []
      heard.push({ id, event, rows: JSON.parse(rows) })
    })

    return { heard, stop, lastId: () => heard.at(-1)?.id ?? '' }
  }

  const set = async (name: string, value: number) => {
    rows.set(name, JSON.stringify({ [name]: value }))
    await vi.advanceTimersByTimeAsync(10_000)
  }
  return { rows, outside, follow, set }
}

test('the first subscriber gets all rows, then only changes, each tick numbered', async () => {
  const { follow, set } = stream()
  const page = await follow()

  await set('BTC', 2)
  await set('BTC', 2)
  await set('ETH', 3)

  expect(page.heard.map(({ event, rows }) => [event, rows])).toEqual([
    ['all', [{ BTC: 1 }, { ETH: 1 }]],
    ['some', [{ BTC: 2 }]],
    ['some', [{ ETH: 3 }]],
  ])

  expect(new Set(page.heard.map(({ id }) => id)).size).toBe(3)

  page.stop()
})

test('a returning subscriber gets exactly the missed changes', async () => {
  const { follow, set } = stream()
  const [page, other] = [await follow(), await follow()]

  await set('BTC', 2)
  page.stop()
  await set('ETH', 3)
  await set('BTC', 4)

  const again = await follow(page.lastId())
  expect(again.heard.map(({ rows }) => rows)).toEqual([[{ ETH: 3 }], [{ BTC: 4 }]])
  expect(again.lastId()).toBe(other.lastId())
  expect((await follow(other.lastId())).heard).toEqual([])
})

test('a subscriber with an old, foreign or invalid number gets all rows', async () => {
  const { follow, set } = stream(2)
  const page = await follow()
  const old = page.lastId()

  for (let i = 2; i < 6; i++) await set('BTC', i)

  const ahead = `${old.split('-')[0]}-999`
  for (const after of [old, 'other-3', ahead, 'x', '-1', '1-', '../..', '9'.repeat(400)])
    expect((await follow(after)).heard, after).toMatchObject([
      { event: 'all', rows: [{ BTC: 5 }, { ETH: 1 }], id: page.lastId() },
    ])
})

test('without subscribers nothing is read, and one that returns gets the changes', async () => {
  const { follow, set, outside, rows } = stream()
  const page = await follow()
  page.stop()

  const before = outside.reads
  await set('BTC', 2)
  await vi.advanceTimersByTimeAsync(600_000)

  expect(outside.reads).toBe(before)

  rows.set('ETH', '{"ETH":9}')

  const again = await follow(page.lastId())
  expect(again.heard).toMatchObject([{ event: 'some', rows: [{ BTC: 2 }, { ETH: 9 }] }])
})

test('concurrent subscribers cost one read, and a removed row is removed for all', async () => {
  const { follow, outside, rows } = stream()
  const pages = await Promise.all(Array.from({ length: 50 }, () => follow()))

  expect(outside.reads).toBe(1)

  rows.delete('ETH')
  await vi.advanceTimersByTimeAsync(10_000)
  for (const { heard } of pages)
    expect(heard.at(-1)).toMatchObject({ event: 'all', rows: [{ BTC: 1 }] })
})
