import { transliterate } from 'transliteration'

/** Articles, patronymic particles, titles and legal forms: they distinguish no names. */
const PARTICLES: ReadonlySet<string> = new Set(
  (
    'al el ul ur as ad ash an ar az at bin ibn bint ben bn bw abu abou umm von van der den ter ' +
    'de da do dos das del della di la le du zu mr mrs ms dr prof haji hajji sheikh shaikh ' +
    'ltd llc ooo oao zao pao inc co corp company gmbh sa plc fze fzco'
  ).split(' '),
)

const ACCENTS = /\p{M}/gu
const HANGUL = /\p{Script=Hangul}/gu
const ARABIC_ARTICLE = /(?<=^|[\s-])ال(?=\p{L}{2})/gu
const APOSTROPHES = /['’‘`´ʻʼʿʾ"]/g
const PLAIN = /^[\x20-\x7e]*$/

/** Spellings of one sound, in the order in which they are replaced. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/sch/g, 'sh'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/tz|ts/g, 'c'],
  [/ck|q/g, 'k'],
  [/^x/, 's'],
  [/x/g, 'ks'],
  [/ou|oo/g, 'u'],
  [/ee|ii|iy|yi/g, 'i'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/^dj/, 'j'],
  [/^ie/, 'e'],
  [/iu/g, 'u'],
  [/(.)\1+/g, '$1'],
]

/**
 * Returns the tokens of a name in plain Latin letters: transliterated, lower case, without accents,
 * punctuation and particles, with one spelling for each sound. The order is that of the name.
 */
export function normaliseName(name: string): string[] {
  const parts = transliterateName(name)
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')

  const joined = joinServantNames(parts)
  const significant = joined.filter((word) => !PARTICLES.has(word))
  return (significant.length > 1 ? significant : joined).map(normaliseSpelling)
}

function transliterateName(name: string): string {
  if (PLAIN.test(name)) return name

  const separated = name
    .normalize('NFC')
    .replace(ARABIC_ARTICLE, '')
    .replace(HANGUL, (syllable) => `${transliterateHangul(syllable)} `)
  return transliterate(separated).normalize('NFKD').replace(ACCENTS, '')
}

/** Returns a syllable as the lists write it, after McCune and Reischauer: "kim", not "gim". */
const transliterateHangul = (syllable: string): string =>
  transliterate(syllable)
    .replace(/^[gbd]/, (letter) => ({ g: 'k', b: 'p', d: 't' })[letter] ?? letter)
    .replace(/g$/, (letter, at: number, text: string) => (text[at - 1] === 'n' ? letter : 'k'))
    .replace(/^c(?!h)/, 'ch')
    .replace('eo', 'o')

/** Joins "Abd al-Rahman", "Abdul Rahman" and "Abdurrahman" into one word. */
function joinServantNames(parts: readonly string[]): string[] {
  const joined: string[] = []

  for (let at = 0; at < parts.length; at++) {
    const word = parts[at] ?? ''
    if (!/^a{1,2}bd([aeiu][lr])?$/.test(word) || at === parts.length - 1) {
      joined.push(word.replace(/^abd[aeu](l|r(?=r))(?=[a-z]{4})/, 'abd'))
      continue
    }

    const next = /^([aeu][lr]|ar|as)$/.test(parts[at + 1] ?? '') ? at + 2 : at + 1
    joined.push(`abd${parts[next] ?? ''}`)
    at = next
  }

  return joined
}

const normaliseSpelling = (word: string): string =>
  SPELLINGS.reduce((text, [spelling, replacement]) => text.replace(spelling, replacement), word)
