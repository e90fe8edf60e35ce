import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { expect, test } from 'vitest'
import { isPublishedKey, parseAccountKey } from './account-key.ts'
import { deriveAddress } from './derive-address.ts'

/** BIP 84 and BIP 86, account 0 of the words `abandon … about`. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868' +
  'RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const TAPROOT_XPUB =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLp' +
  'rQ3VCECoY49yfdDEHGCtMMj92pReUsQ'
const PHRASE = `${'abandon '.repeat(11)}about`
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(PHRASE))

const derive = (path: string) => root.derive(path).publicExtendedKey

test('BIP 84: a zpub gives the native SegWit addresses of the standard', () => {
  const account = parseAccountKey({ chain: 'bitcoin', text: ZPUB })

  expect(account).toMatchObject({
    scriptType: 'p2wpkh',
    test: false,
    fingerprint: null,
    path: "84'/0'/0'",
  })
  expect(account.key).toMatch(/^xpub/)

  const list = [0, 1].map((index) => deriveAddress({ ...account, chain: 'bitcoin', index }))
  expect(list).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ])
})

test('BIP 86: an xpub gives the Taproot addresses of the standard', () => {
  const text = `[73c5da0a/86h/0h/0h]${TAPROOT_XPUB}`
  const account = parseAccountKey({ chain: 'bitcoin', text, scriptType: 'p2tr' })

  expect(account).toMatchObject({ fingerprint: '73c5da0a', path: "86'/0'/0'" })
  expect(deriveAddress({ ...account, chain: 'bitcoin', index: 0 })).toBe(
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  )
})

test('An account of Ethereum and one of TRON give the addresses of their wallets', () => {
  const ethereum = parseAccountKey({ chain: 'ethereum', text: derive("m/44'/60'/0'") })
  expect(ethereum).toMatchObject({ scriptType: 'account', path: "44'/60'/0'" })
  expect(deriveAddress({ ...ethereum, chain: 'ethereum', index: 0 })).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  )

  const tron = parseAccountKey({ chain: 'tron', text: derive("m/44'/195'/0'") })
  expect(deriveAddress({ ...tron, chain: 'tron', index: 0 })).toBe(
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  )
})

test('A key of a test network gives addresses of that network', () => {
  const text = encodeAs(0x045f1cf6, "m/84'/1'/0'")
  const account = parseAccountKey({ chain: 'bitcoin', text })

  expect(account).toMatchObject({ test: true, path: "84'/1'/0'" })
  expect(account.key).toMatch(/^tpub/)
  const at = { ...account, chain: 'bitcoin', index: 0 } as const
  expect(deriveAddress(at)).toBe('tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl')
  expect(deriveAddress({ ...at, network: 'regtest' })).toMatch(/^bcrt1q/)
})

function encodeAs(version: number, path: string) {
  const { publicKey, chainCode, depth, index, parentFingerprint } = root.derive(path)
  if (!publicKey || !chainCode) throw new Error('no key')
  const versions = { public: version, private: version + 1 }
  return new HDKey({ publicKey, chainCode, depth, index, parentFingerprint, versions })
    .publicExtendedKey
}

const bitcoin = (text: string, scriptType?: 'p2wpkh' | 'p2tr') => () =>
  parseAccountKey({ chain: 'bitcoin', text, scriptType })

test('An xpub needs a choice of the address type, and a zpub refuses another', () => {
  expect(bitcoin(TAPROOT_XPUB)).toThrow('Choose the address type')
  expect(bitcoin(ZPUB, 'p2tr')).toThrow('native SegWit')
  expect(bitcoin(encodeAs(0x049d7cb2, "m/49'/0'/0'"))).toThrow('nested SegWit')
})

test('A private key, a master key and a typo are refused, and never repeated', () => {
  const account = root.derive("m/84'/0'/0'")
  for (const text of [account.privateExtendedKey, PHRASE, PHRASE.toUpperCase()])
    expect(bitcoin(text, 'p2wpkh')).toThrow('stop using this one')

  expect(bitcoin(root.publicExtendedKey, 'p2wpkh')).toThrow('master key')
  expect(bitcoin(`${ZPUB.slice(0, -1)}t`)).toThrow('typo')
  expect(bitcoin('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toThrow('extended public key')
})

test('A path that leads to another key, another coin or another address type is refused', () => {
  const withPath = (path: string) => bitcoin(`[73c5da0a/${path}]${ZPUB}`)

  expect(withPath("84'/0'/0'")).not.toThrow()
  expect(withPath("84'/0'/1'")).toThrow('doesn’t belong')
  expect(withPath("84'/0'")).toThrow('doesn’t belong')
  expect(withPath("86'/0'/0'")).toThrow('other addresses')
  expect(withPath("84'/1'/0'")).toThrow('other addresses')
})

test('The published keys of the standards are recognised', () => {
  const accounts = [
    bitcoin(ZPUB),
    bitcoin(TAPROOT_XPUB, 'p2tr'),
    bitcoin(encodeAs(0x045f1cf6, "m/84'/1'/0'")),
  ]
  for (const parse of accounts) expect(isPublishedKey(parse())).toBe(true)

  const own = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/0'/0'")
  expect(isPublishedKey(bitcoin(own.publicExtendedKey, 'p2wpkh')())).toBe(false)
})
