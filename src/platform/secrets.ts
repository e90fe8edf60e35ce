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
import type { Config } from './config.ts'

/** A secret of 256 random bits that fits into a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: enough to recognise it, useless to whoever reads the table. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Six digits that begin with none of them zero. */
export const newSixDigits = (): number => randomInt(100_000, 1_000_000)

/** A digest of something short enough to be guessed: without the installation's secret it can't be tried out. */
export function keyedDigest(config: Config, purpose: string, text: string): Buffer {
  invariant(config.SECRET, 'the installation has a SECRET before it serves')
  return createHmac('sha256', config.SECRET).update(`${purpose}\n${text}`).digest()
}

const SEAL = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const sealingKey = (config: Config, purpose: string): Buffer => {
  invariant(config.SECRET, 'the installation has a SECRET before it serves')
  return Buffer.from(hkdfSync('sha256', config.SECRET, 'candor', `seal/${purpose}`, 32))
}

/** Encrypts what has to be read again later; `owner` is bound in, so that nobody's can stand in another's row. */
export function sealed(config: Config, purpose: string, owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(SEAL, sealingKey(config, purpose), iv).setAAD(Buffer.from(owner))
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden])
}

/** What `sealed` hid; throws when it was changed, is another's, or SECRET is no longer the same. */
export function unsealed(config: Config, purpose: string, owner: string, kept: Buffer): Buffer {
  const key = sealingKey(config, purpose)
  const decipher = createDecipheriv(SEAL, key, kept.subarray(0, IV_BYTES)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(kept.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(kept.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
