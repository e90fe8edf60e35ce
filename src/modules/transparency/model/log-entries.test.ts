import { expect, test } from 'vitest'
import {
  formatCanonicalJson,
  formatEntry,
  joinBundle,
  type LogEntry,
  parseEntry,
  splitBundle,
} from '../model.ts'

const entry: LogEntry = {
  kind: 'ledger-head',
  subject: '',
  at: '2026-11-26T09:00:00.000Z',
  body: { seq: '7', hash: 'ab', nested: [{ b: 1, a: null }] },
}

test('An entry has one text, whatever the order of its names', () => {
  expect(formatCanonicalJson({ b: [1, 'x'], a: { d: null, c: true } })).toBe(
    '{"a":{"c":true,"d":null},"b":[1,"x"]}',
  )
  expect(parseEntry(formatEntry(entry))).toEqual(entry)
})

test('A number that is not whole, a text of other form and a long entry are refused', () => {
  expect(() => formatCanonicalJson({ a: 0.1 })).toThrow('whole number')
  const spaced = new TextEncoder().encode('{"v": 1}')
  expect(() => parseEntry(spaced)).toThrow('canonical')
  expect(() => formatEntry({ ...entry, body: { long: 'x'.repeat(70_000) } })).toThrow('too many')
})

test('A bundle gives its entries again, and one that is cut off is refused', () => {
  const entries = [formatEntry(entry), new Uint8Array(300).fill(7)]
  const bundle = joinBundle(entries)
  expect(splitBundle(bundle)).toEqual(entries)
  expect(() => splitBundle(bundle.slice(0, -1))).toThrow('cut off')
})
