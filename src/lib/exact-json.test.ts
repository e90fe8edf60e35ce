import { expect, test } from 'vitest'
import { parseExactJson, writeExactJson } from './exact-json.ts'

test('an amount beyond the precision of a float is read as its exact text and written back unchanged', () => {
  expect(parseExactJson('{"amount":90071992547409.93}')).toEqual({ amount: '90071992547409.93' })
  expect(writeExactJson({ amount: 9_007_199_254_740_993n })).toBe('{"amount":90071992547409.93}')
})

test('a safe whole number stays a number, and every other number stays text', () => {
  expect(parseExactJson('[1000, 0, -3, 1.50, 1e3, 9007199254740993, -0.0, 1e999]')).toEqual([
    1000,
    0,
    -3,
    '1.50',
    '1e3',
    '9007199254740993',
    '-0.0',
    '1e999',
  ])
})

test('cents leave with two decimals, also in lists and below zero', () => {
  expect(writeExactJson([100n, -5n, { deep: [0n] }])).toBe('[1.00,-0.05,{"deep":[0.00]}]')
})
