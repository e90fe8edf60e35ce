import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

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
