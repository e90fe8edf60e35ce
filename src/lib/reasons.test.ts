import { expect, test } from 'vitest'
import { isReason } from './reasons.ts'

test('a letter, a word or nothing is no reason, and some words are', () => {
  for (const text of ['', 'x', 'oops', 'Because.', 'a b'])
    expect(isReason(text, 100), text).toBe(false)
  for (const text of ['A gift.', 'Nothing came.', 'The member asked for it by letter.'])
    expect(isReason(text, 100), text).toBe(true)
})

test('a reason has a maximum length', () => {
  expect(isReason(`It was ${'x'.repeat(93)}`, 100)).toBe(true)
  expect(isReason(`It was ${'x'.repeat(94)}`, 100)).toBe(false)
})
