import { hash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createSha256Lanes,
  LANES,
  MAX_MESSAGE_BYTES,
  MESSAGE_BUFFER_BYTES,
} from './sha256-lanes.ts'

/** Hashes four messages in lanes that may hold others from before. */
function hashInLanes(lanes: ReturnType<typeof createSha256Lanes>, messages: readonly Buffer[]) {
  for (const [lane, message] of messages.entries()) {
    const buffer = Buffer.alloc(MESSAGE_BUFFER_BYTES, 0xff)
    message.copy(buffer)
    lanes.setMessage(lane, buffer, message.length)
  }
  lanes.hash()

  return messages.map((_, lane) => {
    const found = Buffer.alloc(32)
    lanes.writeHash(lane, new DataView(found.buffer, found.byteOffset), 0)
    return found.toString('hex')
  })
}

test('Four messages of any length have the hashes that Node finds', () => {
  const lanes = createSha256Lanes()
  for (let length = 0; length <= 260; length++) {
    const lengths = [length, (length * 7) % 200, MAX_MESSAGE_BYTES - length, 65]
    const messages = lengths.map((bytes) => randomBytes(bytes))
    expect(hashInLanes(lanes, messages)).toEqual(messages.map((one) => hash('sha256', one)))
  }
})

test('Lanes without a message have the hash of the empty one', () => {
  const lanes = createSha256Lanes()
  lanes.hash()
  const found = Buffer.alloc(32)
  lanes.writeHash(LANES - 1, new DataView(found.buffer, found.byteOffset), 0)
  expect(found.toString('hex')).toBe(hash('sha256', ''))
})

test('A message that is too long is refused', () => {
  const buffer = Buffer.alloc(MESSAGE_BUFFER_BYTES)
  expect(() => createSha256Lanes().setMessage(0, buffer, MAX_MESSAGE_BYTES + 1)).toThrow('too long')
})

test('Each lane is compared with Node in turn, and another hash stops the work', () => {
  for (let lane = 0; lane < LANES; lane++) {
    const lanes = createSha256Lanes()
    for (let call = 0; call < lane * 4_096; call++) lanes.hash()

    const memory = new Uint32Array(lanes.integers.buffer)
    const constant = 20
    memory[constant] = (memory[constant] ?? 0) ^ 1
    expect(() => lanes.hash()).toThrow('differs from that of Node')
  }
})
