import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreed, type Said } from './median.ts'

const now = new Date('2026-11-20T12:00:00Z')
const rules = { now, maxAgeMs: 60_000, bandBps: 100n }
const said = (source: string, rate: bigint, ageMs = 0): Said => ({
  source,
  rate,
  at: new Date(now.getTime() - ageMs),
})

test('two feeds that agree give what is half-way between them, and the older of their times', () => {
  expect(
    agreed([said('Kraken', 1_000_001n, 9_000), said('Coinbase', 1_000_004n, 20_000)], rules),
  ).toEqual({
    source: 'Median of Kraken and Coinbase',
    rate: 1_000_002n,
    at: new Date(now.getTime() - 20_000),
  })
})

test('of three feeds the one in the middle is taken, not their mean', () => {
  const three = [said('a', 1_009_000n), said('b', 1_000_000n), said('c', 1_001_000n)]
  expect(agreed(three, rules)).toMatchObject({ rate: 1_001_000n, source: 'Median of a, b and c' })
})

test('one feed is no agreement, and neither is the same feed told twice', () => {
  expect(agreed([said('Kraken', 1_000_000n)], rules)).toBeNull()
  expect(agreed([said('Kraken', 1_000_000n), said('Kraken', 1_000_100n)], rules)).toBeNull()
  expect(agreed([], rules)).toBeNull()
})

test('a feed that is older than a minute, or whose clock is ahead, counts for nothing', () => {
  const kraken = said('Kraken', 1_000_000n)
  expect(agreed([kraken, said('Coinbase', 1_000_000n, 60_000)], rules)).not.toBeNull()
  expect(agreed([kraken, said('Coinbase', 1_000_000n, 60_001)], rules)).toBeNull()
  expect(agreed([kraken, said('Coinbase', 1_000_000n, -60_001)], rules)).toBeNull()
  expect(agreed([kraken, said('Coinbase', 0n)], rules)).toBeNull()
})

test('feeds that are further apart than the band agree on nothing', () => {
  const apart = (rate: bigint) =>
    agreed([said('Kraken', 1_000_000n), said('Coinbase', rate)], rules)
  expect(apart(1_010_000n)).not.toBeNull()
  expect(apart(1_010_101n)).toBeNull()

  const three = [said('a', 1_000_000n), said('b', 1_000_100n), said('c', 1_011_000n)]
  expect(agreed(three, rules)).toBeNull()
})

test('what is agreed lies between the least and the most that was said, in whatever order it was said', () => {
  const rates = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(rates, (given) => {
      const feeds = given.map((rate, i) => said(`feed ${i}`, rate))
      const wide = { ...rules, bandBps: 10n ** 18n }
      const one = agreed(feeds, wide)

      expect(one?.rate).toBe(agreed(feeds.toReversed(), wide)?.rate)

      const [least, most] = [
        given.reduce((a, b) => (a < b ? a : b)),
        given.reduce((a, b) => (a > b ? a : b)),
      ]
      expect(one && one.rate >= least && one.rate <= most).toBe(true)
    }),
  )
})
