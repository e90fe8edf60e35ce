import { hash } from 'node:crypto'
import {
  BLOCK_BYTES,
  BLOCK_STRIDE,
  BLOCKS,
  FIRST_STATE,
  ROUND_CONSTANTS,
  writeSha256,
} from './sha256-code.ts'

export const LANES = 4
/** The longest message of a lane; its length in bits fits in two bytes. */
export const MAX_MESSAGE_BYTES = 4_096
/** A buffer of a message has room for its padding. */
export const MESSAGE_BUFFER_BYTES = MAX_MESSAGE_BYTES + 128

/** One of so many calls is compared with Node's own hash. */
const CHECK_EVERY = 4_096
const HASH_INTEGERS = 8
const BLOCK_INTEGERS = BLOCK_STRIDE / 4

/** Four messages that one call hashes. */
export type Sha256Lanes = {
  /** The messages, as integers of 32 bits: word w of a lane is at `getWordIndex(w)` + lane. */
  integers: Uint32Array
  /** Sets the message of a lane to the first bytes of a buffer, which it pads. */
  setMessage(lane: number, buffer: Buffer<ArrayBuffer>, length: number): void
  /** Hashes the messages of all lanes. Throws if Node's hash of one is another. */
  hash(): void
  /** Writes the hash of a lane's message. */
  writeHash(lane: number, to: DataView, at: number): void
}

/** Returns where a word of the first lane is. */
export const getWordIndex = (word: number): number =>
  Math.floor(word / 16) * BLOCK_INTEGERS + (word % 16) * LANES

/** Creates four lanes with empty messages, in a memory of their own. */
export function createSha256Lanes(): Sha256Lanes {
  const { h, m } = createInstance()
  const integers = new Uint32Array(m.buffer, BLOCKS)
  const lengths = new Uint32Array(LANES)
  const blocks = new Uint32Array(LANES)
  let calls = 0

  const setMessage = (lane: number, buffer: Buffer<ArrayBuffer>, length: number) => {
    const count = padMessage(buffer, length)
    const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
    for (let block = 0; block < count; block++)
      for (let word = 0; word < 16; word++)
        integers[block * BLOCK_INTEGERS + word * LANES + lane] = view.getUint32(
          block * 64 + word * 4,
        )
    lengths[lane] = length
    blocks[lane] = count
  }

  const writeHash = (lane: number, to: DataView, at: number) => {
    const state = ((blocks[lane] ?? 0) * BLOCK_STRIDE - BLOCK_STRIDE + BLOCK_BYTES) / 4 + lane
    for (let word = 0; word < HASH_INTEGERS; word++)
      to.setUint32(at + word * 4, integers[state + word * LANES] ?? 0)
  }

  const checkLane = (lane: number) => {
    const message = Buffer.alloc((blocks[lane] ?? 0) * 64)
    for (let word = 0; word * 4 < message.length; word++)
      message.writeUInt32BE(integers[getWordIndex(word) + lane] ?? 0, word * 4)
    const found = Buffer.alloc(HASH_INTEGERS * 4)
    writeHash(lane, new DataView(found.buffer, found.byteOffset), 0)

    if (hash('sha256', message.subarray(0, lengths[lane])) !== found.toString('hex'))
      throw new Error('SHA-256 of four lanes differs from that of Node')
  }

  const hashLanes = () => {
    h(0, Math.max(blocks[0] ?? 0, blocks[1] ?? 0, blocks[2] ?? 0, blocks[3] ?? 0))
    if (calls % CHECK_EVERY === 0) checkLane((calls / CHECK_EVERY) % LANES)
    calls++
  }

  for (let lane = 0; lane < LANES; lane++) setMessage(lane, Buffer.alloc(64), 0)
  return { integers, setMessage, hash: hashLanes, writeHash }
}

/** Pads a message in its buffer, and returns the number of its blocks. */
function padMessage(buffer: Buffer<ArrayBuffer>, length: number): number {
  const blocks = Math.ceil((length + 9) / 64)
  if (length > MAX_MESSAGE_BYTES) throw new Error(`a message of ${length} bytes is too long`)

  buffer[length] = 0x80
  for (let at = length + 1; at < blocks * 64; at++) buffer[at] = 0
  const bits = length * 8
  buffer[blocks * 64 - 2] = bits >> 8
  buffer[blocks * 64 - 1] = bits
  return blocks
}

type Exports = { h(address: number, blocks: number): void; m: WebAssembly.Memory }
let compiled: WebAssembly.Module | undefined

function createInstance(): Exports {
  compiled ??= new WebAssembly.Module(writeSha256())
  const exports = new WebAssembly.Instance(compiled).exports as Exports
  const constants = new Uint32Array(exports.m.buffer, 0, BLOCKS / 4)
  constants.set(PRIMES.slice(0, 8).map(Math.sqrt).map(getFraction), FIRST_STATE / 4)
  constants.set(PRIMES.map(Math.cbrt).map(getFraction), ROUND_CONSTANTS / 4)
  return exports
}

/** The first 64 primes, of whose roots the constants of SHA-256 are the fractions. */
const PRIMES = listPrimes(64)

function listPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime > 0)) primes.push(number)
  return primes
}

/** Returns the first 32 bits of the fraction of a root. */
const getFraction = (root: number): number => Math.floor((root % 1) * 2 ** 32)
