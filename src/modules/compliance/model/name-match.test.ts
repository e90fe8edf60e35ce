import { expect, test } from 'vitest'
import type { ListedParty } from './listed-party.ts'
import { createNameIndex, DEFAULT_THRESHOLD } from './name-match.ts'

const list = (key: string, names: string[], rest: Partial<ListedParty> = {}) => ({
  key,
  party: {
    id: key,
    kind: 'person' as const,
    names,
    birthDates: [],
    countries: [],
    programmes: [],
    ...rest,
  },
})

/** Invented people. */
const LISTED = [
  list('zakharenko', ['Aleksandr Yevgenyevich ZAKHARENKO'], {
    birthDates: ['1965-03-02'],
    countries: ['RU'],
  }),
  list('petrenkov', ['Oleksii Mykolaiovych PETRENKOV'], { birthDates: ['1975'] }),
  list('khourani', ['Muhammad Abd al-Rahman AL-KHOURANI'], { birthDates: ['1971', '1973-05'] }),
  list('tamari', ['Hussein Jaber AL-TAMARI']),
  list('rostamzadeh', ['Farhad ROSTAMZADEH'], { birthDates: ['1969-04-14'] }),
  list('kim', ['Hyok Chol KIM'], { birthDates: ['1958-08-20'], countries: ['KP'] }),
  list('paek', ['PAEK Song Jin']),
  list('ortegon', ['José María FERNÁNDEZ ORTEGÓN'], { birthDates: ['1980-01-01'] }),
  list('ouyang', ['OUYANG Jianguo', '欧阳建国'], { birthDates: ['1963-10-12'] }),
  list('schaefer', ['Jürgen Schäferling']),
  list('lantern', ['Northern Lantern Trading LLC'], { kind: 'entity' }),
]

/** Others on the list, so that words have a rarity: every given name with every family name. */
const OTHERS = [
  'Mohammed Ali',
  'Ahmed Hassan',
  'Ivan Petrov',
  'Sergei Ivanov',
  'Li Wei',
  'Jose Perez',
]
  .flatMap((name) => name.split(' '))
  .flatMap((forename, _, all) =>
    all.map((family) => list(`${forename} ${family}`, [`${forename} ${family}`])),
  )
const index = createNameIndex([...LISTED, ...OTHERS])

const match = (name: string, birthDate: string | null = null, country: string | null = null) =>
  index.match({ name, birthDate, country }, DEFAULT_THRESHOLD)
const scoreOf = (...person: Parameters<typeof match>) => match(...person)[0]?.score ?? 0

/** The name as a member writes it, the listed person, and the date of birth where it is given. */
const VARIANTS: readonly (readonly [string, string, string?])[] = [
  ['Alexander Zakharenko', 'zakharenko', '1965-03-02'],
  ['Александр Евгеньевич Захаренко', 'zakharenko'],
  ['Александр Захаренко', 'zakharenko'],
  ['Aleksander Zaharenko', 'zakharenko', '1965-03-02'],
  ['ZAKHARENKO Alexandr', 'zakharenko', '1966-03-02'],
  ['Zakharenko, Aleksandr Yevgenyevich', 'zakharenko'],
  ['A. Y. Zakharenko', 'zakharenko', '1965-03-02'],
  ['Aleksandr Y. Zakharenko', 'zakharenko'],
  ['Alexandr Evgenievich Zakharenko', 'zakharenko'],
  ['Aleksandr Zakarenko', 'zakharenko', '1965-03-02'],
  ['Олексій Миколайович Петренков', 'petrenkov'],
  ['Олексій Петренков', 'petrenkov', '1975-06-01'],
  ['Oleksiy Petrenkov', 'petrenkov'],
  ['Alexey Petrenkov', 'petrenkov', '1975-06-01'],
  ['PETRENKOV OLEKSII', 'petrenkov', '1976-01-30'],
  ['Mohammed Abdulrahman Alkhourani', 'khourani', '1971-11-11'],
  ['Mohamad Abdelrahman Khourani', 'khourani'],
  ['Muhammed Abd el Rahman Al Khorani', 'khourani', '1971-11-11'],
  ['Mohammad Abdurrahman Khurani', 'khourani', '1973-05-09'],
  ['Al-Khourani Muhammad', 'khourani', '1971-11-11'],
  ['محمد عبد الرحمن الخوراني', 'khourani'],
  ['Husain Jabir Tamari', 'tamari'],
  ['Hussain al Tamari', 'tamari'],
  ['Hossein Jaber Tamary', 'tamari'],
  ['Tamari Hussein', 'tamari'],
  ['Farhaad Rustamzadah', 'rostamzadeh', '1969-04-14'],
  ['Farhad Rostam-Zadeh', 'rostamzadeh'],
  ['Rostam Zadeh, Farhad', 'rostamzadeh'],
  ['Kim Hyok-chol', 'kim', '1958-08-20'],
  ['Hyokchol Kim', 'kim'],
  ['KIM Hyŏk-ch’ŏl', 'kim'],
  ['김혁철', 'kim', '1958-08-20'],
  ['Paek Song-jin', 'paek'],
  ['백성진', 'paek'],
  ['Jose Maria Fernandez-Ortegon', 'ortegon', '1980-01-01'],
  ['José Fernández Ortegón', 'ortegon'],
  ['FERNANDEZ ORTEGON J. M.', 'ortegon', '1980-01-01'],
  ['Jian Guo Ouyang', 'ouyang'],
  ['欧阳建国', 'ouyang', '1963-10-12'],
  ['Ou Yang Jianguo', 'ouyang'],
  ['Juergen Schaeferling', 'schaefer'],
  ['Jurgen Schaferling', 'schaefer'],
]

test('A listed person is found in other scripts, orders, spellings, initials and hyphens', () => {
  expect(VARIANTS.length).toBeGreaterThanOrEqual(40)

  const missed = VARIANTS.filter(
    ([name, key, birthDate]) => match(name, birthDate ?? null)[0]?.key !== key,
  )
  expect(missed).toEqual([])
})

test('Names of other people are not found, though they share a word or a sound', () => {
  const strangers = [
    'John Smith',
    'Alexander Petrov',
    'Aleksandr Sidorov',
    'Elena Zakharova',
    'Muhammad Qureshi',
    'Abdul Rahman Siddiqui',
    'Hussein Karimi',
    'Farhad Moradi',
    'Kim Min-jun',
    'Jose Maria Garcia Lopez',
    'Pilar Fernandez',
    'Wei Zhang',
    'Jürgen Schmidt',
    'Northern Ireland Bank',
    'Mohammed',
    'Anna Kowalska',
  ]
  expect(strangers.filter((name) => match(name).length > 0)).toEqual([])
})

test('The same name scores 100 in any order; a hit has the name as the list writes it', () => {
  for (const name of ['Hussein Jaber Al-Tamari', 'AL-TAMARI, Jaber Hussein'])
    expect(match(name)).toEqual([
      { key: 'tamari', score: 100, matchedName: 'Hussein Jaber AL-TAMARI' },
    ])
  expect(match('欧阳 建国')[0]?.score).toBe(100)
  expect(scoreOf('Aleksandr Yevgenyevich Zakharenko', '1965-03-02')).toBe(100)
})

test('A party with several similar names is one hit, with the most similar name', () => {
  expect(match('Ouyang Jianguo')).toEqual([
    { key: 'ouyang', score: 100, matchedName: 'OUYANG Jianguo' },
  ])
})

test('A date of birth that is near raises the score, and one that is far lowers it', () => {
  const name = 'A. Zakharenko'
  const scores = ['1965-03-02', '1965-08-08', null, '1966-03-02', '1967-03-02', '1990-03-02'].map(
    (birthDate) => index.match({ name, birthDate, country: null }, 0)[0]?.score ?? 0,
  )
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(new Set(scores).size).toBe(6)
  expect(match('Aleksandr Yevgenyevich Zakharenko', '1990-03-02')).toEqual([])
})

test('One of several listed dates of birth is enough', () => {
  expect(scoreOf('Mohammed Khourani', '1973-05-20')).toBeGreaterThan(
    scoreOf('Mohammed Khourani', '1976-05-20'),
  )
})

test('Another country lowers the score by two at most; none, or an unknown one, does not', () => {
  const name = 'Kim Hyok Chol'
  expect(scoreOf(name, null, 'KP')).toBe(100)
  expect(scoreOf(name, null, null)).toBe(100)
  expect(scoreOf(name, null, 'FR')).toBe(98)
  expect(scoreOf('Hussein Jaber Tamari', null, 'FR')).toBe(100)
})

test('A name that lacks a word scores less than the whole; one word alone is no hit', () => {
  expect(scoreOf('Hussein Tamari')).toBeLessThan(scoreOf('Hussein Jaber Tamari'))
  expect(match('Zakharenko')).toEqual([])
})

test('A misspelt rare word costs more than a misspelt common one', () => {
  expect(scoreOf('Hussein Jaber Tamary')).toBeGreaterThan(scoreOf('Hussein Jaber Tamadi'))
})

test('Hits are sorted by score and are never more than ten', () => {
  const twins = Array.from({ length: 30 }, (_, at) =>
    list(`twin-${at}`, [at === 17 ? 'Radovan Ilesic' : 'Radovan Ilesich']),
  )
  const hits = createNameIndex(twins).match(
    { name: 'Radovan Ilesic', birthDate: null, country: null },
    DEFAULT_THRESHOLD,
  )
  expect(hits).toHaveLength(10)
  expect(hits[0]).toEqual({ key: 'twin-17', score: 100, matchedName: 'Radovan Ilesic' })
  expect(hits.every(({ score }) => Number.isInteger(score) && score >= DEFAULT_THRESHOLD)).toBe(
    true,
  )
})

test('The threshold decides which hits are given', () => {
  const person = { name: 'Alexander Zakharenko', birthDate: null, country: null }
  const score = index.match(person, 0)[0]?.score ?? 0
  expect(index.match(person, score)).toHaveLength(1)
  expect(index.match(person, score + 1)).toEqual([])
})

test('Names that are empty or without letters find nothing, and an empty list is no error', () => {
  for (const name of ['', ' ', '---', '!?', '​']) expect(match(name)).toEqual([])
  expect(
    createNameIndex([]).match({ name: 'Ivan Petrov', birthDate: null, country: null }, 0),
  ).toEqual([])
  expect(
    createNameIndex([list('empty', ['---'])]).match(
      { name: '', birthDate: null, country: null },
      0,
    ),
  ).toEqual([])
})

test('The result does not depend on who was matched before', () => {
  const matchAll = () => index.match({ name: 'Jose Ali', birthDate: null, country: null }, 0)
  const once = matchAll()
  for (const [name] of VARIANTS) match(name)
  expect(matchAll()).toEqual(once)
})

test('A rare word that is shared counts for more than a common one', () => {
  const common = Array.from({ length: 200 }, (_, at) => {
    const family = `${String.fromCharCode(97 + (at % 26), 107, 97 + (at >> 4))}ovan`
    return list(`common-${at}`, [`${at % 2 ? 'Mohammed' : 'Ibrahim'} ${family}`])
  })
  const dense = createNameIndex([...common, list('rare', ['Mohammed Zorvandel'])])
  const matchRare = (name: string) =>
    dense.match({ name, birthDate: null, country: null }, 0).find(({ key }) => key === 'rare')
  expect(matchRare('Ibrahim Zorvandel')?.score).toBeGreaterThan(60)
  expect(matchRare('Mohammed Ibrahim')).toBeUndefined()
})

test('A listed word is the partner of one word only', () => {
  expect(match('Tamari Tamari')).toEqual([])
})
