import { expect, test } from 'vitest'
import { buildCandles, parseRate } from './upstream.ts'

test("A feed's decimals are read exactly and rounded half up to a millionth of a dollar", () => {
  expect(parseRate('97123.4')).toBe(97_123_400_000n)
  expect(parseRate('0.1234565')).toBe(123_457n)
  expect(parseRate('0.1234564999')).toBe(123_456n)
  expect(parseRate('999999999.999999')).toBe(999_999_999_999_999n)
  expect(parseRate('7')).toBe(7_000_000n)
})

test('Only plain decimals above zero are read as prices', () => {
  for (const text of [
    '',
    '0',
    '0.0000001',
    '-1',
    '+1',
    '1e5',
    'NaN',
    'Infinity',
    '1,000',
    '1.',
    '.5',
    ' 1',
    '0x1',
    '9999999999',
  ])
    expect(parseRate(text), text).toBeNull()
})

test('A candle with its high below its low and a second one of a day are rejected', () => {
  const row = { at: new Date('2026-11-20T00:00:00Z'), open: 2n, high: 4n, low: 1n, close: 3n }
  const before = { ...row, at: new Date('2026-11-19T00:00:00Z') }
  expect(buildCandles([row, before]).map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20'])

  for (const wrong of [{ high: 1n, low: 4n }, { high: 2n }, { low: 3n }])
    expect(() => buildCandles([{ ...row, ...wrong }])).toThrow('invalid candle')
  expect(() => buildCandles([row, row])).toThrow('invalid candle')
})
