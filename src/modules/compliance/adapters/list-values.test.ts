import { expect, test } from 'vitest'
import { findCountryCode, listCountryCodes, parseListDates } from './list-values.ts'

test('Dates are read in the formats of all lists, and only as exact as they are', () => {
  const dates: Record<string, string[]> = {
    '07 Oct 1952': ['1952-10-07'],
    'circa 10 Dec 1968': ['1968-12-10'],
    'Aug 1960': ['1960-08'],
    'circa 1951': ['1951'],
    '1979 to 1982': ['1979', '1980', '1981', '1982'],
    '01 Jan 1960 to 31 Dec 1961': ['1960', '1961'],
    '19/06/1951': ['1951-06-19'],
    '00/00/1975': ['1975'],
    'dd/mm/1975': ['1975'],
    '00/05/1975': ['1975-05'],
    '1937-04-28': ['1937-04-28'],
    '1971-01-01T00:00:00Z': ['1971-01-01'],
    '1900 to 1999': ['1900', '1999'],
    '31/02/1975': ['1975-02'],
    unknown: [],
    '': [],
  }
  for (const [text, expected] of Object.entries(dates))
    expect([text, parseListDates(text)]).toEqual([text, expected])
})

test('A country is found by its code, its English name and the names that the lists use', () => {
  const names = [
    'IR',
    'Iran',
    'Iran (Islamic Republic of)',
    'Korea, North',
    'Côte d’Ivoire',
    'Turkey',
  ]
  expect(names.map(findCountryCode)).toEqual(['IR', 'IR', 'IR', 'KP', 'CI', 'TR'])
  expect(listCountryCodes(['Atlantis', '00', 'Syria', 'Syrian Arab Republic', ''])).toEqual(['SY'])
})
