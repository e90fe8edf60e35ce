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

test('two feeds that agree give what is half-way between them, and the older of their times', () => {
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

test('of three feeds the one in the middle is taken, not their mean', () => {
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

test('one feed is no agreement, and neither is the same feed told twice', () => {
  expect(computeAgreedPrice([createSourceQuote('Kraken', 1_000_000n)], rules)).toBeNull()
  expect(
    computeAgreedPrice(
      [createSourceQuote('Kraken', 1_000_000n), createSourceQuote('Kraken', 1_000_100n)],
      rules,
    ),
  ).toBeNull()
  expect(computeAgreedPrice([], rules)).toBeNull()
})

test('a feed that is older than a minute, or whose clock is ahead, counts for nothing', () => {
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

test('feeds that are further apart than the band agree on nothing', () => {
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

test('what is agreed lies between the least and the most that was said, in whatever order it was said', () => {
  const rates = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(rates, (sampleRates) => {
      const feeds = sampleRates.map((rate, i) => createSourceQuote(`feed ${i}`, rate))
      const wide = { ...rules, bandBps: 10n ** 18n }
      const one = computeAgreedPrice(feeds, wide)

      expect(one?.rate).toBe(computeAgreedPrice(feeds.toReversed(), wide)?.rate)

      const [least, most] = [
        sampleRates.reduce((a, b) => (a < b ? a : b)),
        sampleRates.reduce((a, b) => (a > b ? a : b)),
      ]
      expect(one && one.rate >= least && one.rate <= most).toBe(true)
    }),
  )
})
