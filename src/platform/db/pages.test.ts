import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeReach, parseOrder, readPage } from './pages.ts'

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
        const observed: number[] = []

        for (let page = 1; page <= Math.max(1, Math.ceil(total / size)); page += 1) {
          const counted = { total, more: false }
          const read = await readPage({ page, size }, counted, down, async (way, offset, limit) => {
            expect(offset).toBeLessThanOrEqual(total / 2)
            return (way === 'asc' ? rows : rows.toReversed()).slice(offset, offset + limit)
          })
          observed.push(...read.rows)
        }

        expect(observed).toEqual(down ? rows.toReversed() : rows)
      },
    ),
  )
})

test('a page after the last is the last, and an unknown order is the default', () => {
  expect(computeReach({ page: 99, size: 10 }, 25)).toEqual(computeReach({ page: 3, size: 10 }, 25))
  expect(parseOrder('amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: false })
  expect(parseOrder('-amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: true })
  expect(parseOrder(undefined, ['date', 'amount'])).toEqual({ by: 'date', descending: true })
  expect(parseOrder('drop table', ['date', 'amount'])).toEqual({ by: 'date', descending: true })
})
