import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from './money.ts'
import { coinRoundedDown, coinRoundedUp, worthOf } from './rates.ts'

test('a thousand dollars at 97,123.40 dollars a bitcoin is 0.01029618 BTC, rounded up', () => {
  expect(coinRoundedUp(100_000n, 97_123_400_000n, 'BTC')).toBe(1_029_618n)
  expect(coinRoundedDown(100_000n, 97_123_400_000n, 'BTC')).toBe(1_029_617n)
  expect(worthOf(1_029_618n, 97_123_400_000n, 'BTC')).toBe(100_000n)
})

test('coin rounded up is never worth less than asked, coin rounded down never more, for any amount and rate', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(1n, 10n ** 13n),
      fc.constantFrom<Coin>('BTC', 'ETH', 'USDT'),
      (cents, rate, coin) => {
        expect(worthOf(coinRoundedUp(cents, rate, coin), rate, coin)).toBeGreaterThanOrEqual(cents)
        expect(worthOf(coinRoundedDown(cents, rate, coin), rate, coin)).toBeLessThanOrEqual(cents)
      },
    ),
    { numRuns: 500 },
  )
})
