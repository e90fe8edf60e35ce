import { expect, test } from 'vitest'
import {
  buildAuthenticatorUri,
  computeCode,
  computeTimeStep,
  createCodeSecret,
  encodeBase32,
  findMatchingStep,
} from './one-time-code.ts'

const SECRET = Buffer.from('12345678901234567890')
const toDate = (seconds: number) => new Date(seconds * 1000)

test('The codes are those of RFC 6238, appendix B, cut to six digits', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]

  for (const [seconds, code] of vectors)
    expect(computeCode(SECRET, computeTimeStep(toDate(seconds)))).toBe(code)
})

test('A clock that is off by half a minute is accepted, by a whole minute it is not', () => {
  const now = toDate(1_000_000)
  const step = computeTimeStep(now)
  for (const off of [-1, 0, 1])
    expect(findMatchingStep(SECRET, computeCode(SECRET, step + off), now)).toBe(step + off)
  for (const off of [-2, 2])
    expect(findMatchingStep(SECRET, computeCode(SECRET, step + off), now)).toBeNull()
})

test('A secret has 160 bits and is written in base32 as apps read it', () => {
  expect(createCodeSecret()).toHaveLength(20)
  expect(encodeBase32(Buffer.from('Hello!\u00de\u00ad\u00be\u00ef', 'latin1'))).toBe(
    'JBSWY3DPEHPK3PXP',
  )
  expect(buildAuthenticatorUri(SECRET, 'Candor & Co', 'maya@example.com')).toBe(
    'otpauth://totp/Candor%20%26%20Co:maya%40example.com?secret=GEZDGNBVGY3TQOJQGEZDG' +
      'NBVGY3TQOJQ&issuer=Candor%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  )
})
