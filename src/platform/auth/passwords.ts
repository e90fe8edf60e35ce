import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { verifyPassword } from 'better-auth/crypto'
import { BREACHED, BREACHED_BYTES } from './breached-passwords.ts'

const COMMON_WORDS = 10_000
const listed = dictionary['passwords-common']
const common = new Set(listed)
const commonWords = new Set(listed.slice(0, COMMON_WORDS))

/**
 * Words that belong to this product and so are the first that someone guesses; told in
 * docs/security/authentication.md.
 */
export const CONTEXT_WORDS: readonly string[] = (
  'candor candour admin administrator member client investor invest investing investment ' +
  'investments deposit deposits withdraw withdrawal withdrawals account affiliate bitcoin ' +
  'ethereum ethereums tether crypto wallet portfolio finance financial dividend treasury'
).split(' ')

/** The longer words first, or `invest` would leave `ment` over. */
const contextWords = [...CONTEXT_WORDS].sort((one, other) => other.length - one.length)

/** What a text says besides the words of this product. */
function removeContextWords(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const word = contextWords.find((one) => text.startsWith(one, at))
    if (!word) rest += text[at]
    at += word?.length ?? 1
  }

  return rest
}

const breached = Buffer.from(BREACHED, 'base64')

const SHORTEST_UNIT = 6

const derived = promisify(argon2)

/**
 * What a hash costs: Argon2id with 19 MiB, two passes, one lane, as OWASP's Password Storage Cheat
 * Sheet asks at least.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const COST_TEXT = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
const SALT_BYTES = 16
const TAG_BYTES = 32
const MOST_KIB = 1 << 20

/**
 * As the PHC string format has it: the cost stands with the hash, so that it can be raised later.
 */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{43,86})$/

const encodeBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** The hash that is kept of a password; nothing leads back from it. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await derived('argon2id', { ...COST, message: password, nonce, tagLength: TAG_BYTES })
  return `$argon2id$v=19$${COST_TEXT}$${encodeBase64(nonce)}$${encodeBase64(tag)}`
}

/**
 * Whether a hash was made at less than what is asked today: whoever knows its password is given a
 * new one.
 */
export const isOutdated = (hash: string): boolean => !hash.includes(`$${COST_TEXT}$`)

/** Hashes of before are better-auth's scrypt; a text that is neither fits nothing. */
async function verifyHash(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? []
  if (memory === undefined)
    return /^[0-9a-f]+:[0-9a-f]+$/.test(hash) && (await verifyPassword({ hash, password }))

  const expectedTag = Buffer.from(tag, 'base64')
  const cost = {
    memory: Math.min(Number(memory), MOST_KIB),
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

/** A hash that no password fits: an unknown address costs the same work as a wrong password. */
const decoy = hashPassword(crypto.randomUUID())

/**
 * Whether the password fits the hash. Without a hash the same work is done and the answer is no.
 */
export async function isCorrectPassword(
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  const right = await verifyHash(hash ?? (await decoy), password)
  return hash !== undefined && right
}

/**
 * Whether many people would choose it: listed or stolen, a listed word dressed up with digits, a
 * short piece repeated, nothing but words of this product, or one of `own`.
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

/** Whether nothing is left but digits and signs once the words of this product are taken out. */
const isOfContext = (plain: string): boolean =>
  removeContextWords(plain) !== plain && !/\p{L}/u.test(removeContextWords(plain))

/**
 * Whether it is among the passwords that were stolen and published: looked up in their ordered
 * digests.
 */
function isBreached(plain: string): boolean {
  const searchedDigest = createHash('sha256').update(plain).digest().subarray(0, BREACHED_BYTES)
  let [from, until] = [0, breached.length / BREACHED_BYTES]

  while (from < until) {
    const middle = (from + until) >>> 1
    const order = searchedDigest.compare(
      breached,
      middle * BREACHED_BYTES,
      (middle + 1) * BREACHED_BYTES,
    )
    if (order === 0) return true
    if (order < 0) until = middle
    else from = middle + 1
  }

  return false
}

/** The shortest text whose repetition makes the given one. */
function findRepeatedUnit(text: string): string {
  const length = (text + text).indexOf(text, 1)
  return text.slice(0, length)
}
