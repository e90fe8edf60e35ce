import { doubleMetaphone } from 'double-metaphone'

/** A normalised word with what it sounds like. */
export type Token = {
  text: string
  /** Double Metaphone codes, without repetition; also without an article: "Alkhouri", "Khouri". */
  codes: readonly string[]
  /** The consonants, for scripts that write no vowels. */
  consonants: string
  hasVowels: boolean
}

/** Below this, two words are different words. */
const MIN_SIMILARITY = 0.82
/** Of the shorter to the longer word; below it, they are different words. */
const MIN_LENGTH_RATIO = 0.5
/** Unrelated names easily reach 0.85 in Jaro–Winkler: differences count double. */
const LETTERS_STRICTNESS = 2
const MIN_PHONETIC_LETTERS = 3
/** Short words sound like many others. */
const LONG_LETTERS = 5
const ARTICLE = /^[ae]l.{4}/
const ARTICLE_LETTERS = 2
const PREFIX_LETTERS = 4
/** As many as a number has bits for. */
const MAX_LETTERS = 30
const PREFIX_WEIGHT = 0.1
const SAME_CONSONANTS = 0.9

export function buildToken(text: string): Token {
  const bare = ARTICLE.test(text) ? doubleMetaphone(text.slice(ARTICLE_LETTERS)) : []
  const consonants = text.replace(/[aeiouyv]/g, '')

  return {
    text,
    codes: [...new Set([...doubleMetaphone(text), ...bare])].filter((code) => code !== ''),
    consonants: consonants.replace(/(.)\1+/g, '$1'),
    hasVowels: /[aeou]/.test(text) || text.length < MIN_PHONETIC_LETTERS,
  }
}

/**
 * Compares two words: 1 for the same spelling, 0 for different words. Words that sound alike, or
 * share their consonants where one is written without vowels, are more similar than their letters.
 */
export function compareTokens(one: Token, other: Token): number {
  if (one.text === other.text) return 1
  if (!hasCloseLength(one.text.length, other.text.length) && one.hasVowels && other.hasVowels)
    return 0

  const letters = computeJaroWinkler(one.text, other.text)
  const similarity = Math.max(
    1 - (1 - letters) * LETTERS_STRICTNESS,
    compareSounds(one, other, letters),
  )
  return similarity < MIN_SIMILARITY ? 0 : similarity
}

const hasCloseLength = (one: number, other: number): boolean =>
  Math.min(one, other) >= MIN_LENGTH_RATIO * Math.max(one, other)

function compareSounds(one: Token, other: Token, letters: number): number {
  if (!one.hasVowels || !other.hasVowels)
    return one.consonants.length > 1 && one.consonants === other.consonants ? SAME_CONSONANTS : 0

  const isLong = Math.min(one.text.length, other.text.length) >= MIN_PHONETIC_LETTERS
  const isAlike = one.codes.some((code) => code.length > 1 && other.codes.includes(code))
  if (!isLong || !isAlike) return 0
  return Math.min(one.text.length, other.text.length) < LONG_LETTERS
    ? 0.6 + 0.3 * letters
    : 0.75 + 0.2 * letters
}

/**
 * Returns the Jaro–Winkler similarity, 0 to 1 (Winkler 1990; prefix weight 0.1). Letters after the
 * 30th are ignored.
 */
export function computeJaroWinkler(one: string, other: string): number {
  if (one === other) return 1

  const [length, otherLength] = [
    Math.min(one.length, MAX_LETTERS),
    Math.min(other.length, MAX_LETTERS),
  ]
  const range = Math.max(0, (Math.max(length, otherLength) >> 1) - 1)
  let matched = 0
  let matchedInOther = 0
  let matches = 0
  for (let at = 0; at < length; at++) {
    const letter = one.charCodeAt(at)
    const last = Math.min(otherLength - 1, at + range)
    for (let place = Math.max(0, at - range); place <= last; place++)
      if (!(matchedInOther & (1 << place)) && other.charCodeAt(place) === letter) {
        matched |= 1 << at
        matchedInOther |= 1 << place
        matches++
        break
      }
  }
  if (matches === 0) return 0

  const swapped = countSwapped(one, matched, other, matchedInOther) / 2
  const jaro = (matches / length + matches / otherLength + (matches - swapped) / matches) / 3
  return jaro + countSharedPrefix(one, other) * PREFIX_WEIGHT * (1 - jaro)
}

/** The matched letters of both words are bits of a number. */
function countSwapped(one: string, matched: number, other: string, matchedInOther: number): number {
  let swapped = 0
  let place = 0
  for (let at = 0; matched >> at; at++) {
    if (!(matched & (1 << at))) continue

    while (!(matchedInOther & (1 << place))) place++
    if (one.charCodeAt(at) !== other.charCodeAt(place++)) swapped++
  }

  return swapped
}

function countSharedPrefix(one: string, other: string): number {
  let length = 0
  while (length < PREFIX_LETTERS && one[length] !== undefined && one[length] === other[length])
    length++

  return length
}
