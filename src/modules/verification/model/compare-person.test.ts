import { expect, test } from 'vitest'
import { isSameName } from './compare-names.ts'
import { listDifferences } from './compare-person.ts'

const details = {
  birthDate: '1990-05-31',
  nationality: 'FR',
  country: 'DE',
  street: 'Example Street 1',
  city: 'Sampleton',
  postalCode: '10115',
}
const found = {
  names: ['ANNA BERG'],
  lastNames: ['BERG'],
  birthDate: '1990-05-31',
  countries: ['FR'],
}

test('A name is the same in another order, with middle names, diacritics and transcriptions', () => {
  for (const [declared, shown] of [
    ['Anna Berg', 'BERG ANNA'],
    ['Anna Berg', 'Anna Maria Louise Berg'],
    ['José Núñez', 'JOSE NUNEZ'],
    ['José Núñez', 'Jose\u0301 Nu\u0301n\u0303ez'],
    ['Jörg Müller', 'JOERG MUELLER'],
    ['Jörg Müller', 'Jorg Muller'],
    ['Søren Groß', 'SOEREN GROSS'],
    ['Jean-Pierre Martin', 'JEAN PIERRE MARTIN'],
    ['Sinéad O’Brien', 'SINEAD O BRIEN'],
    ['Łukasz Żak', 'LUKASZ ZAK'],
    ['Анна Берг', 'АННА БЕРГ'],
  ] as const)
    expect(isSameName(declared, shown), `${declared} / ${shown}`).toBe(true)
})

test('A name is another one if a word is missing, part of another word, or used twice', () => {
  for (const [declared, shown] of [
    ['Wei Li', 'OLIVER WEI'],
    ['Anna Li', 'Oliver Anna'],
    ['Anna Berg', 'Berg'],
    ['Anna Berg', 'Petra Berg'],
    ['Anna Maria Berg', 'Anna Berg'],
    ['Ali Ali', 'Ali Khan'],
    ['', 'Anna Berg'],
    ['Анна', 'Мария'],
  ] as const)
    expect(isSameName(declared, shown), `${declared} / ${shown}`).toBe(false)
})

test('A document of basic has to show the name, the date of birth and a country of the member', () => {
  const declared = { name: 'Anna Berg', details }
  const list = (change: object) => listDifferences('basic', declared, { ...found, ...change })

  expect(list({})).toEqual([])
  expect(list({ names: ['Анна Берг', 'Anna Berg'] })).toEqual([])
  expect(list({ countries: ['DE'] })).toEqual([])
  expect(list({ countries: ['FR', 'GB'] })).toEqual(['country'])
  expect(list({ birthDate: '1990-05-13' })).toEqual(['birthDate'])
  const nothing = { names: [], lastNames: [], birthDate: null, countries: [] }
  expect(list(nothing)).toEqual(['name', 'birthDate'])
  expect(listDifferences('full', declared, { ...nothing, countries: ['GB'] })).toEqual([])
  expect(listDifferences('full', declared, { ...found, names: ['Petra Berg'] })).toEqual(['name'])
})

test('A last name that the member left out differs, in whatever spelling, and so does none', () => {
  const list = (name: string, shown: string, lastNames: readonly string[]) =>
    listDifferences('basic', { name, details }, { ...found, names: [shown], lastNames })

  for (const [name, shown, ...lastNames] of [
    ['Maria Anna', 'Maria Anna Berg', 'Berg'],
    ['Maria Anna', 'Maria Anna Анна Берг', 'Берг', 'Berg'],
    ['Maria Anna', 'Maria Anna Ann', 'Ann'],
    ['Ana García', 'Ana García López', 'García López'],
    ['Ali Ali', 'Ali Ali Ali Ali Ali', 'Ali Ali Ali'],
    ['Anna Berg', 'Anna Berg'],
    ['Anna Berg', 'Anna Berg -', '-'],
  ] as const)
    expect(list(name, shown, lastNames), `${name} / ${shown}`).toEqual(['name'])

  for (const [name, shown, ...lastNames] of [
    ['Anna Berg', 'Anna Maria Berg', 'BERG'],
    ['Anna Berg', 'Анна Берг Anna Berg', 'Берг', 'Berg'],
    ['Jörg Müller', 'JOERG MUELLER', 'MUELLER'],
    ['Sinéad O’Brien', 'SINEAD O BRIEN', 'O BRIEN'],
    ['Ana García López', 'ANA GARCIA-LOPEZ', 'GARCIA-LOPEZ'],
    ['Ronald Mac Donald', 'RONALD MACDONALD', 'MACDONALD'],
  ] as const)
    expect(list(name, shown, lastNames), `${name} / ${shown}`).toEqual([])
})
