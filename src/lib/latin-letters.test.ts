import { expect, test } from 'vitest'
import { latinLetters } from './latin-letters.ts'

const written = (text: string) => [...text.normalize('NFC')].map(latinLetters).join('')

test('Cyrillic and Greek names are written in Latin letters, letter by letter', () => {
  expect(written('Жанна Щукина')).toBe('Zhanna Shchukina')
  expect(written('Ольга Ильченко')).toBe('Olga Ilchenko')
  expect(written('Ελένη Παπαδοπούλου')).toBe('Eleni Papadopoyloy')
})

test('accents that no face has are left out, and plain letters stay', () => {
  expect(written('Nguyễn Ạnh')).toBe('Nguyen Anh')
  expect(written('Plain, 1.50')).toBe('Plain, 1.50')
  expect(written('ﬁ')).toBe('fi')
})

test('what can’t be written in Latin letters is named, so that nothing is lost or guessed', () => {
  expect(written('中a')).toBe('[U+4E2D]a')
  expect(written('😀')).toBe('[U+1F600]')
})
