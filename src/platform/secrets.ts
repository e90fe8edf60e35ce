import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
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
