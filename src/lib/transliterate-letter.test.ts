import { expect, test } from 'vitest'
import { transliterateLetter } from './transliterate-letter.ts'

const transliterateText = (text: string) =>
  [...text.normalize('NFC')].map(transliterateLetter).join('')

test('Cyrillic and Greek names are written in Latin letters, letter by letter', () => {
  expect(transliterateText('Жанна Щукина')).toBe('Zhanna Shchukina')
  expect(transliterateText('Ольга Ильченко')).toBe('Olga Ilchenko')
  expect(transliterateText('Ελένη Παπαδοπούλου')).toBe('Eleni Papadopoyloy')
})

test('accents that no face has are left out, and plain letters stay', () => {
  expect(transliterateText('Nguyễn Ạnh')).toBe('Nguyen Anh')
  expect(transliterateText('Plain, 1.50')).toBe('Plain, 1.50')
  expect(transliterateText('ﬁ')).toBe('fi')
})

test('what can’t be written in Latin letters is named, so that nothing is lost or guessed', () => {
  expect(transliterateText('中a')).toBe('[U+4E2D]a')
  expect(transliterateText('😀')).toBe('[U+1F600]')
})
