import { expect, test } from 'vitest'
import { parseTransactionId } from './transaction-ids.ts'

const id = 'AB'.repeat(32)

test('a transaction id has the format of its chain, and one spelling', () => {
  expect(parseTransactionId('BTC', ` ${id} `)).toBe(id.toLowerCase())
  expect(parseTransactionId('ETH', `0x${id}`)).toBe(id.toLowerCase())
  expect(parseTransactionId('USDT', id)).toBe(id.toLowerCase())
})

test('what is no transaction id of its chain says so, with the rule', () => {
  for (const text of ['abcd', `${id}0`, id.slice(1), 'g'.repeat(64), 'AB CD'])
    expect(() => parseTransactionId('BTC', text)).toThrow(
      'This is not a transaction id of Bitcoin: it has 64 characters of 0–9 and a–f.',
    )
  expect(() => parseTransactionId('USDT', 'abcd')).toThrow(
    'This is not a transaction id of USDT (ERC-20 on Ethereum)',
  )
  expect(() => parseTransactionId('ETH', 'dep_0123456789abcdefghjk')).toThrow('internal id')
})
