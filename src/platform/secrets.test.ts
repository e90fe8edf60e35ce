import { expect, test } from 'vitest'
import { newCodeSecret } from './one-time-code.ts'
import {
  keyedDigest,
  keyedDigests,
  newSixDigits,
  newToken,
  sealed,
  tokenDigest,
  unsealed,
} from './secrets.ts'
import { newChallenge } from './webauthn.ts'

const config = { SECRET: 'a secret of thirty-two letters and more, for tests', SECRET_BEFORE: [] }
const next = {
  SECRET: 'the next one, of thirty-two letters and more, too',
  SECRET_BEFORE: [config.SECRET],
}
const plain = Buffer.from('twenty bytes of secret')
const seal = () => sealed(config, 'test', 'mem_maya', plain)

test('What is sealed opens as it was, for its owner and its purpose alone', () => {
  expect(unsealed(config, 'test', 'mem_maya', seal())).toEqual({ plain, outdated: false })
  expect(() => unsealed(config, 'test', 'mem_other', seal())).toThrow()
  expect(() => unsealed(config, 'other', 'mem_maya', seal())).toThrow()
  expect(() => unsealed({ ...config, SECRET: next.SECRET }, 'test', 'mem_maya', seal())).toThrow()
})

test('What was changed by a single bit, or cut, opens no more: wherever the bit is', () => {
  const kept = seal()
  for (let at = 0; at < kept.length * 8; at++) {
    const changed = Buffer.from(kept)
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
    expect(() => unsealed(config, 'test', 'mem_maya', changed), `bit ${at}`).toThrow()
  }

  for (let length = 0; length < kept.length; length++)
    expect(
      () => unsealed(config, 'test', 'mem_maya', kept.subarray(0, length)),
      `${length} bytes`,
    ).toThrow()
})

test('The same text sealed twice is two texts, and none of them holds it', () => {
  const two = [seal(), seal()]
  expect(two[0]).not.toEqual(two[1])
  for (const kept of two) expect(kept.includes(plain)).toBe(false)
  const starts = Array.from({ length: 1_000 }, () => seal().subarray(1, 13).toString('hex'))
  expect(new Set(starts).size).toBe(1_000)
})

test('What a secret of before sealed or digested is still known, and nothing new rests on it', () => {
  expect(unsealed(next, 'test', 'mem_maya', seal())).toEqual({ plain, outdated: true })

  const digest = keyedDigest(config, 'test', '123456')
  expect(keyedDigests(next, 'test', '123456')).toContainEqual(digest)
  expect(keyedDigest(next, 'test', '123456')).not.toEqual(digest)
  expect(
    unsealed(
      { ...next, SECRET_BEFORE: [] },
      'test',
      'mem_maya',
      sealed(next, 'test', 'mem_maya', plain),
    ),
  ).toEqual({ plain, outdated: false })
})

test('Whatever may not be guessed is as long as nobody guesses: 256 bits, 160 of an authenticator, and never twice', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(newChallenge()).toHaveLength(32)
  expect(newCodeSecret()).toHaveLength(20)
  expect(tokenDigest('x')).toHaveLength(32)
  expect(keyedDigest(config, 'test', 'x')).toHaveLength(32)
  expect(new Set(Array.from({ length: 2_000 }, newToken)).size).toBe(2_000)

  const digits = Array.from({ length: 2_000 }, newSixDigits)
  expect(digits.every((one) => one >= 100_000 && one <= 999_999)).toBe(true)
  expect(new Set(digits).size).toBeGreaterThan(1_900)
})
