import { foldLookalikes } from '#lib/fold-letters.ts'
import type { IdentityDetails } from './details.ts'
import type { Level } from './levels.ts'

/** A person as a provider read it from the documents. */
export type FoundPerson = {
  /** The full name in each spelling that was read. */
  names: readonly string[]
  /** The last name in each spelling that was read. */
  lastNames: readonly string[]
  birthDate: string | null
  /** The country of each document: a two-letter code, or as the provider writes it. */
  countries: readonly string[]
}

type PersonField = 'name' | 'birthDate' | 'country'

export const PERSON_FIELD_NAMES: Readonly<Record<PersonField, string>> = {
  name: 'name',
  birthDate: 'date of birth',
  country: 'country of the document',
}

type DeclaredIdentity = { name: string; details: IdentityDetails }

/**
 * Returns which fields of a person differ from the documents. A document of basic has to show a
 * name with a last name, and a date of birth. Its country is that of the nationality or of the
 * address.
 */
export function listDifferences(
  level: Level,
  { name, details }: DeclaredIdentity,
  found: FoundPerson,
): PersonField[] {
  const mustShow = level === 'basic'
  const isName =
    found.names.length > 0 ? found.names.some((one) => isSameName(name, one)) : !mustShow
  const isLastName =
    found.lastNames.length > 0 ? found.lastNames.some((one) => isPartOfName(one, name)) : !mustShow
  const isBirthDate = found.birthDate ? found.birthDate === details.birthDate : !mustShow
  const isCountry = found.countries.every((one) =>
    [details.nationality, details.country].includes(one),
  )

  return [
    ...(isName && isLastName ? [] : (['name'] as const)),
    ...(isBirthDate ? [] : (['birthDate'] as const)),
    ...(isCountry || !mustShow ? [] : (['country'] as const)),
  ]
}

/**
 * Returns whether a document shows a declared name: each part of it, in any order and spelling. A
 * document may show further given names.
 */
export function isSameName(declared: string, shown: string): boolean {
  const parts = splitName(declared)
  const left = splitName(shown)
  if (parts.length === 0) return false

  for (const word of parts) {
    const at = left.findIndex((other) => isSameWord(word, other))
    if (at < 0) return joinName(declared) === joinName(shown)
    left.splice(at, 1)
  }

  return true
}

/** Returns whether each word of a shown last name was declared, also if declared as one word. */
function isPartOfName(shown: string, declared: string): boolean {
  if (isSameName(shown, declared)) return true

  const joined = joinName(shown)
  const parts = splitName(declared).map(([plain]) => plain)
  const isJoined = (from: number) =>
    parts.some((_, to) => to >= from && parts.slice(from, to + 1).join('') === joined)

  return parts.some((_, from) => isJoined(from))
}

/** Letters that have no accent to remove, and how documents transcribe others (ICAO 9303). */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/đ|ð/g, 'd'],
  [/ł/g, 'l'],
  [/þ/g, 'th'],
  [/ı/g, 'i'],
]
const TRANSCRIBED: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö|ø/g, 'oe'],
  [/ü/g, 'ue'],
  [/å/g, 'aa'],
]
const APOSTROPHES = /['’‘`´ʻʼ]/g

type Word = readonly [plain: string, transcribed: string]

const splitName = (name: string): Word[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
    .map((word) => [removeAccents(word), removeAccents(replaceAll(word, TRANSCRIBED))])

const replaceAll = (text: string, letters: typeof LETTERS) =>
  letters.reduce((result, [letter, replacement]) => result.replace(letter, replacement), text)

const removeAccents = (word: string) =>
  foldLookalikes(replaceAll(word, LETTERS).normalize('NFKD').replace(/\p{M}/gu, ''))

const isSameWord = (one: Word, other: Word) => one.some((spelling) => other.includes(spelling))

const joinName = (name: string) =>
  splitName(name)
    .map(([plain]) => plain)
    .join('')
