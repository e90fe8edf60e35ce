/** The keys of owners in an epoch, hashed four at a time. */
import { HASH_BYTES } from '../model/log-tree.ts'
import { OWNER_LABEL } from '../model/slips.ts'
import { createSha256Lanes, MESSAGE_BUFFER_BYTES } from './sha256-lanes.ts'
import type { SlipMembers } from './slip-members.ts'

/** The input that all threads have from their start. */
export type SlipSource = {
  epoch: string
  /** The key of the members' nonces, 32 bytes. */
  secret: Uint8Array
  members: SlipMembers
}

export type OwnerHasher = {
  /** Writes the keys of up to four members, of which the first has this index. */
  writeKeys(first: number, count: number, to: DataView): void
}

export function createOwnerHasher({ epoch, secret, members }: SlipSource): OwnerHasher {
  const ids = openTexts(members.ids, members.idEnds)
  const emails = openTexts(members.emails, members.emailEnds)
  const nonces = createSha256Lanes()
  const owners = createSha256Lanes()

  const id = Buffer.alloc(MESSAGE_BUFFER_BYTES)
  id.set(secret)
  const text = Buffer.alloc(MESSAGE_BUFFER_BYTES)
  const start = text.write(`${JSON.stringify([OWNER_LABEL, epoch]).slice(0, -1)},`)
  const nonce = new DataView(new ArrayBuffer(HASH_BYTES))

  const writeNonces = (first: number, count: number) => {
    for (let lane = 0; lane < count; lane++) {
      const [from, to] = ids.getRange(first + lane)
      for (let at = from; at < to; at++) id[HASH_BYTES + at - from] = ids.bytes[at] ?? 0
      nonces.setMessage(lane, id, HASH_BYTES + to - from)
    }
    nonces.hash()
  }

  return {
    writeKeys: (first, count, to) => {
      writeNonces(first, count)
      for (let lane = 0; lane < count; lane++) {
        nonces.writeHash(lane, nonce, 0)
        const [from, end] = emails.getRange(first + lane)
        let at = writeJson(text, start, emails.bytes, from, end)
        text[at++] = COMMA
        text[at++] = QUOTE
        at = writeBase64Url(text, at, nonce)
        text[at++] = QUOTE
        text[at++] = BRACKET
        owners.setMessage(lane, text, at)
      }
      owners.hash()
      for (let lane = 0; lane < count; lane++) owners.writeHash(lane, to, lane * HASH_BYTES)
    },
  }
}

function openTexts(bytes: SharedArrayBuffer, textEnds: SharedArrayBuffer) {
  const ends = new Uint32Array(textEnds)
  return {
    bytes: Buffer.from(bytes),
    getRange: (at: number): [from: number, to: number] => [ends[at - 1] ?? 0, ends[at] ?? 0],
  }
}

const [QUOTE, BACKSLASH, COMMA, BRACKET] = [0x22, 0x5c, 0x2c, 0x5d]

/** Writes a text as JSON, and returns where it ends. */
function writeJson(to: Buffer, start: number, bytes: Buffer, from: number, end: number): number {
  let at = start
  to[at++] = QUOTE
  for (let place = from; place < end; place++) {
    const byte = bytes[place] ?? 0
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH)
      return start + to.write(JSON.stringify(bytes.toString('utf8', from, end)), start)
    to[at++] = byte
  }
  to[at++] = QUOTE
  return at
}

const DIGITS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')

/** Writes a hash as base64url without padding, and returns where it ends. */
function writeBase64Url(to: Buffer, start: number, hash: DataView): number {
  let at = start
  for (let byte = 0; byte < HASH_BYTES; byte += 3) {
    const last = byte + 2 < HASH_BYTES ? hash.getUint8(byte + 2) : 0
    const bits = (hash.getUint16(byte) << 8) | last
    to[at++] = DIGITS[bits >> 18] ?? 0
    to[at++] = DIGITS[(bits >> 12) & 63] ?? 0
    to[at++] = DIGITS[(bits >> 6) & 63] ?? 0
    to[at++] = DIGITS[bits & 63] ?? 0
  }

  return at - 1 // the last digit holds no bit of the hash
}
