import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { hashAtFullCost } from '../../../tests/support/argon2-cost.ts'
import { createWeakHash } from '../../../tests/support/weak-hash.ts'
import { BREACHED_COUNT } from './breached-passwords.ts'
import { CONTEXT_WORDS, isCommonPassword } from './common-passwords.ts'
import { hashPassword, isCorrectPassword, isOutdated } from './passwords.ts'

hashAtFullCost()

const password = 'four unrelated words 🌱'

test('A password is stored as salted Argon2id with its cost, at the OWASP parameters', async () => {
  const [one = '', two = ''] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(one).not.toBe(two)

  const [, memory, passes, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(one) ?? []
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
  expect([Number(passes), Number(lanes)]).toEqual([2, 1])
  expect(isOutdated(one)).toBe(false)
})

test('A password matches exactly: case, length, spaces and letter forms count', async () => {
  const long = `ä${'x'.repeat(126)}Z`
  const hash = await hashPassword(long)
  expect(await isCorrectPassword(hash, long)).toBe(true)

  for (const other of [
    long.toUpperCase(),
    long.slice(0, 72),
    long.slice(0, -1),
    `${long} `,
    ` ${long}`,
  ])
    expect(await isCorrectPassword(hash, other), other).toBe(false)

  expect(await isCorrectPassword(hash, long.normalize('NFD'))).toBe(false)
})

test('A hash of lower cost matches and is outdated; an invalid hash matches nothing', async () => {
  const old = createWeakHash(password)
  expect(isOutdated(old)).toBe(true)
  expect(await isCorrectPassword(old, password)).toBe(true)
  expect(await isCorrectPassword(old, `${password}!`)).toBe(false)

  for (const broken of ['', 'x', `$argon2id$v=19$m=8,t=1,p=1$aaaa$bbbb`, 'zz:zz'])
    expect(await isCorrectPassword(broken, password), broken).toBe(false)
})

test('The long enough ones of the 10,000 most common passwords are rejected', () => {
  const listed = dictionary['passwords-common'].slice(0, 10_000)
  expect(listed.filter((one) => !isCommonPassword(one))).toEqual([])
})

test('The published passwords of 12 characters or more, of the top million, are rejected', () => {
  expect(BREACHED_COUNT).toBeGreaterThan(40_000)

  const stolen =
    'sleepyhollow michelangelo frankenstein silmarillion powerlifting iloveyoubaby ' +
    'zxcvasdfqwer trafficracer 111222333444 zaxscdvfbgnhmj'
  for (const one of stolen.split(' ')) expect(isCommonPassword(one), one).toBe(true)
  expect(isCommonPassword('DragonSlayer'), 'whatever its capitals').toBe(true)
})

test('A password made of product words is rejected, also with other characters around them', () => {
  for (const word of CONTEXT_WORDS)
    for (const one of [
      `${word}-2026-11`,
      `2026!${word.toUpperCase()}!1`,
      `${word}${word}2026`,
      `candor.${word}!`,
    ])
      expect(isCommonPassword(one), one).toBe(true)

  expect(isCommonPassword('member of nothing')).toBe(false)
})

test('No mixture of character types is required: unguessable digits or spaces suffice', () => {
  for (const fair of ['8302947561948', 'только буквы здесь', '     p  w   t   '])
    expect(isCommonPassword(fair), fair).toBe(false)
})
