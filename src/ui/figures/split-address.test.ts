import { expect, test } from 'vitest'
import { maskAddress, splitAddress } from './split-address.ts'

test('An address is shown in full in groups of four with start, middle and end marked.', () => {
  const groups = splitAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  expect(groups.map((group) => group.text).join('')).toBe(
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  )
  expect(groups.filter((group) => group.marked).map((group) => group.text)).toEqual([
    'tb1q',
    'w508',
    'r3za',
    'xpjz',
    'sx',
  ])
})

test('A masked address shows both ends, and a short one is shown in full.', () => {
  expect(maskAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe('tb1q w508 … xpjz sx')
  expect(maskAddress('abcdefgh')).toBe('abcd efgh')
})
