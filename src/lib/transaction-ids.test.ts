import { expect, test } from 'vitest'
import { formatTransactionId, parseTransactionId } from './transaction-ids.ts'

const id = 'AB'.repeat(32)

test('a transaction id has the format of its chain, and one spelling', () => {
  expect(parseTransactionId('BTC', ` ${id} `)).toBe(id.toLowerCase())
  expect(parseTransactionId('ETH', `0x${id}`)).toBe(id.toLowerCase())
  expect(parseTransactionId('USDT', id)).toBe(id.toLowerCase())
})

test('what is no transaction id of its chain says so, with the rule', () => {
  for (const text of ['abcd', `${id}0`, id.slice(1), 'g'.repeat(64), 'AB CD'])
    expect(() => parseTransactionId('BTC', text)).toThrow(
      'Enter a transaction ID of Bitcoin: 64 characters of 0–9 and a–f.',
    )
  expect(() => parseTransactionId('USDT', 'abcd')).toThrow(
    'Enter a transaction ID of USDT (ERC-20 on Ethereum)',
  )
  expect(() => parseTransactionId('ETH', 'dep_0123456789abcdefghjk')).toThrow('internal ID')
})

test('an id is shown as its chain writes it', () => {
  const stored = id.toLowerCase()
  expect(formatTransactionId('BTC', stored, 'bitcoin')).toBe(stored)
  expect(formatTransactionId('ETH', stored, 'ethereum')).toBe(`0x${stored}`)
  expect(formatTransactionId('USDT', stored, 'ethereum')).toBe(`0x${stored}`)
  expect(formatTransactionId('USDT', stored, 'tron')).toBe(stored)
  expect(formatTransactionId('USDT', 'simulated-wdr', 'ethereum')).toBe('simulated-wdr')
})
