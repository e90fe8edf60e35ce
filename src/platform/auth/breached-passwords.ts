import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Bytes of each SHA-256 digest in the list. One in twenty-five million other passwords shares them
 * with an entry.
 */
const BREACHED_DIGEST_BYTES = 5

const { resolve } = createRequire(import.meta.url)

/**
 * Digests, in ascending order, of the passwords of twelve characters or more among the million most
 * common breached ones (M. Burnett, 2015). Digests only, so that the list discloses no password.
 * Written by `tools/list-breached.ts`.
 */
const digests = readFileSync(resolve('#platform/auth/breached-passwords.bin'))

/** The number of passwords in the list. */
export const BREACHED_COUNT = digests.length / BREACHED_DIGEST_BYTES

/** Returns the shortened digest that the list holds for a password in lower case. */
export const computeBreachedDigest = (plain: string): Buffer =>
  createHash('sha256').update(plain).digest().subarray(0, BREACHED_DIGEST_BYTES)

/** Returns whether a password in lower case is in the list, by binary search. */
export function isBreached(plain: string): boolean {
  const digest = computeBreachedDigest(plain)
  let [from, until] = [0, BREACHED_COUNT]

  while (from < until) {
    const middle = (from + until) >>> 1
    const start = middle * BREACHED_DIGEST_BYTES
    const order = digest.compare(digests, start, start + BREACHED_DIGEST_BYTES)

    if (order === 0) return true
    if (order < 0) until = middle
    else from = middle + 1
  }

  return false
}
