import { fetchBytes } from '#platform/client/fetch-bytes.ts'
import {
  type Comparison,
  compareCheckpoints,
  formatTilePath,
  type ObservedCheckpoint,
  openCheckpoint,
  parseObserved,
  parseVkey,
} from '../model.ts'

/** Where a browser stores the last checkpoint that it accepted. */
const STORED = 'candor.log-checkpoint'

export type LogObservation = {
  result: Comparison
  size: number
  /** Both checkpoints where the log is not the one that this browser saw: evidence to publish. */
  split: { before: ObservedCheckpoint; now: ObservedCheckpoint } | null
}

/**
 * Compares a checkpoint with the one that this browser stored, and stores it if it continues that.
 * A checkpoint of another history never replaces the stored one. Throws when it isn't signed by its
 * log, and when the log can't be read.
 */
export async function observeLog(now: ObservedCheckpoint): Promise<LogObservation> {
  const checkpoint = openCheckpoint(now.note, now.vkeys.map(parseVkey))
  if (!checkpoint.signatures.some(({ key }) => key.name === checkpoint.origin))
    throw new Error('The checkpoint is not signed by its log.')

  const before = parseObserved(localStorage.getItem(STORED))
  const result = await compareCheckpoints(before, checkpoint, (place) =>
    fetchBytes(`/open-books/log/${formatTilePath(place)}`),
  )
  const isNewer = result === 'first' || result === 'continued'
  if (isNewer) localStorage.setItem(STORED, JSON.stringify(now))

  return {
    result,
    size: checkpoint.size,
    split: isNewer || result === 'earlier' || !before ? null : { before, now },
  }
}
