import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ListedParty } from '#modules/compliance/model/listed-party.ts'
import { createNameIndex, type ScreenedPerson } from '#modules/compliance/model/name-match.ts'
import { print } from './engine/figures.ts'
import { type InventedPerson, PeopleInventor } from './support/invented-names.ts'

/**
 * Screens invented members against an invented list. Prints, by threshold, the share of members
 * with a hit, with a hit that has a date of birth, and of listed people under other spellings who
 * are found among their ten best hits; then the time to index and to match, and the memory of the
 * index. Both are invented from the same names: on the official lists, fewer members have a hit.
 */
const { values: options } = parseArgs({
  options: {
    names: { type: 'string', default: '20000' },
    members: { type: 'string', default: '100000' },
  },
})
const LIST_NAMES = Number(options.names)
const MEMBERS = Number(options.members)
const VARIANTS = 2_000
const LISTED_CULTURES = 6
const MIN_MISTYPED_LETTERS = 5
const MIN_THRESHOLD = 70
const MEGABYTE = 2 ** 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const inventor = new PeopleInventor(7)

type Listed = { key: string; party: ListedParty; person: InventedPerson }

/** Three of four names are of the cultures that fill the official lists; a third are aliases. */
function inventList(): Listed[] {
  const listed: Listed[] = []
  for (let names = 0; names < LIST_NAMES; ) {
    const person = inventor.invent(inventor.pick(4) === 0 ? undefined : LISTED_CULTURES)
    const alias = inventor.pick(2) === 0 ? [respell(person.names).join(' ')] : []
    const birthDates = inventor.pick(6) === 0 ? [] : [inventListedDate(person.birthDate)]
    const id = String(listed.length)
    const party: ListedParty = {
      id,
      kind: 'person',
      names: [person.names.join(' '), ...alias],
      birthDates,
      countries: [],
      programmes: [],
    }

    listed.push({ key: id, party, person })
    names += party.names.length
  }

  return listed
}

const inventListedDate = (date: string) => (inventor.pick(3) === 0 ? date.slice(0, 4) : date)

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/kh/i, 'h'],
  [/ou/, 'u'],
  [/y/, 'i'],
  [/ei/, 'ey'],
  [/(.)\1/, '$1'],
  [/e(?=[a-z]{4})/, 'i'],
  [/o(?=[a-z]{4})/, 'u'],
  [/x/, 'ks'],
  [/sh/i, 'sch'],
  [/a(?=.+a)/, 'e'],
]

/** Spells one sound of a name in another way. */
function respell(names: readonly string[]): string[] {
  const spelled = names.join(' ')
  const possible = SPELLINGS.filter(([sound]) => sound.test(spelled))
  const [sound, other] = possible[inventor.pick(possible.length)] ?? ['', '']
  return spelled.replace(sound, other).split(' ')
}

/** Writes a listed name as a member might: in another order, respelled, shortened, mistyped. */
function vary(names: readonly string[]): string[] {
  const way = inventor.pick(6)
  const [first = '', ...rest] = names
  if (way === 0) return names.toReversed()
  if (way === 1) return respell(respell(names))
  if (way === 2) return names.length > 2 ? [first, ...rest.slice(-1)] : respell(names)
  if (way === 3)
    return [rest.at(-1) ?? '', first, ...rest.slice(0, -1)].map((one) => one.toUpperCase())
  if (way === 4) return [names.join('-')]

  const last = rest.at(-1) ?? ''
  if (last.length < MIN_MISTYPED_LETTERS) return names.toReversed()
  const at = 1 + inventor.pick(Math.max(1, last.length - 1))
  return [first, ...rest.slice(0, -1), last.slice(0, at) + last.slice(at + 1)]
}

/** A date of birth that is the same, in the next year, or not given. */
function varyDate(date: string): string | null {
  const way = inventor.pick(4)
  if (way === 0) return null
  return way === 1 ? `${Number(date.slice(0, 4)) + 1}${date.slice(4)}` : date
}

const describe = (names: readonly string[], birthDate: string | null): ScreenedPerson => ({
  name: names.join(' '),
  birthDate,
  country: null,
})

function measureHeap(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed / MEGABYTE
}

/** Seconds of the processor: other programs on the machine don't count. */
function measureSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const listed = inventList()
const members = Array.from({ length: MEMBERS }, () => inventor.invent()).map(
  ({ names, birthDate }) => describe(names, birthDate),
)
const variants = Array.from({ length: VARIANTS }, () => {
  const { key, person } = listed[inventor.pick(listed.length)] as Listed
  return { key, person: describe(vary(person.names), varyDate(person.birthDate)) }
})

const heapBefore = measureHeap()
const indexing = process.cpuUsage()
const index = createNameIndex(listed)
const indexingSeconds = measureSeconds(indexing)
const indexHeap = measureHeap() - heapBefore

const matching = process.cpuUsage()
const bestHits = members.map((member) => index.match(member, MIN_THRESHOLD)[0])
const matchingSeconds = measureSeconds(matching)
const heapAfter = measureHeap() - heapBefore

const variantScores = variants.map(
  ({ key, person }) =>
    index.match(person, MIN_THRESHOLD).find((hit) => hit.key === key)?.score ?? 0,
)

const bestScores = bestHits.map((hit) => hit?.score ?? 0)
const isDated = (key: string) => (listed[Number(key)]?.party.birthDates.length ?? 0) > 0
const datedScores = bestHits.map((hit) => (hit && isDated(hit.key) ? hit.score : 0))

const shareFrom = (scores: readonly number[], threshold: number) =>
  (scores.filter((score) => score >= threshold).length / scores.length) * 100
const column = (share: number, digits: number) => share.toFixed(digits).padStart(22)

console.log('threshold   members with a hit %   a hit with a date %      variants found %')
for (let threshold = MIN_THRESHOLD; threshold <= 100; threshold++)
  console.log(
    String(threshold).padStart(9) +
      column(shareFrom(bestScores, threshold), 2) +
      column(shareFrom(datedScores, threshold), 2) +
      column(shareFrom(variantScores, threshold), 1),
  )

print(`index of ${LIST_NAMES} names: processor`, indexingSeconds, 's')
print(`match of ${MEMBERS} members: processor`, matchingSeconds, 's')
print('match of a member', (matchingSeconds / MEMBERS) * 1000, 'ms')
print('heap of the index', indexHeap, 'MB')
print('heap of the index and its cache after all members', heapAfter, 'MB')
