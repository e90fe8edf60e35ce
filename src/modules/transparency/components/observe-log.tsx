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

/** The key under which a browser stores the last checkpoint that it accepted. */
const STORED = 'candor.log-checkpoint'

/** The text of each comparison's result, by the number of entries. */
export const LOG_FINDINGS: Readonly<Record<Comparison, (entries: string) => string>> = {
  first: (entries) => `${entries} entries; this browser remembers them for your next check`,
  continued: (entries) => `${entries} entries, which begin with those of your last check`,
  earlier: (entries) => `${entries} entries, which this browser saw at your last check`,
  shorter: () => 'The log has fewer entries than at your last check.',
  split: () => 'The log shows another history than at your last check.',
  'other-key': () => 'The log is signed by another key than at your last check.',
}

/** Both checkpoints where the log is not the one that this browser saw: evidence to publish. */
export type SplitView = { before: ObservedCheckpoint; now: ObservedCheckpoint }

export class SplitViewError extends Error {
  readonly split: SplitView

  constructor(finding: string, split: SplitView) {
    super(finding)
    this.split = split
  }
}

export type LogObservation = {
  result: Comparison
  size: number
  split: SplitView | null
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

/** Throws a `SplitViewError` where a checkpoint isn't of the log that this browser saw before. */
export async function assertSameLog(now: ObservedCheckpoint): Promise<void> {
  const { result, size, split } = await observeLog(now)
  if (split) throw new SplitViewError(LOG_FINDINGS[result](String(size)), split)
}
