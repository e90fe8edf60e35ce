/** Compares the log as a browser remembers it with the log that it is shown now. */
import { createTreeReader, type ReadTile } from './log-tiles.ts'
import { equalsHash, HASH_BYTES, isConsistent } from './log-tree.ts'
import {
  formatVkey,
  type OpenedNote,
  openCheckpoint,
  parseVkey,
  type VerifierKey,
} from './signed-notes.ts'

/** The last checkpoint that was accepted, with the keys that were shown with it. */
export type ObservedCheckpoint = { note: string; vkeys: string[]; at: string }

/** Parses what was stored; null where it is damaged. */
export function parseObserved(text: string | null): ObservedCheckpoint | null {
  try {
    const { note, vkeys, at } = JSON.parse(text ?? '') as ObservedCheckpoint
    openCheckpoint(note, vkeys.map(parseVkey))
    return { note, vkeys, at }
  } catch {
    return null
  }
}

/**
 * `first`: nothing is remembered; `continued`: the log begins with what was remembered; `earlier`:
 * what was remembered begins with this head, and the log still has all of it; `shorter`, `split`
 * and `other-key`: none of these, which an honest log never is.
 */
export type Comparison = 'first' | 'continued' | 'earlier' | 'shorter' | 'split' | 'other-key'

/**
 * Compares a checkpoint with the remembered one, by hashes that are read from the log and have to
 * give both roots.
 */
export async function compareCheckpoints(
  observed: ObservedCheckpoint | null,
  current: OpenedNote,
  readTile: ReadTile,
): Promise<Comparison> {
  if (!observed) return 'first'

  const keys = observed.vkeys.map(parseVkey)
  const older = openCheckpoint(observed.note, keys)
  if (!hasSignature(current, keys)) return 'other-key'
  if (current.size < older.size) return await compareEarlier(current, older, readTile)
  const proof =
    current.size === older.size
      ? []
      : await createTreeReader(current.size, readTile).proveConsistency(older.size)

  return isConsistent(older, current, proof) ? 'continued' : 'split'
}

/**
 * Compares a head with a larger one that was remembered: while the newest entries await a witness,
 * the published head is of fewer.
 */
async function compareEarlier(
  current: OpenedNote,
  remembered: OpenedNote,
  readTile: ReadTile,
): Promise<Comparison> {
  let isMissing = false
  const reader = createTreeReader(remembered.size, async (place) => {
    const tile = await readTile(place)
    isMissing ||= (tile?.length ?? 0) < place.width * HASH_BYTES
    return tile
  })

  try {
    const proof = await reader.proveConsistency(current.size)
    const root = await reader.readRoot()
    const isWhole = equalsHash(root, remembered.root)
    return isWhole && isConsistent(current, remembered, proof) ? 'earlier' : 'split'
  } catch (error) {
    if (isMissing) return 'shorter'
    throw error
  }
}

const hasSignature = ({ signatures }: OpenedNote, keys: readonly VerifierKey[]) =>
  signatures.some(({ key }) => keys.some((one) => formatVkey(one) === formatVkey(key)))
