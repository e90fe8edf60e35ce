import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIST_SOURCES, type ListSource } from '../model/listed-party.ts'
import { parseList } from './parse-list.ts'

const FILES = { ofac: 'ofac.xml', un: 'un.xml', eu: 'eu.xml', uk: 'uk.csv' }
const readSample = (source: ListSource) =>
  readFileSync(join(import.meta.dirname, '../samples', FILES[source]), 'utf8')
const parseSample = (source: ListSource) => parseList(source, readSample(source))
const refuse = (source: ListSource, content: string | Uint8Array) =>
  expect(() => parseList(source, content))

test('Each official format gives all parties of its list and the date of its publication', () => {
  const lists = LIST_SOURCES.map(parseSample)
  expect(
    lists.map(({ source, publishedOn, parties }) => [source, publishedOn, parties.length]),
  ).toEqual([
    ['ofac', '2026-09-23', 12],
    ['un', '2026-09-24', 12],
    ['eu', '2026-09-25', 12],
    ['uk', '2026-09-26', 12],
  ])
})

test('A party has the list’s identifier, its primary name first, its aliases as written', () => {
  const ids = { ofac: '900001', un: '9900001', eu: '990001', uk: 'INV0001' }
  for (const source of LIST_SOURCES)
    expect(parseSample(source).parties[0]).toMatchObject({
      id: ids[source],
      kind: 'person',
      names: [
        'Aleksandr Yevgenyevich ZAKHARENKO',
        'Alexander Zakharenko',
        'Александр Евгеньевич Захаренко',
      ],
      birthDates: ['1965-03-02'],
      countries: ['RU'],
    })
})

test('The primary name of the UK list comes first, though an alias has an earlier row', () => {
  expect(parseSample('uk').parties[2]?.names[0]).toBe('Muhammad Abd al-Rahman AL-KHOURANI')
})

test('Persons, organisations and ships are distinguished', () => {
  const listKinds = (source: ListSource) =>
    parseSample(source)
      .parties.slice(-3)
      .map(({ kind }) => kind)
  expect(listKinds('ofac')).toEqual(['person', 'entity', 'other'])
  expect(listKinds('un')).toEqual(['person', 'entity', 'entity'])
  expect(listKinds('eu')).toEqual(['person', 'entity', 'entity'])
  expect(listKinds('uk')).toEqual(['person', 'entity', 'other'])
})

test('A date of birth is as exact as the list says: a day, a year, or each year of a range', () => {
  const birthDatesOf = (source: ListSource, at: number) =>
    parseSample(source).parties[at]?.birthDates
  expect(birthDatesOf('ofac', 2)).toEqual(['1971'])
  expect(birthDatesOf('ofac', 3)).toEqual(['1968-07-07'])
  expect(birthDatesOf('un', 3)).toEqual(['1967', '1968', '1969'])
  expect(birthDatesOf('eu', 2)).toEqual(['1971'])
  expect(birthDatesOf('uk', 2)).toEqual(['1971'])
})

test('Countries become codes from each list’s own names, and unknown ones are left out', () => {
  const listCountries = (source: ListSource) =>
    parseSample(source).parties.map(({ countries }) => countries.join())
  expect(listCountries('ofac').slice(4, 8)).toEqual(['KP', 'KP', 'CO', 'MX'])
  expect(listCountries('un').slice(0, 5)).toEqual(['RU', 'UA', 'SY', 'IQ', 'KP'])
  expect(listCountries('un').slice(9)).toEqual(['MM', '', ''])
  expect(listCountries('eu').slice(6, 9)).toEqual(['CO', '', 'CN'])
  expect(listCountries('uk').slice(2, 5)).toEqual(['SY', 'IQ,SY', 'KP'])
})

test('Programmes are listed, each once', () => {
  expect(parseSample('ofac').parties.at(-1)?.programmes).toEqual(['INVENTED-EO1', 'INVENTED-EO2'])
  expect(parseSample('uk').parties[2]?.programmes).toEqual(['The Invented (Sanctions) Regulations'])
})

test('The consolidated list of OFSI is read in its last format', () => {
  const header =
    'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,' +
    'DOB,Nationality,Group Type,Alias Type,Regime,Last Updated,Group ID'
  const content =
    `Last Updated,03/06/2026\r\n${header}\r\n` +
    'KHOURANI,Mohammed,,,,,,Syria,Individual,AKA,Invented,01/01/2020,14233\r\n' +
    'AL-KHOURANI,Muhammad,,,,,00/05/1971,Syria,Individual,' +
    'Primary name,Invented,01/01/2020,14233\r\n'

  expect(parseList('uk', content)).toEqual({
    source: 'uk',
    publishedOn: '2026-06-03',
    parties: [
      {
        id: '14233',
        kind: 'person',
        names: ['Muhammad AL-KHOURANI', 'Mohammed KHOURANI'],
        birthDates: ['1971-05'],
        countries: ['SY'],
        programmes: ['Invented'],
      },
    ],
  })
})

test('Bytes are read as UTF-8, with or without a byte order mark; other bytes are refused', () => {
  const bytes = new TextEncoder().encode(`\uFEFF${readSample('eu')}`)
  expect(parseList('eu', bytes)).toEqual(parseSample('eu'))
  for (const source of LIST_SOURCES)
    refuse(source, Uint8Array.of(0x3c, 0xff, 0xfe)).toThrow('it is not text in UTF-8')
})

test('A file that is cut off anywhere is refused, and the error says where it ends', () => {
  for (const source of ['ofac', 'un', 'eu'] as const) {
    const sample = readSample(source)
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
      refuse(source, sample.slice(0, sample.length * share)).toThrow(/\(line \d+, column \d+\)/)
  }

  const uk = readSample('uk')
  const lastRow = uk.lastIndexOf('\r\n', uk.length - 3) + 2
  refuse('uk', uk.slice(0, lastRow + 30)).toThrow(/line 24 has \d+ cells instead of 58/)
  refuse('uk', `${uk}"INV`).toThrow(/can't be read: Quote Not Closed/)
})

test('A file of another list or kind is refused with what it begins with', () => {
  refuse('ofac', readSample('eu')).toThrow('it begins with <export> instead of <sdnList>')
  refuse('un', readSample('ofac')).toThrow(
    'it begins with <sdnList> instead of <CONSOLIDATED_LIST>',
  )
  refuse('eu', readSample('uk')).toThrow('line 1 is not XML')
  refuse('uk', readSample('un')).toThrow('line 1 is not CSV')
  refuse('uk', 'Service,unavailable\nTry,again').toThrow('its second line has no column "Name 1"')
  refuse('ofac', '<html><body>Service unavailable</body></html>').toThrow('begins with <html>')
})

test('An empty file and a list without entries are refused', () => {
  for (const source of LIST_SOURCES) refuse(source, ' \n').toThrow('the file is empty')

  refuse('ofac', '<sdnList></sdnList>').toThrow('it has no entries')
  refuse('un', '<CONSOLIDATED_LIST><INDIVIDUALS/></CONSOLIDATED_LIST>').toThrow('no entries')
  refuse('eu', '<export/>').toThrow('no entries')
  refuse('uk', readSample('uk').split('\r\n').slice(0, 2).join('\r\n')).toThrow('no entries')
})

test('An entry without a name or identifier, or with a duplicate one, refuses the list', () => {
  const ofac = readSample('ofac')
  refuse('ofac', ofac.replace('<uid>900002</uid>', '')).toThrow(
    /entry at line \d+ has no identifier/,
  )
  refuse('ofac', ofac.replace('<uid>900002</uid>', '<uid>900001</uid>')).toThrow(
    'the identifier 900001 occurs twice',
  )
  refuse('eu', readSample('eu').replaceAll(/wholeName="Blue[^"]*"|wholeName="BDEH"/g, '')).toThrow(
    /the entry 990012, at line \d+, has no name/,
  )
  refuse('uk', readSample('uk').replace('INV0012', '')).toThrow('line 24 has no identifier')
})

test('The error is one that the operator can be shown', () => {
  refuse('ofac', '<sdnList>').toThrow(
    expect.objectContaining({
      code: 'invalid_list',
      status: 422,
      message: expect.stringMatching(/^The OFAC SDN list can't be read: unclosed tag: sdnList \(/),
    }),
  )
})

test('Entities of a document type never expand and never read another file', () => {
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('')
  const types = [
    `<!DOCTYPE sdnList [<!ENTITY l0 "ha">${laughs}]>`,
    '<!DOCTYPE sdnList [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE sdnList SYSTEM "http://127.0.0.1/list.dtd">',
  ]
  for (const type of types)
    refuse('ofac', readSample('ofac').replace('<sdnList', `${type}<sdnList`)).toThrow(
      /it has a document type at line \d+/,
    )

  refuse('ofac', readSample('ofac').replace('KIM', '&l9;')).toThrow('undefined entity')
})
