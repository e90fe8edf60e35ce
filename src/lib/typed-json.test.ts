import { expect, test } from 'vitest'
import { formatTypedJson, parseTypedJson } from './typed-json.ts'

test('Amounts and dates come back as what they were, at any depth.', () => {
  const value = {
    cents: 9_007_199_254_740_993n,
    at: new Date('2026-11-20T09:00:00.123Z'),
    list: [{ units: -1n }, null, 'text', 2, true],
    none: null,
  }

  expect(parseTypedJson(JSON.parse(formatTypedJson(value)))).toEqual(value)
})

test('An undefined property is left out.', () => {
  expect(formatTypedJson({ name: undefined, kind: 'x' })).toBe('{"kind":"x"}')
})

test("A value that uses the codec's own keys is rejected.", () => {
  expect(() => formatTypedJson({ $bigint: '1' })).toThrow('own keys')
})
