import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto'
import { invariant } from '#lib/invariant.ts'
import type { Config } from '../config.ts'

/** A secret of 256 random bits that fits into a URL. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: enough to recognise it, useless to whoever reads the table. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Six digits that begin with none of them zero. */
export const createSixDigitCode = (): number => randomInt(100_000, 1_000_000)

type Secrets = Pick<Config, 'SECRET' | 'SECRET_BEFORE'>

/** The secret of now, and behind it those of before, under which nothing new is made. */
function listSecrets({ SECRET, SECRET_BEFORE }: Secrets): [string, ...string[]] {
  invariant(SECRET, 'the installation has a SECRET before it serves')
  return [SECRET, ...SECRET_BEFORE]
}

const computeHmac = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()

/**
 * A digest of something short enough to be guessed: without the installation's secret it can't be
 * tried out.
 */
export const computeKeyedDigest = (config: Secrets, purpose: string, text: string): Buffer =>
  computeHmac(listSecrets(config)[0], purpose, text)

/**
 * The digests that a text may have been kept as: under the secret of now, and under those of
 * before.
 */
export const computeKeyedDigests = (config: Secrets, purpose: string, text: string): Buffer[] =>
  listSecrets(config).map((secret) => computeHmac(secret, purpose, text))

/**
 * What was sealed says in its first byte how: a cipher can be followed by another, and what it
 * sealed is still read.
 */
const WAYS = { 1: { cipher: 'aes-256-gcm', keyBytes: 32, ivBytes: 12, tagBytes: 16 } } as const
const WAY_NOW = 1

const deriveKey = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'candor', `seal/${purpose}`, bytes))

/**
 * Encrypts what has to be read again later; `owner` is bound in, so that nobody's can stand in
 * another's row.
 */
export function encryptSecret(
  config: Secrets,
  purpose: string,
  owner: string,
  plain: Uint8Array,
): Buffer {
  const { cipher, keyBytes, ivBytes } = WAYS[WAY_NOW]
  const iv = randomBytes(ivBytes)
  const key = deriveKey(listSecrets(config)[0], purpose, keyBytes)
  const hiding = createCipheriv(cipher, key, iv).setAAD(Buffer.from(owner))
  const hidden = Buffer.concat([hiding.update(plain), hiding.final()])
  return Buffer.concat([Buffer.of(WAY_NOW), iv, hiding.getAuthTag(), hidden])
}

export type DecryptedSecret = {
  plain: Buffer
  /** Sealed under a secret or in a way of before: `sealed` makes it anew. */
  outdated: boolean
}

/**
 * What `sealed` hid; throws when it was changed, is another's, or no secret that is known sealed
 * it.
 */
export function decryptSecret(
  config: Secrets,
  purpose: string,
  owner: string,
  encrypted: Buffer,
): DecryptedSecret {
  const way = encrypted[0]
  const known = WAYS[way as keyof typeof WAYS]
  if (!known) throw new Error('sealed in no way that is known')

  const [now, ...before] = listSecrets(config)
  try {
    return {
      plain: decryptPayload(known, now, purpose, owner, encrypted),
      outdated: way !== WAY_NOW,
    }
  } catch (error) {
    for (const secret of before) {
      const plain = tryDecrypt(known, secret, purpose, owner, encrypted)
      if (plain) return { plain, outdated: true }
    }
    throw error
  }
}

type Way = (typeof WAYS)[keyof typeof WAYS]

function decryptPayload(
  way: Way,
  secret: string,
  purpose: string,
  owner: string,
  encrypted: Buffer,
): Buffer {
  const ivEnd = 1 + way.ivBytes
  const tagEnd = ivEnd + way.tagBytes
  const key = deriveKey(secret, purpose, way.keyBytes)
  const opening = createDecipheriv(way.cipher, key, encrypted.subarray(1, ivEnd), {
    authTagLength: way.tagBytes,
  })

  opening.setAAD(Buffer.from(owner)).setAuthTag(encrypted.subarray(ivEnd, tagEnd))

  return Buffer.concat([opening.update(encrypted.subarray(tagEnd)), opening.final()])
}

function tryDecrypt(...args: Parameters<typeof decryptPayload>): Buffer | null {
  try {
    return decryptPayload(...args)
  } catch {
    return null
  }
}
