import { formatDuration, LIMITS } from '../model.ts'

/** The state of the archive of the write-ahead log. */
export type LogArchive = {
  /** True if the last try to archive a segment failed. */
  isFailing: boolean
  /** The seconds since the last segment was archived, or since the server started. */
  ageSeconds: number
  /** The bytes of complete segments that wait; null where the last archived file is no segment. */
  behindBytes: bigint | null
}

/** Returns a sentence that describes the problem of an archive, or null without one. */
export function describeArchiveProblem(archive: LogArchive): string | null {
  const age = formatDuration(archive.ageSeconds * 1000)
  if (archive.isFailing)
    return `The last attempt failed. Changes from the last ${age} can’t be restored.`
  if (archive.ageSeconds * 1000 > LIMITS.archiveAgeMs)
    return `Nothing was archived for ${age}. Changes since then can’t be restored.`

  return (archive.behindBytes ?? 0n) > LIMITS.archiveBehindBytes
    ? `${formatMegabytes(archive.behindBytes ?? 0n)} of the database log on its disk ` +
        'aren’t archived yet.'
    : null
}

const formatMegabytes = (bytes: bigint) => `${bytes / 1_000_000n} MB`

/** Returns the bytes of the segments between the last archived and the current one, by name. */
export function computeBehindBytes(
  archived: string,
  current: string,
  segmentBytes: bigint,
): bigint | null {
  const [last, now] = [parseSegment(archived, segmentBytes), parseSegment(current, segmentBytes)]
  if (last === null || now === null) return null
  return now > last ? (now - last - 1n) * segmentBytes : 0n
}

/**
 * Returns the number of a segment of the log from its file name, or null for another kind of file,
 * such as the history of a timeline.
 */
function parseSegment(name: string, segmentBytes: bigint): bigint | null {
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})/.exec(name) ?? []
  if (high === undefined || low === undefined) return null
  return BigInt(`0x${high}`) * (2n ** 32n / segmentBytes) + BigInt(`0x${low}`)
}
