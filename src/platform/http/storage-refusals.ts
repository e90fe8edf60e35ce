import type { FieldRefusal } from '#lib/errors.ts'

export type Refusal = { message: string; code: string; errors: FieldRefusal[] }
export type RefusalAnswer = { status: number; body: Refusal; headers?: Record<string, string> }

/** The connection broke before anything was stored, or there is none. */
export const UNAVAILABLE: RefusalAnswer = {
  status: 503,
  body: {
    message:
      'We can’t reach our database at the moment. Nothing is lost: please try again in a few ' +
      'seconds.',
    code: 'unavailable',
    errors: [],
  },
  headers: { 'retry-after': '2' },
}

/** The connection broke while the COMMIT was answered: stored in full or not at all. */
export const OUTCOME_UNKNOWN: RefusalAnswer = {
  status: 503,
  body: {
    message:
      'Your request may or may not have been carried out: our server lost its database ' +
      'connection at that moment. Send it again with the same Idempotency-Key: it is carried ' +
      'out at most once, and you get its result. A request without a key was carried out in ' +
      'full or not at all: please check before you send it again.',
    code: 'outcome_unknown',
    errors: [],
  },
  headers: { 'retry-after': '1' },
}

/** A file is stored before the rows that name it: without it nothing of the call is. */
export const FILES_UNAVAILABLE: RefusalAnswer = {
  status: 503,
  body: {
    message:
      'We can’t reach our file storage at the moment. Nothing was changed and nothing is lost: ' +
      'please try again in a few minutes.',
    code: 'files_unavailable',
    errors: [],
  },
  headers: { 'retry-after': '30' },
}

/** The stored bytes are not those that were uploaded. */
export const FILE_DAMAGED: RefusalAnswer = {
  status: 500,
  body: {
    message:
      'The stored file differs from the one that was uploaded, so it can’t be downloaded. ' +
      'Please contact us.',
    code: 'stored_file_damaged',
    errors: [],
  },
}
