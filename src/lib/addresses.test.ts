import { expect, test } from 'vitest'
import { checkAddress, checksummed } from './addresses.ts'

const verdict = (coin: 'BTC' | 'ETH' | 'USDT', address: string) => {
  const found = checkAddress(coin, address)
  return found.ok ? `${found.network} ${found.canonical}` : found.reason
}

test('the Bitcoin address kinds of BIP-13, BIP-173 and BIP-350 are told apart by network', () => {
  for (const address of [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])
    expect(verdict('BTC', address)).toBe(`mainnet ${address}`)
  expect(verdict('BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toContain('mainnet bc1qw508')
  expect(verdict('BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toContain('testnet')
  expect(verdict('BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toContain('testnet')
})

test('one wrong character, another coin, or an unsupported kind is refused with its reason', () => {
  expect(verdict('BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toContain('checksum')
  expect(verdict('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toContain('checksum')
  expect(verdict('BTC', 'bc1sw50qgdz25j')).toContain('not supported')
  expect(verdict('BTC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toContain('Ethereum')
  expect(verdict('USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toContain('Tron')
  expect(verdict('ETH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain('Bitcoin')
})

test('Ethereum addresses are held against the checksums of EIP-55', () => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]) {
    expect(checksummed(address)).toBe(address)
    expect(verdict('ETH', address)).toBe(`any ${address}`)
    expect(verdict('USDT', address.toLowerCase())).toBe(`any ${address}`)
  }
  expect(verdict('ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toContain('checksum')
  expect(verdict('ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be')).toContain('40 characters')
})

test('addresses that swallow coin, keys and recovery phrases are refused', () => {
  expect(verdict('ETH', `0x${'0'.repeat(40)}`)).toContain('lost')
  expect(verdict('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toContain('lost')
  expect(verdict('ETH', 'a'.repeat(64))).toContain('private key')
  expect(verdict('BTC', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ')).toContain('private key')
  expect(verdict('BTC', Array(12).fill('abandon').join(' '))).toContain('recovery phrase')
})
