import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

const cell = (text: string) => formatCsv([[text]]).slice(0, -2)

test('no cell is a formula, whatever it begins with', () => {
  for (const text of [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    ' =1+1',
    '\u00a0=1+1',
    '＝1+1',
    '＠SUM(A1)',
  ])
    expect(cell(text)).toBe(`'${text}`)

  for (const text of ['\t=1+1', '\r=1+1', '\n=1+1']) expect(cell(text)).toBe(`"'${text}"`)
  expect(cell('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`)
})

test('no text ends its cell, in the spreadsheet of any country', () => {
  expect(cell('Ruth, "RT"')).toBe('"Ruth, ""RT"""')
  expect(cell('a;=1+1')).toBe('"a;=1+1"')
  expect(cell('a\r\n=1+1')).toBe('"a\r\n=1+1"')
})

test('figures stay figures', () => {
  expect(formatCsv([['-400.00', '+1', '12.50', '−1']])).toBe('-400.00,+1,12.50,−1\r\n')
})
