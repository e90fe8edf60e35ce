import { expect, test } from 'vitest'
import { createCodeSecret } from './one-time-code.ts'
import {
  computeKeyedDigest,
  computeKeyedDigests,
  createSixDigitCode,
  createToken,
  decryptSecret,
  encryptSecret,
  hashToken,
} from './secrets.ts'
import { createChallenge } from './webauthn.ts'

const config = { SECRET: 'a secret of thirty-two letters and more, for tests', SECRET_BEFORE: [] }
const next = {
  SECRET: 'the next one, of thirty-two letters and more, too',
  SECRET_BEFORE: [config.SECRET],
}
const plain = Buffer.from('twenty bytes of secret')
const encryptSample = () => encryptSecret(config, 'test', 'mem_maya', plain)

test('An encrypted text decrypts for its owner and its purpose only', () => {
  expect(decryptSecret(config, 'test', 'mem_maya', encryptSample())).toEqual({
    plain,
    outdated: false,
  })
  expect(() => decryptSecret(config, 'test', 'mem_other', encryptSample())).toThrow()
  expect(() => decryptSecret(config, 'other', 'mem_maya', encryptSample())).toThrow()
  expect(() =>
    decryptSecret({ ...config, SECRET: next.SECRET }, 'test', 'mem_maya', encryptSample()),
  ).toThrow()
})

test('What was changed by a single bit, or cut, opens no more: wherever the bit is', () => {
  const encrypted = encryptSample()
  for (let at = 0; at < encrypted.length * 8; at++) {
    const changed = Buffer.from(encrypted)
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
    expect(() => decryptSecret(config, 'test', 'mem_maya', changed), `bit ${at}`).toThrow()
  }

  for (let length = 0; length < encrypted.length; length++)
    expect(
      () => decryptSecret(config, 'test', 'mem_maya', encrypted.subarray(0, length)),
      `${length} bytes`,
    ).toThrow()
})

test('Encrypting a text twice gives two ciphertexts, neither of which contains it', () => {
  const two = [encryptSample(), encryptSample()]
  expect(two[0]).not.toEqual(two[1])
  for (const encrypted of two) expect(encrypted.includes(plain)).toBe(false)
  const starts = Array.from({ length: 1_000 }, () =>
    encryptSample().subarray(1, 13).toString('hex'),
  )
  expect(new Set(starts).size).toBe(1_000)
})

test('A previous secret decrypts and verifies, and is not used for new values', () => {
  expect(decryptSecret(next, 'test', 'mem_maya', encryptSample())).toEqual({
    plain,
    outdated: true,
  })

  const digest = computeKeyedDigest(config, 'test', '123456')
  expect(computeKeyedDigests(next, 'test', '123456')).toContainEqual(digest)
  expect(computeKeyedDigest(next, 'test', '123456')).not.toEqual(digest)
  expect(
    decryptSecret(
      { ...next, SECRET_BEFORE: [] },
      'test',
      'mem_maya',
      encryptSecret(next, 'test', 'mem_maya', plain),
    ),
  ).toEqual({ plain, outdated: false })
})

test('Tokens have 256 bits, authenticator secrets 160, and none repeats', () => {
  expect(Buffer.from(createToken(), 'base64url')).toHaveLength(32)
  expect(createChallenge()).toHaveLength(32)
  expect(createCodeSecret()).toHaveLength(20)
  expect(hashToken('x')).toHaveLength(32)
  expect(computeKeyedDigest(config, 'test', 'x')).toHaveLength(32)
  expect(new Set(Array.from({ length: 2_000 }, createToken)).size).toBe(2_000)

  const digits = Array.from({ length: 2_000 }, createSixDigitCode)
  expect(digits.every((one) => one >= 100_000 && one <= 999_999)).toBe(true)
  expect(new Set(digits).size).toBeGreaterThan(1_900)
})
