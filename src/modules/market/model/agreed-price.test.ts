import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeAgreedPrice, type SourceQuote } from './agreed-price.ts'

const now = new Date('2026-11-20T12:00:00Z')
const rules = { now, maxAgeMs: 60_000, bandBps: 100n }
const createSourceQuote = (source: string, rate: bigint, ageMs = 0): SourceQuote => ({
  source,
  rate,
  at: new Date(now.getTime() - ageMs),
})

test('Two feeds that agree give the mean of their prices and the older of their times', () => {
  expect(
    computeAgreedPrice(
      [
        createSourceQuote('Kraken', 1_000_001n, 9_000),
        createSourceQuote('Coinbase', 1_000_004n, 20_000),
      ],
      rules,
    ),
  ).toEqual({
    source: 'Median of Kraken and Coinbase',
    rate: 1_000_002n,
    at: new Date(now.getTime() - 20_000),
  })
})

test('Three feeds give the middle price, not their mean', () => {
  const three = [
    createSourceQuote('a', 1_009_000n),
    createSourceQuote('b', 1_000_000n),
    createSourceQuote('c', 1_001_000n),
  ]
  expect(computeAgreedPrice(three, rules)).toMatchObject({
    rate: 1_001_000n,
    source: 'Median of a, b and c',
  })
})

test('One feed gives no price, and neither does the same feed twice', () => {
  expect(computeAgreedPrice([createSourceQuote('Kraken', 1_000_000n)], rules)).toBeNull()
  expect(
    computeAgreedPrice(
      [createSourceQuote('Kraken', 1_000_000n), createSourceQuote('Kraken', 1_000_100n)],
      rules,
    ),
  ).toBeNull()
  expect(computeAgreedPrice([], rules)).toBeNull()
})

test('A price older than a minute or in the future is ignored', () => {
  const kraken = createSourceQuote('Kraken', 1_000_000n)
  expect(
    computeAgreedPrice([kraken, createSourceQuote('Coinbase', 1_000_000n, 60_000)], rules),
  ).not.toBeNull()
  expect(
    computeAgreedPrice([kraken, createSourceQuote('Coinbase', 1_000_000n, 60_001)], rules),
  ).toBeNull()
  expect(
    computeAgreedPrice([kraken, createSourceQuote('Coinbase', 1_000_000n, -60_001)], rules),
  ).toBeNull()
  expect(computeAgreedPrice([kraken, createSourceQuote('Coinbase', 0n)], rules)).toBeNull()
})

test('Feeds further apart than the band give no price', () => {
  const apart = (rate: bigint) =>
    computeAgreedPrice(
      [createSourceQuote('Kraken', 1_000_000n), createSourceQuote('Coinbase', rate)],
      rules,
    )
  expect(apart(1_010_000n)).not.toBeNull()
  expect(apart(1_010_101n)).toBeNull()

  const three = [
    createSourceQuote('a', 1_000_000n),
    createSourceQuote('b', 1_000_100n),
    createSourceQuote('c', 1_011_000n),
  ]
  expect(computeAgreedPrice(three, rules)).toBeNull()
})

test('The agreed price is between the lowest and the highest, in any order of the feeds', () => {
  const rates = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(rates, (sampleRates) => {
      const feeds = sampleRates.map((rate, i) => createSourceQuote(`feed ${i}`, rate))
      const wide = { ...rules, bandBps: 10n ** 18n }
      const one = computeAgreedPrice(feeds, wide)

      expect(one?.rate).toBe(computeAgreedPrice(feeds.toReversed(), wide)?.rate)

      const [min, max] = [
        sampleRates.reduce((a, b) => (a < b ? a : b)),
        sampleRates.reduce((a, b) => (a > b ? a : b)),
      ]
      expect(one && one.rate >= min && one.rate <= max).toBe(true)
    }),
  )
})
