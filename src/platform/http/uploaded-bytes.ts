import { DAY_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import { limit, TooManyTries } from './limit.ts'

/** The maximum number of bytes of files that one member sends, whether accepted or refused. */
export const UPLOADED_BYTES = { max: 100 * 1024 * 1024, windowMs: DAY_MS } as const

class TooManyFiles extends DomainError {
  readonly retryAfterSeconds: number

  constructor(field: string, retryAfterSeconds: number) {
    super(
      'too_many_files',
      429,
      'You’ve uploaded 100 MB of files in the last 24 hours, so this file wasn’t saved. Please ' +
        'try again later or contact us.',
      field,
    )
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts the files of a call against a member's limit. It is called before the call's transaction,
 * so a refused file stays counted. Throws `too_many_files` (429).
 */
export async function countUploadedBytes(
  app: App,
  memberId: string,
  fields: Record<string, unknown>,
): Promise<void> {
  for (const [field, value] of Object.entries(fields)) {
    if (!(value instanceof Blob) || value.size === 0) continue

    try {
      await limit(app, 'uploaded-bytes', memberId, UPLOADED_BYTES, value.size)
    } catch (error) {
      throw error instanceof TooManyTries ? new TooManyFiles(field, error.retryAfterSeconds) : error
    }
  }
}
