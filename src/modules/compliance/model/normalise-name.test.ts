import { expect, test } from 'vitest'
import { normaliseName } from './normalise-name.ts'

test('Spellings of one name become the same words', () => {
  const same = [
    ['Khoury', 'Khouri', 'KHOURI', 'Houri'],
    ['Abd al-Rahman Saleh', 'Abdul Rahman Saleh', 'Abdelrahman Saleh', 'Abdurrahman Saleh'],
    ['Yevgeny Volkov', 'Evgeny Volkov'],
    ['Alexander Wolf', 'Aleksander Volf'],
    ['José-María Ñúñez', 'Jose Maria Nunez'],
    ["O'Brien Sean", 'OBrien Sean'],
  ]
  for (const [first = '', ...others] of same)
    for (const other of others) expect(normaliseName(other)).toEqual(normaliseName(first))
})

test('Particles, titles and legal forms are left out, unless the name has no other words', () => {
  expect(normaliseName('Dr. Osama bin Hassan al-Tamari')).toEqual(['osama', 'hasan', 'tamari'])
  expect(normaliseName('Northern Lantern OOO')).toEqual(['northern', 'lantern'])
  expect(normaliseName('Abu Ali')).toEqual(['abu', 'ali'])
})

test('Each script gives Latin letters: Chinese and Korean a word for each syllable', () => {
  expect(normaliseName('Захаренко')).toEqual(['zaharenko'])
  expect(normaliseName('الخوراني')).toEqual(['hvrni'])
  expect(normaliseName('김혁철')).toEqual(['kim', 'hiok', 'chol'])
  expect(normaliseName('习近平')).toEqual(['si', 'jin', 'ping'])
})
