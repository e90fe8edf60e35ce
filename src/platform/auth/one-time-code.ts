import { createHmac, randomBytes } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 1_000_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret for an authenticator app: 160 random bits, as RFC 4226 asks. */
export const createCodeSecret = (): Buffer => randomBytes(20)

/** Which half minute an instant is in. */
export const computeTimeStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The six digits of a step: HOTP of RFC 4226 over the time steps of RFC 6238, with SHA-1. */
export function computeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash[hash.length - 1] ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % DIGITS).padStart(6, '0')
}

/**
 * The step whose code this is, of now, the one before and the one after; null when it is none of
 * theirs.
 */
export function findMatchingStep(secret: Uint8Array, code: string, now: Date): number | null {
  const at = computeTimeStep(now)
  return [at, at - 1, at + 1].find((step) => computeCode(secret, step) === code) ?? null
}

/** A secret as people type it into an app. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** What an authenticator app reads out of the QR code. */
export function buildAuthenticatorUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}
