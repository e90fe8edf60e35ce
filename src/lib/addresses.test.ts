import { expect, test } from 'vitest'
import {
  BITCOIN_NETWORK_NAMES,
  checkAddress,
  checkTronAddress,
  decodeTronAddress,
  encodeTronAddress,
  isOfBitcoinNetwork,
  toChecksumAddress,
} from './addresses.ts'

const verdict = (coin: 'BTC' | 'ETH' | 'USDT', address: string) => {
  const found = checkAddress(coin, address)
  return found.ok ? `${found.network} ${found.canonical}` : found.reason
}

test('the address kinds of BIP-13, BIP-173 and BIP-350 are recognised with their network', () => {
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

test('an address is of one Bitcoin network; the public test networks share theirs', () => {
  const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  expect(verdict('BTC', regtest)).toBe(`testnet ${regtest}`)

  const networks = {
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy': ['mainnet'],
    bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4: ['mainnet'],
    tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx: ['testnet', 'testnet4', 'signet'],
    [regtest]: ['regtest'],
  }
  for (const [address, expected] of Object.entries(networks))
    expect(BITCOIN_NETWORK_NAMES.filter((name) => isOfBitcoinNetwork(address, name))).toEqual(
      expected,
    )
})

test('one wrong character, another coin, or an unsupported kind is refused with its reason', () => {
  expect(verdict('BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toContain('checksum')
  expect(verdict('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toContain('checksum')
  expect(verdict('BTC', 'bc1sw50qgdz25j')).toContain('isn’t supported')
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
    expect(toChecksumAddress(address)).toBe(address)
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
  expect(verdict('BTC', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ')).toContain(
    'private key',
  )
  expect(verdict('BTC', Array(12).fill('abandon').join(' '))).toContain('recovery phrase')
})

test('valid BIP-350 addresses that can receive coin are accepted with their network', () => {
  const valid = {
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4: 'mainnet',
    tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7: 'testnet',
    tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy: 'testnet',
    tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c: 'testnet',
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0: 'mainnet',
  }

  for (const [address, network] of Object.entries(valid))
    expect(verdict('BTC', address)).toBe(`${network} ${address.toLowerCase()}`)

  for (const unsupported of [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  ])
    expect(verdict('BTC', unsupported), unsupported).toContain('isn’t supported')
})

test('every address that BIP-350 calls invalid is refused, bech32 for bech32m too', () => {
  for (const address of [
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'bc1gmk9yu',
  ])
    expect(verdict('BTC', address), address).not.toMatch(/^(mainnet|testnet) /)
})

test('a TRON address needs its checksum and network, and is not the contract of USDT', () => {
  const address = 'TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh'
  const readReason = (text: string) => {
    const found = checkTronAddress(text)
    return found.ok ? found.canonical : found.reason
  }

  expect(readReason(` ${address} `)).toBe(address)
  expect(encodeTronAddress(decodeTronAddress(address))).toBe(address)
  expect(decodeTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  )

  expect(readReason('TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFH')).toContain('checksum')
  expect(readReason('27jbj4qgTM1hvReST6hEa8Ep8RDo2AM8TJo')).toContain('network')
  expect(readReason('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toContain('lost')
  expect(readReason('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toContain('lost')
  expect(readReason('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toContain('Bitcoin')
  expect(readReason('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain('Bitcoin')
  expect(readReason('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toContain('Ethereum')
  expect(readReason('T1')).toContain('33 letters')
  expect(readReason('a'.repeat(64))).toContain('private key')
})
