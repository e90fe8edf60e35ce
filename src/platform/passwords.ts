import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

export { hashPassword }

const COMMON_WORDS = 10_000
const listed = dictionary['passwords-common']
const common = new Set(listed)
const commonWords = new Set(listed.slice(0, COMMON_WORDS))

/** Words that belong to this product and so are the first that someone guesses. */
const CONTEXT_WORDS = new Set(
  'candor candour admin administrator member client investor invest investing investment investments deposit deposits withdraw withdrawal bitcoin ethereum ethereums tether crypto wallet portfolio finance financial dividend treasury'.split(
    ' ',
  ),
)

const SHORTEST_UNIT = 6

/** A hash that no password fits: an unknown address costs the same work as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether the password fits the hash. Without a hash the same work is done and the answer is no. */
export async function passwordFits(hash: string | undefined, password: string): Promise<boolean> {
  const fits = await verifyPassword({ hash: hash ?? (await decoy), password })
  return hash !== undefined && fits
}

/** Whether many people would choose it: listed, a listed word dressed up with digits, a short piece repeated, or one of `own`. */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const unit = repeatedUnit(plain)
  const mine = own.map((text) => text.toLowerCase()).filter((text) => text.length > 2)
  return (
    common.has(plain) ||
    commonWords.has(bare) ||
    CONTEXT_WORDS.has(bare) ||
    (unit !== plain && (unit.length <= SHORTEST_UNIT || common.has(unit))) ||
    mine.some((text) => text === plain || text === bare)
  )
}

/** The shortest text whose repetition makes the given one. */
function repeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return text.slice(0, length)
}
