import { DomainError } from '#lib/errors.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../db/connection-errors.ts'
import { FileDamaged, FileStorageUnavailable } from '../files/files.ts'
import { InvalidInput } from './invalid-input.ts'
import {
  FILE_DAMAGED,
  FILES_UNAVAILABLE,
  OUTCOME_UNKNOWN,
  type RefusalAnswer,
  UNAVAILABLE,
} from './storage-refusals.ts'

/** Another transaction holds the row: nothing was changed, and a retry helps. */
const BUSY_STATES = new Set(['55P03', '40P01', '40001'])

const BUSY: RefusalAnswer = {
  status: 409,
  body: {
    message: 'Someone else is changing this right now. Nothing was changed; please try again.',
    code: 'busy',
    errors: [],
  },
  headers: { 'retry-after': '1' },
}

/** A bug. What it broke was rolled back, but an earlier transaction of the call may be stored. */
const BROKEN: RefusalAnswer = {
  status: 500,
  body: {
    message:
      'Something went wrong on our side. Your request was carried out in full or not at all: ' +
      'please check before you try again.',
    code: 'internal',
    errors: [],
  },
}

/**
 * Returns the error of a call that failed before its own code ran: nothing of it was carried out,
 * whatever became of the session's last use.
 */
export const toErrorBeforeCall = (error: unknown): unknown =>
  error instanceof OutcomeUnknown ? new DatabaseUnavailable(error) : error

/** Returns the answer for input in the wrong shape: the first sentence on top, with its field. */
function toValidationRefusal({ errors }: InvalidInput): RefusalAnswer {
  const [first] = errors
  const message = first
    ? [first.field, first.message].filter(Boolean).join(': ')
    : 'Invalid request.'

  return { status: 400, body: { message, code: 'validation', errors: [...errors] } }
}

/** Returns the answer for any error of a call; an unexpected one is a 500 and is logged. */
export function toRefusal(error: unknown): RefusalAnswer {
  if (error instanceof DomainError) return toDomainRefusal(error)
  if (error instanceof InvalidInput) return toValidationRefusal(error)
  if (error instanceof DatabaseUnavailable) return UNAVAILABLE
  if (error instanceof OutcomeUnknown) return OUTCOME_UNKNOWN
  if (error instanceof FileStorageUnavailable) return FILES_UNAVAILABLE
  if (error instanceof FileDamaged) return FILE_DAMAGED
  const state = (error as { code?: unknown } | null)?.code
  return typeof state === 'string' && BUSY_STATES.has(state) ? BUSY : BROKEN
}

function toDomainRefusal(error: DomainError): RefusalAnswer {
  const body = { message: error.message, code: error.code, errors: [...error.errors] }
  const waitSeconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds
  const headers = waitSeconds === undefined ? undefined : { 'retry-after': String(waitSeconds) }
  const { alongside } = error as { alongside?: object }
  return { status: error.status, body: { ...body, ...alongside }, ...(headers && { headers }) }
}
