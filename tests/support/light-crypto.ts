import type { argon2 as dear } from 'node:crypto'
import { vi } from 'vitest'

type Crypto = typeof import('node:crypto')

/**
 * `node:crypto` with an Argon2 at its least cost: the same calls, the same answers, next to no
 * work.
 */
export async function lightCrypto() {
  const all = await vi.importActual<Crypto>('node:crypto')
  const argon2 = (algorithm: string, parameters: object, done: Parameters<typeof dear>[2]) =>
    all.argon2(
      algorithm as 'argon2id',
      { ...parameters, memory: 8, passes: 1, parallelism: 1 } as never,
      done,
    )

  return { ...all, default: { ...all, argon2 }, argon2 }
}
