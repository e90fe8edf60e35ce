import { foldLookalikes } from '#lib/fold-letters.ts'

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
export function isPartOfName(shown: string, declared: string): boolean {
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
