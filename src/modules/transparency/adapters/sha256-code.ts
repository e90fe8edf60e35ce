/**
 * WebAssembly that hashes four messages at once by SHA-256 (FIPS 180-4): each word of the state is
 * a vector with a lane for each message. The code is written out here, 64 times one round. No
 * branch and no address in it depends on a message.
 */

/** Bytes of instructions; an expression leaves its value on the stack. */
type Code = readonly number[]

/** The layout of the memory: the first state, the constants of rounds, and then the blocks. */
export const FIRST_STATE = 0
export const ROUND_CONSTANTS = 32
export const BLOCKS = 288
/** A block is 16 words of four lanes; 8 words of four lanes follow, the state after it. */
export const BLOCK_BYTES = 256
export const BLOCK_STRIDE = 384

/** Numbers of the locals: two parameters, the state, what rounds change, the schedule, a sum. */
const ADDRESS = 0
const COUNT = 1
const STATE = 2
const WORKING = 10
const SCHEDULE = 18
const SUM = 34
const VECTORS = 33

/** Encodes a number without a sign as LEB128. */
const encode = (value: number): Code =>
  value < 128 ? [value] : [(value % 128) + 128, ...encode(value >>> 7)]

/** Opcodes are those of the WebAssembly specification. */
const get = (local: number): Code => [0x20, local]
const set = (local: number, value: Code): Code => [...value, 0x21, local]
const buildVector = (operation: number, ...values: Code[]): Code => [
  ...values.flat(),
  0xfd,
  ...encode(operation),
]
const join =
  (operation: number) =>
  (first: Code, ...others: Code[]): Code =>
    others.reduce((left, right) => buildVector(operation, left, right), first)
const and = join(0x4e)
const or = join(0x50)
const xor = join(0x51)
const add = join(0xae)

const moveLeft = (value: Code, bits: number) => buildVector(0xab, value, [0x41, bits])
const moveRight = (value: Code, bits: number) => buildVector(0xad, value, [0x41, bits])
const rotate = (value: Code, bits: number) => or(moveRight(value, bits), moveLeft(value, 32 - bits))

const load = (offset: number): Code => [...buildVector(0x00, get(ADDRESS)), 4, ...encode(offset)]
const store = (offset: number, value: Code): Code => [
  ...buildVector(0x0b, get(ADDRESS), value),
  4,
  ...encode(offset),
]
/** Loads one word of the memory into all lanes. */
const loadAll = (offset: number): Code => [...buildVector(0x09, [0x41, 0]), 2, ...encode(offset)]

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]

/** Writes the code that brings the next word of the schedule into its local. */
function writeWord(round: number): Code {
  const word = (distance: number) => get(SCHEDULE + ((round + distance) % 16))
  if (round < 16) return set(SCHEDULE + round, load(BLOCKS + 16 * round))

  const early = xor(rotate(word(1), 7), rotate(word(1), 18), moveRight(word(1), 3))
  const late = xor(rotate(word(14), 17), rotate(word(14), 19), moveRight(word(14), 10))
  return set(SCHEDULE + (round % 16), add(word(0), early, word(9), late))
}

/** Writes the code of a round: no local moves; the names a to h move on by one. */
function writeRound(round: number): Code {
  const local = (name: number) => WORKING + ((name - round + 64) % 8)
  const [a, b, c, , e, f, g, h] = EIGHT.map((name) => get(local(name))) as Eight

  const choice = xor(g, and(e, xor(f, g)))
  const majority = xor(b, and(xor(a, b), xor(b, c)))
  const fromE = xor(rotate(e, 6), rotate(e, 11), rotate(e, 25))
  const fromA = xor(rotate(a, 2), rotate(a, 13), rotate(a, 22))
  const word = get(SCHEDULE + (round % 16))

  return [
    ...writeWord(round),
    ...set(SUM, add(h, loadAll(ROUND_CONSTANTS + 4 * round), word, choice, fromE)),
    ...set(local(3), add(get(local(3)), get(SUM))),
    ...set(local(7), add(get(SUM), majority, fromA)),
  ]
}
type Eight = [Code, Code, Code, Code, Code, Code, Code, Code]

/** Writes the function: it hashes `COUNT` blocks, of which the first is at `ADDRESS` + `BLOCKS`. */
const writeFunction = (): Code => [
  ...[1, VECTORS, 0x7b], // its locals
  ...EIGHT.flatMap((word) => set(STATE + word, loadAll(FIRST_STATE + 4 * word))),
  ...[0x03, 0x40], // loop
  ...EIGHT.flatMap((word) => set(WORKING + word, get(STATE + word))),
  ...Array.from({ length: 64 }, (_, round) => writeRound(round)).flat(),
  ...EIGHT.flatMap((word) => set(STATE + word, add(get(STATE + word), get(WORKING + word)))),
  ...EIGHT.flatMap((word) => store(BLOCKS + BLOCK_BYTES + 16 * word, get(STATE + word))),
  ...[...get(ADDRESS), 0x41, ...encode(BLOCK_STRIDE), 0x6a, 0x21, ADDRESS], // the next block
  ...[...get(COUNT), 0x41, 1, 0x6b, 0x22, COUNT, 0x0d, 0], // continues unless it was the last
  ...[0x0b, 0x0b], // end of the loop and the function
]

const addLength = (code: Code): Code => [...encode(code.length), ...code]

/** Writes the module: it exports the function as `h`, and its memory of one page as `m`. */
export const writeSha256 = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, ...addLength([1, 0x60, 2, 0x7f, 0x7f, 0])], // the type of the function
    ...[3, ...addLength([1, 0])],
    ...[5, ...addLength([1, 0, 1])], // the memory
    ...[7, ...addLength([2, 1, 0x68, 0, 0, 1, 0x6d, 2, 0])],
    ...[10, ...addLength([1, ...addLength(writeFunction())])],
  ])
