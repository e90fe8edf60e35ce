import { expect, test } from 'vitest'
import { assertNoPrivateKey, isPrivateKeyLike } from './private-keys.ts'

/** The keys of BIP 84's test vector, which everybody knows. */
const PHRASE = `${'abandon '.repeat(11)}about`
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpN' +
  'gYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
const WIF = 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d'
const RAW = 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'

const list = PHRASE.split(' ')

test.each([
  ['an extended key', ZPRV],
  ['an extended key for a test network', ZPRV.replace('zprv', 'tprv')],
  ['an extended key with a typo', ZPRV.slice(0, 60)],
  ['an extended key in a sentence', `My key is ${ZPRV}, thanks.`],
  ['a key in the import format', WIF],
  ['a key in the import format in a sentence', `key: ${WIF}.`],
  ['a key in the import format in an address of the web', `https://example.com/?key=${WIF}/`],
  ['a key in the import format with a typo', `key: ${WIF.slice(0, -1)}e`],
  ['a raw key', RAW],
  ['a raw key with 0x', `0x${RAW.toUpperCase()}`],
  ['words', PHRASE],
  ['words in capitals', PHRASE.toUpperCase()],
  ['numbered words', list.map((word, at) => `${at + 1}. ${word}`).join('\n')],
  ['words between commas', list.join(',')],
  ['words on lines with spaces', list.join('  \n\t ')],
  [
    'words in full width',
    PHRASE.replace(/[a-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  ],
  ['24 words after a sentence', `Please take these: ${PHRASE} ${PHRASE}`],
])('%s looks like a private key', (_, text) => {
  expect(isPrivateKeyLike(text)).toBe(true)
})

test.each([
  ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['an Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['an account key', ZPRV.replace('zprv', 'zpub')],
  ['a signature in Base64', `AkgwRQ+${WIF.slice(0, -1)}e/3Pq0Zz==`],
  ['a signature that ends like a key', `AkgwRQIhAKzO/${WIF.slice(0, -1)}e=`],
  ['eleven words', list.slice(1).join(' ')],
  ['a sentence', 'I can not open the page about my deposit. Please send me the address again.'],
  ['the name of the thing', 'Never send an xprv or a recovery phrase to the support team.'],
])('%s does not', (_, text) => {
  expect(isPrivateKeyLike(text)).toBe(false)
})

test('64 hex digits are a key unless the field can hold a transaction id', () => {
  expect(isPrivateKeyLike(RAW, { mayBeHash: true })).toBe(false)
  expect(() => assertNoPrivateKey({ txid: RAW })).not.toThrow()
  expect(() => assertNoPrivateKey({ address: RAW })).toThrow('private key')
})

test('a key is found in lists and in nested fields, named, and never repeated', () => {
  const find = (input: Record<string, unknown>) => {
    try {
      assertNoPrivateKey(input)
      return null
    } catch (error) {
      expect(String(error)).not.toMatch(/abandon|prv/)
      return (error as { field: string }).field
    }
  }

  expect(find({ value: { texts: ['a', ZPRV] } })).toBe('value.texts.1')
  expect(find({ addresses: list })).toBe('addresses')
  expect(find({ value: { [ZPRV]: 1 } })).toBe('value')
  expect(find({ amount: 5, on: true, none: null })).toBeNull()
})

test('a password may be a phrase', () => {
  expect(() => assertNoPrivateKey({ password: PHRASE, new_password: RAW })).not.toThrow()
})
