import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
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

const derived = promisify(argon2)

/**
 * Argon2id with 19 MiB, two passes, one lane: the minimum of OWASP's Password Storage Cheat Sheet.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const COST_TEXT = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
const SALT_BYTES = 16
const TAG_BYTES = 32
const MAX_KIB = 1 << 20

/** The PHC string format: the cost is stored with the hash, so that it can be raised later. */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{43,86})$/

const encodeBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** Returns the Argon2id hash to store for a password, in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derived('argon2id', { ...COST, message: password, nonce, tagLength: TAG_BYTES })
  return `$argon2id$v=19$${COST_TEXT}$${encodeBase64(nonce)}$${encodeBase64(tag)}`
}

/**
 * Returns whether a hash was made at another cost than today's and should be replaced at sign-in.
 */
export const isOutdated = (hash: string): boolean => !hash.includes(`$${COST_TEXT}$`)

/** Returns whether the password has this hash; a text in another format matches no password. */
async function verifyHash(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? []
  if (memory === undefined) return false

  const expectedTag = Buffer.from(tag, 'base64')
  const cost = {
    memory: Math.min(Number(memory), MAX_KIB),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expectedTag.length,
  }

  const got = await derived('argon2id', {
    ...cost,
    message: password,
    nonce: Buffer.from(salt, 'base64'),
  })

  return timingSafeEqual(got, expectedTag)
}

/** A hash that no password has: an unknown address costs the same work as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/**
 * Returns whether the password has the hash. Without a hash it does the same work and returns
 * false.
 */
export async function isCorrectPassword(
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  const right = await verifyHash(hash ?? (await decoy), password)
  return hash !== undefined && right
}

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
