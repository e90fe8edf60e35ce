import { createHmac, randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'

const STEP_MS = 30_000
const DIGITS = 1_000_000

/** Returns a secret for an authenticator app: 160 random bits (RFC 4226). */
export const createCodeSecret = (): Buffer => randomBytes(20)

/** Returns the number of the 30-second step that an instant is in. */
export const computeTimeStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/**
 * Returns the six digits of a step: HOTP (RFC 4226) over the time steps of RFC 6238, with SHA-1.
 */
export function computeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash[hash.length - 1] ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % DIGITS).padStart(6, '0')
}

/** Returns which of the current, previous and next step has this code; null when none has. */
export function findMatchingStep(secret: Uint8Array, code: string, now: Date): number | null {
  const at = computeTimeStep(now)
  return [at, at - 1, at + 1].find((step) => computeCode(secret, step) === code) ?? null
}

/** Returns a secret in base32 without padding, as people type it into an app (RFC 4648). */
export const encodeBase32 = (bytes: Uint8Array): string => base32nopad.encode(bytes)

/** Returns the URI that an authenticator app reads from the QR code. */
export function buildAuthenticatorUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`

  return (
    `otpauth://totp/${label}?secret=${encodeBase32(secret)}` +
    `&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
  )
}
