import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { computeKeyFingerprint } from './key-fingerprints.ts'

const key = Buffer.from(`a5010203262001215820${'11'.repeat(32)}225820${'22'.repeat(32)}`, 'hex')
const id = Buffer.alloc(300, 7)
const buildData = (flags: number, ...more: Buffer[]) => {
  const head = Buffer.alloc(55)
  head.writeUInt8(flags, 32)
  head.writeUInt16BE(id.length, 53)
  return new Uint8Array(Buffer.concat([head, id, ...more]))
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('The browser computes the SHA-256 of the key alone, without what follows it.', async () => {
  const extensions = Buffer.from('a16b6372656450726f7465637402', 'hex')
  expect(await computeKeyFingerprint(buildData(0x45, key))).toBe(sha256(key))
  expect(await computeKeyFingerprint(buildData(0xc5, key, extensions))).toBe(sha256(key))

  const rsa = Buffer.concat([
    Buffer.from('a401030339010020590100', 'hex'),
    Buffer.alloc(256, 9),
    Buffer.from('2143010001', 'hex'),
  ])
  expect(await computeKeyFingerprint(buildData(0x45, rsa))).toBe(sha256(rsa))
})

test('Data without a key, or with a cut-off or unknown one, has no fingerprint.', async () => {
  expect(await computeKeyFingerprint(buildData(0x05, key))).toBeNull()
  expect(await computeKeyFingerprint(buildData(0x45, key.subarray(0, -1)))).toBeNull()
  expect(await computeKeyFingerprint(buildData(0x45))).toBeNull()
  expect(await computeKeyFingerprint(buildData(0x45, Buffer.from('f6', 'hex')))).toBeNull()
  expect(await computeKeyFingerprint(new Uint8Array())).toBeNull()
})
