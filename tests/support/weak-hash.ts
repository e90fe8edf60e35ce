import { argon2Sync, randomBytes } from 'node:crypto'

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** Returns an Argon2id hash of a password at a lower cost than the product uses. */
export function createWeakHash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8_192, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { ...cost, message: password, nonce, tagLength: 32 })

  return `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`
}
