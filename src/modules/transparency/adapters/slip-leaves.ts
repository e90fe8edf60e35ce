/** The leaves of some members: how many slips of each value there are, and their hashes. */
import { HASH_BYTES } from '../model/log-tree.ts'
import { cutCents, type Pieces, SLIP_VALUES } from '../model/slip-values.ts'
import { LIABILITY_KINDS } from '../model/slips.ts'
import { createSha256Lanes, LANES } from './sha256-lanes.ts'
import { createOwnerHasher, type SlipSource } from './slip-owners.ts'

const KINDS = LIABILITY_KINDS.length
const VALUES = SLIP_VALUES.length

/** Counts the slips of each kind and value that the amounts of some members are cut into. */
export function countCuts({ members }: SlipSource, from: number, to: number): Uint32Array {
  const cents = new Float64Array(members.cents)
  const counts = new Uint32Array(KINDS * VALUES)
  let base = 0
  const count = (index: number) => {
    counts[base + index] = (counts[base + index] ?? 0) + 1
  }

  for (let at = from * KINDS; at < to * KINDS; at++) {
    base = (at % KINDS) * VALUES
    cutCents(cents[at] ?? 0, count)
  }

  return counts
}

export type HashTask = {
  name: 'hash'
  from: number
  to: number
  /** The places where this thread begins to write in the range of each kind and value. */
  starts: Uint32Array
  /** The pieces that a slip of each value is published as, by kind. */
  pieces: readonly (readonly Pieces[])[]
  leaves: SharedArrayBuffer
}

/** Hashes the slips of some members to their ranges. */
export function hashSlips(source: SlipSource, task: HashTask): void {
  const cents = new Float64Array(source.members.cents)
  const owners = createOwnerHasher(source)
  const leaves = createLeafWriter(task)
  const keys = new DataView(new ArrayBuffer(LANES * HASH_BYTES))

  for (let first = task.from; first < task.to; first += LANES) {
    const count = Math.min(LANES, task.to - first)
    owners.writeKeys(first, count, keys)

    for (let lane = 0; lane < count; lane++) {
      leaves.setOwner(keys, lane * HASH_BYTES)
      for (let kind = 0; kind < KINDS; kind++)
        leaves.write(kind, cents[(first + lane) * KINDS + kind] ?? 0)
    }
  }
  leaves.finish()
}

/** The bytes that a leaf is the hash of: 0, the owner's key, the kind, the value and the number. */
const LEAF_BYTES = 46
const OWNER_INTEGERS = 8
const HIGH_INTEGERS = Uint32Array.from(SLIP_VALUES, (value) => value / 2 ** 32)
const LOW_INTEGERS = Uint32Array.from(SLIP_VALUES)

function createLeafWriter({ pieces, leaves, starts }: HashTask) {
  const tree = new DataView(leaves)
  const lanes = createSha256Lanes()
  for (let lane = 0; lane < LANES; lane++) lanes.setMessage(lane, Buffer.alloc(64), LEAF_BYTES)
  const { integers } = lanes
  const owner = new Uint32Array(OWNER_INTEGERS + 1)
  const numbers = createNumbers()
  const places = new Uint32Array(LANES)
  let kind = 0
  let filled = 0

  const flush = () => {
    lanes.hash()
    for (let lane = 0; lane < filled; lane++)
      lanes.writeHash(lane, tree, (places[lane] ?? 0) * HASH_BYTES)
    filled = 0
  }

  // A byte of 0 is first, so all that follows is one byte into a word. Later words are padding.
  const writeSlip = (index: number) => {
    const number = numbers.next(index)
    const high = HIGH_INTEGERS[index] ?? 0
    const low = LOW_INTEGERS[index] ?? 0
    for (let word = 0; word < OWNER_INTEGERS; word++)
      integers[word * LANES + filled] = owner[word] ?? 0
    integers[8 * LANES + filled] = (owner[8] ?? 0) | (kind << 16) | (high >>> 16)
    integers[9 * LANES + filled] = (high << 16) | (low >>> 16)
    integers[10 * LANES + filled] = (low << 16) | (number >>> 16)
    integers[11 * LANES + filled] = (number << 16) | 0x8000

    const range = kind * VALUES + index
    const place = starts[range] ?? 0
    starts[range] = place + 1
    places[filled++] = place
    if (filled === LANES) flush()
  }

  const writePieces = (index: number) => {
    const own = pieces[kind]?.[index] ?? []
    for (let at = 0; at < own.length; at++)
      for (let copies = own[at]?.[1] ?? 0; copies > 0; copies--) writeSlip(own[at]?.[0] ?? 0)
  }

  return {
    /** Takes the key of the owner of what follows; in the message it begins at the second byte. */
    setOwner: (keys: DataView, at: number) => {
      owner[0] = keys.getUint32(at) >>> 8
      for (let word = 1; word < OWNER_INTEGERS; word++)
        owner[word] = keys.getUint32(at + word * 4 - 1)
      owner[OWNER_INTEGERS] = keys.getUint8(at + HASH_BYTES - 1) << 24
    },
    write: (ofKind: number, whole: number) => {
      kind = ofKind
      cutCents(whole, writePieces)
      numbers.reset()
    },
    finish: () => {
      if (filled > 0) flush()
    },
  }
}

/** Numbers the slips of each value from 0 on, until it is reset. */
function createNumbers() {
  const counts = new Uint32Array(VALUES)
  const used = new Uint32Array(VALUES)
  let usedCount = 0

  return {
    next: (index: number): number => {
      const number = counts[index] ?? 0
      if (number === 0) used[usedCount++] = index
      counts[index] = number + 1
      return number
    },
    reset: () => {
      for (let at = 0; at < usedCount; at++) counts[used[at] ?? 0] = 0
      usedCount = 0
    },
  }
}
