import { expect, test } from 'vitest'
import { buildToken, compareTokens, computeJaroWinkler } from './similarity.ts'

const compare = (one: string, other: string) => compareTokens(buildToken(one), buildToken(other))

test('Jaro–Winkler gives the published values', () => {
  expect(computeJaroWinkler('martha', 'marhta')).toBeCloseTo(0.9611, 4)
  expect(computeJaroWinkler('dwayne', 'duane')).toBeCloseTo(0.84, 4)
  expect(computeJaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4)
  expect(computeJaroWinkler('abc', 'xyz')).toBe(0)
})

test('The order of two words changes nothing', () => {
  for (const [one, other] of [
    ['zaharenko', 'zakarenko'],
    ['mhmd', 'mohamed'],
    ['ahmed', 'ahmad'],
  ] as const)
    expect(compare(one, other)).toBe(compare(other, one))
})

test('Different words are not similar, whatever their beginning; similar sounds are', () => {
  expect(compare('petrski', 'petrin')).toBe(0)
  expect(compare('karimi', 'moradi')).toBe(0)
  expect(compare('aleksander', 'aleksandr')).toBeGreaterThan(0.9)
  expect(compare('mohamed', 'muhamad')).toBeGreaterThan(0.85)
})

test('A word without vowels is compared by consonants, with words of other scripts only', () => {
  expect(compare('mhmd', 'mohamed')).toBe(0.9)
  expect(compare('hasan', 'husein')).toBeLessThan(0.9)
})
