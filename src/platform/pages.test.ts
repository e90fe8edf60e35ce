import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf, reachOf, readPage } from './pages.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('whichever end a page is read from, leafing shows every row once and in order', async () => {
  const totals = fc.integer({ min: 0, max: 200 })
  await fc.assert(
    fc.asyncProperty(
      totals,
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      async (total, size, down) => {
        const rows = numbers(total)
        const seen: number[] = []

        for (let page = 1; page <= Math.max(1, Math.ceil(total / size)); page += 1) {
          const counted = { total, more: false }
          const read = await readPage({ page, size }, counted, down, async (way, offset, limit) => {
            expect(offset).toBeLessThanOrEqual(total / 2)
            return (way === 'asc' ? rows : rows.toReversed()).slice(offset, offset + limit)
          })
          seen.push(...read.rows)
        }

        expect(seen).toEqual(down ? rows.toReversed() : rows)
      },
    ),
  )
})

test('a page behind the last one is the last one, and an order that nobody knows is the first', () => {
  expect(reachOf({ page: 99, size: 10 }, 25)).toEqual(reachOf({ page: 3, size: 10 }, 25))
  expect(orderOf('amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: false })
  expect(orderOf('-amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: true })
  expect(orderOf(undefined, ['date', 'amount'])).toEqual({ by: 'date', descending: true })
  expect(orderOf('drop table', ['date', 'amount'])).toEqual({ by: 'date', descending: true })
})
