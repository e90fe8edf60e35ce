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

/** Creates a secret of 256 random bits that is safe in a URL. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a token: enough to recognise it, useless to a reader of the table. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates a code of six digits without a leading zero. */
export const createSixDigitCode = (): number => randomInt(100_000, 1_000_000)

type Secrets = Pick<Config, 'SECRET' | 'SECRET_BEFORE'>

/** Returns the current secret, then the previous ones, which are only read with. */
function listSecrets({ SECRET, SECRET_BEFORE }: Secrets): [string, ...string[]] {
  invariant(SECRET, 'the installation has a SECRET before it serves')
  return [SECRET, ...SECRET_BEFORE]
}

const computeHmac = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest()

/**
 * Returns a keyed digest of a text that is short enough to guess: without the installation's secret
 * it can't be tried.
 */
export const computeKeyedDigest = (config: Secrets, purpose: string, text: string): Buffer =>
  computeHmac(listSecrets(config)[0], purpose, text)

/**
 * Returns the digests that a text may be stored as: under the current secret and the previous ones.
 */
export const computeKeyedDigests = (config: Secrets, purpose: string, text: string): Buffer[] =>
  listSecrets(config).map((secret) => computeHmac(secret, purpose, text))

/**
 * The ciphers by the first byte of an encrypted value, so that a cipher can be replaced and its
 * values are still read.
 */
const WAYS = { 1: { cipher: 'aes-256-gcm', keyBytes: 32, ivBytes: 12, tagBytes: 16 } } as const
const WAY_NOW = 1

const deriveKey = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'candor', `seal/${purpose}`, bytes))

/**
 * Encrypts a value that must be read again. `owner` is authenticated with it, so that it can't be
 * moved to another row.
 */
export function encryptSecret(
  config: Secrets,
  purpose: string,
  owner: string,
  plain: Uint8Array,
): Buffer {
  const key = deriveKey(listSecrets(config)[0], purpose, WAYS[WAY_NOW].keyBytes)
  return encryptWithKey(key, owner, plain)
}

/** Creates a key for `encryptWithKey`. */
export const createCipherKey = (): Buffer => randomBytes(WAYS[WAY_NOW].keyBytes)

/** Encrypts a value by a key of 32 bytes, as `encryptSecret` does. */
export function encryptWithKey(key: Uint8Array, owner: string, plain: Uint8Array): Buffer {
  const { cipher, ivBytes } = WAYS[WAY_NOW]
  const iv = randomBytes(ivBytes)
  const hiding = createCipheriv(cipher, key, iv).setAAD(Buffer.from(owner))
  const hidden = Buffer.concat([hiding.update(plain), hiding.final()])
  return Buffer.concat([Buffer.of(WAY_NOW), iv, hiding.getAuthTag(), hidden])
}

/**
 * Decrypts a value of `encryptWithKey`. Throws when it was changed, or has another key or owner.
 */
export function decryptWithKey(key: Uint8Array, owner: string, encrypted: Uint8Array): Buffer {
  const way = WAYS[encrypted[0] as keyof typeof WAYS]
  if (!way) throw new Error('encrypted with an unknown cipher')

  return decryptPayload(way, key, owner, encrypted)
}

export type DecryptedSecret = {
  plain: Buffer
  /** Encrypted under a previous secret or cipher: `encryptSecret` replaces it. */
  outdated: boolean
}

/**
 * Decrypts a value of `encryptSecret`. Throws when it was changed, belongs to another owner, or no
 * known secret encrypted it.
 */
export function decryptSecret(
  config: Secrets,
  purpose: string,
  owner: string,
  encrypted: Buffer,
): DecryptedSecret {
  const way = encrypted[0]
  const cipher = WAYS[way as keyof typeof WAYS]
  if (!cipher) throw new Error('encrypted with an unknown cipher')

  const [now, ...before] = listSecrets(config)
  try {
    return {
      plain: decryptPayload(cipher, deriveKey(now, purpose, cipher.keyBytes), owner, encrypted),
      outdated: way !== WAY_NOW,
    }
  } catch (error) {
    for (const secret of before) {
      const key = deriveKey(secret, purpose, cipher.keyBytes)
      const plain = tryDecrypt(cipher, key, owner, encrypted)
      if (plain) return { plain, outdated: true }
    }
    throw error
  }
}

type Way = (typeof WAYS)[keyof typeof WAYS]

function decryptPayload(way: Way, key: Uint8Array, owner: string, encrypted: Uint8Array): Buffer {
  const ivEnd = 1 + way.ivBytes
  const tagEnd = ivEnd + way.tagBytes
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
