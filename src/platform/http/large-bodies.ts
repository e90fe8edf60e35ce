import { DomainError } from '#lib/errors.ts'
import { toCallSource } from './limit.ts'

/** A body above this size needs a place. */
export const LARGE_BODY_BYTES = 64 * 1024
/** The number of large bodies that one source, and all together, send and have handled at once. */
export const LARGE_BODIES = { fromSource: 2, together: 20 } as const

const RETRY_AFTER_SECONDS = 5
const counts = new Map<string, number>()
let total = 0

class TooManyBodies extends DomainError {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS
}

const refusals = {
  fromSource: () =>
    new TooManyBodies(
      'too_many_uploads',
      429,
      'Two files from your network are still uploading. Nothing was changed. Please try again ' +
        'when they have finished.',
    ),
  together: () =>
    new TooManyBodies(
      'uploads_busy',
      503,
      'Many files are being uploaded right now. Nothing was changed. Please try again in a ' +
        'moment.',
    ),
}

/** The place of one request: taken at most once, and released by the same caller. */
export type BodyPlace = {
  /** Throws `too_many_uploads` (429) and `uploads_busy` (503). */
  take(): void
  release(): void
}

/** Returns the place of a request from an address; it counts from `take` to `release`. */
export function openBodyPlace(address: string): BodyPlace {
  const source = toCallSource(address)
  let isTaken = false

  return {
    take: () => {
      if (isTaken) return

      const count = counts.get(source) ?? 0
      if (count >= LARGE_BODIES.fromSource) throw refusals.fromSource()
      if (total >= LARGE_BODIES.together) throw refusals.together()

      counts.set(source, count + 1)
      total += 1
      isTaken = true
    },
    release: () => {
      if (!isTaken) return

      const left = (counts.get(source) ?? 1) - 1
      if (left > 0) counts.set(source, left)
      else counts.delete(source)
      total -= 1
      isTaken = false
    },
  }
}
