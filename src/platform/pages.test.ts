import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf, reachOf } from './pages.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('whichever end a page is read from, leafing shows every row once and in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 30 }), (total, size) => {
      const rows = numbers(total)
      const seen = numbers(Math.max(1, Math.ceil(total / size))).flatMap((at) => {
        const { offset, limit, backwards } = reachOf({ page: at + 1, size }, total)
        expect(offset).toBeLessThanOrEqual(total / 2)
        const part = (backwards ? rows.toReversed() : rows).slice(offset, offset + limit)
        return backwards ? part.toReversed() : part
      })
      expect(seen).toEqual(rows)
    }),
  )
})

test('a page behind the last one is the last one, and an order that nobody knows is the first', () => {
  expect(reachOf({ page: 99, size: 10 }, 25)).toEqual(reachOf({ page: 3, size: 10 }, 25))
  expect(orderOf('amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: false })
  expect(orderOf('-amount', ['date', 'amount'])).toEqual({ by: 'amount', descending: true })
  expect(orderOf(undefined, ['date', 'amount'])).toEqual({ by: 'date', descending: true })
  expect(orderOf('drop table', ['date', 'amount'])).toEqual({ by: 'date', descending: true })
})
