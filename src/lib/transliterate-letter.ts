import { capitalise } from './capitalise.ts'

/** Cyrillic and Greek letters in Latin ones; for reading, not reversible. */
const PAIRS =
  'а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f ' +
  'х kh ц ts ч ch ш sh щ shch ъ ie ы y ь  э e ю iu я ia і i ї i є ie ґ g ў u ђ d ј j љ lj њ ' +
  'nj ћ c џ dz α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s ' +
  'τ t υ y φ f χ ch ψ ps ω o'
const LATIN: ReadonlyMap<string, string> = buildPairs(PAIRS.split(' '))

function buildPairs(letters: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (let at = 0; at < letters.length; at += 2) pairs.set(letters[at] ?? '', letters[at + 1] ?? '')

  return pairs
}

const ACCENTS = /\p{M}/gu

/**
 * Returns one letter in Latin ones: without its accents, or transliterated from Cyrillic or Greek.
 * Any other becomes its code point, `[U+4E2D]`, so nothing is lost or guessed.
 */
export function transliterateLetter(letter: string): string {
  const known = LATIN.get(letter) ?? LATIN.get(letter.toLowerCase())
  if (known !== undefined) return letter === letter.toLowerCase() ? known : capitalise(known)

  const base = letter.normalize('NFKD').replace(ACCENTS, '')
  if (base !== letter && base !== '') return [...base].map(transliterateLetter).join('')
  if (/^[\x20-\x7e]$/.test(letter)) return letter
  return `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
