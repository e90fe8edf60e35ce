import { dictionary } from '@zxcvbn-ts/language-common'
import { isBreached } from './breached-passwords.ts'

const COMMON_WORDS = 10_000
const listed = dictionary['passwords-common']
const common = new Set(listed)
const commonWords = new Set(listed.slice(0, COMMON_WORDS))

/** Words of this product, which an attacker guesses first; see docs/security/authentication.md. */
export const CONTEXT_WORDS: readonly string[] = (
  'candor candour admin administrator member client investor invest investing investment ' +
  'investments deposit deposits withdraw withdrawal withdrawals account affiliate bitcoin ' +
  'ethereum ethereums tether crypto wallet portfolio finance financial dividend treasury'
).split(' ')

/** Longer words first: `invest` would leave `ment`. */
const contextWords = [...CONTEXT_WORDS].sort((one, other) => other.length - one.length)

/** Returns the text without the words of this product. */
function removeContextWords(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const word = contextWords.find((one) => text.startsWith(one, at))
    if (!word) rest += text[at]
    at += word?.length ?? 1
  }

  return rest
}

const SHORTEST_UNIT = 6

/**
 * Returns whether a password is easy to guess: listed or breached, a listed word with digits around
 * it, a short repeated piece, only words of this product, or one of `own`.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const unit = findRepeatedUnit(plain)
  const mine = own.map((text) => text.toLowerCase()).filter((text) => text.length > 2)

  return (
    common.has(plain) ||
    isBreached(plain) ||
    commonWords.has(bare) ||
    isOfContext(plain) ||
    (unit !== plain && (unit.length <= SHORTEST_UNIT || common.has(unit))) ||
    mine.some((text) => text === plain || text === bare)
  )
}

/** Returns whether only digits and signs remain without the words of this product. */
const isOfContext = (plain: string): boolean =>
  removeContextWords(plain) !== plain && !/\p{L}/u.test(removeContextWords(plain))

/** Returns the shortest text whose repetition is the given one. */
function findRepeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return text.slice(0, length)
}
