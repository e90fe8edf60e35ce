/** What a browser remembers of the log, and how it compares with what it is shown now. */
import { createTreeReader, type ReadTile } from './log-tiles.ts'
import { isConsistent } from './log-tree.ts'
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
 * `first`: nothing is remembered; `continued`: the log begins with what was remembered; `shorter`,
 * `split` and `other-key`: it doesn't, which an honest log never does.
 */
export type Comparison = 'first' | 'continued' | 'shorter' | 'split' | 'other-key'

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
  if (current.size < older.size) return 'shorter'
  const proof =
    current.size === older.size
      ? []
      : await createTreeReader(current.size, readTile).proveConsistency(older.size)

  return isConsistent(older, current, proof) ? 'continued' : 'split'
}

const hasSignature = ({ signatures }: OpenedNote, keys: readonly VerifierKey[]) =>
  signatures.some(({ key }) => keys.some((one) => formatVkey(one) === formatVkey(key)))
