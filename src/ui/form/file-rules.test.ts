import { expect, test } from 'vitest'
import { refusalOf, sizeText } from './file-rules.ts'

const rules = {
  types: { 'image/png': ['.png'] },
  maxBytes: 10 * 1024 * 1024,
  inWords: 'a PNG file',
}

test('a file of another type, an empty one and one that is too large are refused with what to do', () => {
  expect(refusalOf({ type: 'text/html', size: 9 }, rules)).toBe(
    "That file can't be used. Choose a PNG file.",
  )
  expect(refusalOf({ type: 'image/png', size: 0 }, rules)).toContain('empty')
  expect(refusalOf({ type: 'image/png', size: rules.maxBytes + 1 }, rules)).toContain(
    'larger than 10 MB',
  )
  expect(refusalOf({ type: 'image/png', size: rules.maxBytes }, rules)).toBeNull()
})

test('sizes are written as people read them', () => {
  expect([412 * 1024, 1.5 * 1024 * 1024, 12].map(sizeText)).toEqual([
    '412 KB',
    '1.5 MB',
    '12 bytes',
  ])
})
