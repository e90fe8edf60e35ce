import { expect, test } from 'vitest'
import { settingsSchema } from '../config/settings.ts'
import { listDocumentKeys } from './document-keys.ts'
import { decryptFile, encryptFile, rewrapKey } from './encrypted-files.ts'

const SECRET = 'a secret of thirty-two letters and more, for tests'
const parseKeys = (text: string) => settingsSchema.shape.DOCUMENT_KEYS.parse(text)
const config = (text: string, MODE: 'sandbox' | 'live' = 'live') => ({
  MODE,
  SECRET,
  SECRET_BEFORE: [],
  DOCUMENT_KEYS: parseKeys(text),
})
const OLD = `2026:${'1a'.repeat(32)}`
const NEXT = `2027:${'2b'.repeat(32)}`
const plain = Buffer.from('the bytes of a passport')
const name = 'identity/idf_1'

test('A file decrypts under its name and its keys only, and not after any change', () => {
  const keys = listDocumentKeys(config(OLD))
  const file = encryptFile(keys, name, plain)
  expect(file.content.includes(plain)).toBe(false)
  expect(decryptFile(keys, name, file)).toEqual(plain)

  expect(() => decryptFile(keys, 'identity/idf_2', file)).toThrow('were changed')
  expect(() => decryptFile(listDocumentKeys(config(NEXT)), name, file)).toThrow(
    'its key 2026 is not in DOCUMENT_KEYS',
  )
  for (const part of ['content', 'wrapped'] as const)
    for (let at = 0; at < file[part].length; at += 1) {
      const changed = Buffer.from(file[part])
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptFile(keys, name, { ...file, [part]: changed }), `${part} ${at}`).toThrow()
    }
})

test('Two files with the same bytes have other keys and other ciphertexts', () => {
  const keys = listDocumentKeys(config(OLD))
  const [one, other] = [encryptFile(keys, name, plain), encryptFile(keys, name, plain)]
  expect(one.content).not.toEqual(other.content)
  expect(() => decryptFile(keys, name, { ...one, content: other.content })).toThrow()
})

test('A key that is wrapped again opens the same file without the old key', () => {
  const file = encryptFile(listDocumentKeys(config(OLD)), name, plain)
  const again = rewrapKey(listDocumentKeys(config(`${NEXT},${OLD}`)), name, file)
  expect(again.keyId).toBe('2027')
  const keys = listDocumentKeys(config(NEXT))
  expect(decryptFile(keys, name, { ...again, content: file.content })).toEqual(plain)
})

test('The sandbox derives a key from its secret and still reads with it once it has others; live does not', () => {
  const derived = listDocumentKeys(config('', 'sandbox'))
  expect(derived[0].id).toMatch(/^secret-[0-9a-f]{12}$/)
  const file = encryptFile(derived, name, plain)
  const keys = listDocumentKeys(config(OLD, 'sandbox'))
  expect(keys.map(({ id }) => id)).toEqual(['2026', derived[0].id])
  expect(decryptFile(keys, name, file)).toEqual(plain)

  expect(listDocumentKeys(config(OLD))).toHaveLength(1)
  expect(() => listDocumentKeys(config(''))).toThrow('live has DOCUMENT_KEYS')
})

test('Keys are named once and have 64 hexadecimal digits', () => {
  expect(parseKeys(`${OLD}, ${NEXT}`)).toHaveLength(2)
  for (const text of ['2026', `2026:${'1'.repeat(63)}`, `A:${'1'.repeat(64)}`, `${OLD},${OLD}`])
    expect(() => parseKeys(text), text).toThrow()
  expect(() => parseKeys(`secret-1:${'1'.repeat(64)}`)).toThrow()
})
