import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money } from './money.tsx'

const read = (props: Parameters<typeof Money>[0]) =>
  renderToStaticMarkup(createElement(Money, props)).replace(/<[^>]*>/g, '')

test('an amount of coin always has the decimals of its currency, and its thousands apart', () => {
  expect(read({ amount: '17910.1510', unit: 'USDT' })).toBe('17,910.151000 USDT')
  expect(read({ amount: '0.5', unit: 'BTC' })).toBe('0.50000000 BTC')
  expect(read({ amount: 1_000_000_001n, unit: 'ETH' })).toBe('1.000000001 ETH')
})

test('dollars have two decimals, or none where a limit is round', () => {
  expect(read({ amount: '1000' })).toBe('$1,000.00')
  expect(read({ amount: 123_450n })).toBe('$1,234.50')
  expect(read({ amount: '10000.00', scale: 0 })).toBe('$10,000')
})
