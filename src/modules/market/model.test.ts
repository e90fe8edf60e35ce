import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Coin, parseAmount, SCALE } from '#lib/money.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createSimulatedPrices } from './adapters/simulated-prices.ts'
import {
  computeAffordableCoin,
  computeCoinCharge,
  computeCoinValue,
  computeRequiredCoin,
  formatPrice,
  formatRate,
} from './model.ts'
import { getPrice, listPrices } from './queries.ts'

const coins = fc.constantFrom<Coin>('BTC', 'ETH', 'USDT')
const rates = fc.bigInt(1n, 10_000_000_000_000n)
const amounts = fc.bigInt(1n, 1_000_000_000_000n)

test('The required coin covers the amount, and one unit less would not', () => {
  fc.assert(
    fc.property(coins, rates, amounts, (coin, rate, cents) => {
      const units = computeRequiredCoin(cents, rate, coin)
      const worth = (coinUnits: bigint) => coinUnits * rate * 100n
      const requestedValue = cents * 1_000_000n * 10n ** BigInt(SCALE[coin])

      expect(worth(units) >= requestedValue).toBe(true)
      expect(worth(units - 1n) < requestedValue).toBe(true)
      expect(computeCoinValue(units, rate, coin) >= cents).toBe(true)
    }),
  )
})

test('The coin paid out for an amount is never worth more than the amount', () => {
  fc.assert(
    fc.property(coins, rates, amounts, (coin, rate, cents) => {
      expect(computeCoinValue(computeAffordableCoin(cents, rate, coin), rate, coin) <= cents).toBe(
        true,
      )
    }),
  )
})

test('Coin is charged at its value or at most one cent more', () => {
  fc.assert(
    fc.property(coins, rates, amounts, (coin, rate, units) => {
      const exact = units * rate * 100n
      const unit = 1_000_000n * 10n ** BigInt(SCALE[coin])
      const charged = computeCoinCharge(units, rate, coin)
      expect(charged * unit >= exact && (charged - 1n) * unit < exact).toBe(true)
      expect(charged - computeCoinValue(units, rate, coin) <= 1n).toBe(true)
    }),
  )
})

test('A displayed price always has the decimals of its instrument, rounded half up', () => {
  expect(formatPrice(1_147_000n, 4)).toBe('1.1470')
  expect(formatPrice(1_147_050n, 4)).toBe('1.1471')
  expect(formatPrice(91_240_500_000n, 2)).toBe('91240.50')
  expect(formatPrice(180_300n, 5)).toBe('0.18030')
  expect(formatPrice(1n, 4)).toBe('0.0000')
})

test('A rate is formatted with all its decimals and at least two', () => {
  expect(formatRate(91_240_500_000n)).toBe('91240.50')
  expect(formatRate(999_700n)).toBe('0.9997')
  expect(formatRate(1_000_000n)).toBe('1.00')
  expect(formatRate(1n)).toBe('0.000001')
  expect(parseAmount(formatRate(3_597_770_000n), 'USDT')).toBe(3_597_770_000n)
})

test('Every process gets the same simulated price at the same minute, marked as simulated', async () => {
  const clock = createFixedClock('2026-11-20T12:30:10Z')
  const one = await createSimulatedPrices(clock).price('BTC')

  clock.set('2026-11-20T12:30:59Z')

  const other = await createSimulatedPrices(clock).price('BTC')
  expect(other).toEqual(one)
  expect(one).toMatchObject({ source: 'Simulated feed', simulated: true, rate: 85_962_470_000n })
  expect(one.at.toISOString()).toBe('2026-11-20T12:30:00.000Z')
})

test('Simulated prices change daily and stay near their centre for years', async () => {
  const feed = createSimulatedPrices(createFixedClock('2026-11-20T00:00:00Z'))
  const distinctRates = new Set<bigint>()

  for (let day = 0; day < 3_000; day += 30) {
    const { rate } = await feed.price('BTC', new Date(Date.UTC(2024, 0, 1 + day)))
    expect(rate > 20_000_000_000n && rate < 400_000_000_000n).toBe(true)
    distinctRates.add(rate)
  }

  expect(distinctRates.size).toBe(100)
})

test('A price that is stale, absent or zero is not quoted', async () => {
  const clock = createFixedClock('2026-11-20T12:30:00Z')
  const good = await createSimulatedPrices(clock).price('ETH')

  clock.advance(5 * 60_000)
  expect(await getPrice({ clock, prices: { price: async () => good } }, 'ETH')).toEqual(good)

  clock.advance(1)

  for (const prices of [
    { price: async () => good },
    { price: async () => ({ ...good, at: clock.now(), rate: 0n }) },
    { price: () => Promise.reject(new Error('down')) },
  ]) {
    await expect(getPrice({ clock, prices }, 'ETH')).rejects.toMatchObject({
      code: 'price_unavailable',
      status: 503,
    })
    expect(await listPrices({ clock, prices })).toEqual([])
  }
})
