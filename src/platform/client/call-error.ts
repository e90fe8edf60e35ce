export type CallFieldError = { field: string; message: string }

/** A failed call: a sentence, a stable code and the messages of its fields. */
export class CallError extends Error {
  /** The HTTP status; 0 when the server wasn't reached. */
  readonly status: number
  readonly code: string
  readonly errors: readonly CallFieldError[]
  /** Further fields of the answer, such as the MFA challenge of a log-in. */
  readonly alongside: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: string,
    message: string,
    errors: readonly CallFieldError[] = [],
    alongside: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.alongside = alongside
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.errors = errors
  }
}

const UNREACHED =
  'We can’t reach the server. Nothing is lost: check your connection and try again. A repeated ' +
  'request is carried out only once.'
const UNREADABLE = 'Something went wrong'

export const createUnreachedError = () => new CallError(0, 'unreached', UNREACHED)

const UNKNOWN_OUTCOME =
  'Your request may or may not have been carried out: our server lost its database connection ' +
  'at that moment. Nothing you typed is lost. Try again: the request is carried out at most ' +
  'once, and you’ll see its result.'

const UNKNOWN_SAVE =
  'Your change may or may not have been saved: our server lost its database connection at ' +
  'that moment. Nothing you typed is lost. Please check before you try again.'

/** Returns the error of a call with a key that stays without an answer. */
export const createUnknownOutcomeError = () =>
  new CallError(503, 'outcome_unknown', UNKNOWN_OUTCOME)

/** Returns the error of a call without a key, which can't be repeated blindly. */
export const createUnknownSaveError = () => new CallError(503, 'outcome_unknown', UNKNOWN_SAVE)

type Body = { message?: unknown; code?: unknown; errors?: unknown } & Record<string, unknown>

/** Returns the error of an answer; an answer in another shape still becomes a sentence. */
export function toCallError(status: number, body: unknown): CallError {
  const { message, code, errors, ...alongside } = (body ?? {}) as Body
  return new CallError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof message === 'string' ? message : UNREADABLE,
    Array.isArray(errors) ? (errors as CallFieldError[]) : [],
    alongside,
  )
}

/** Returns the message of any failure. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof CallError ? error.message : UNREADABLE

/** Returns the problems in the shape that the design system's `Form` takes. */
export const toFormErrors = (error: unknown): { field?: string; message: string }[] => {
  if (!error) return []
  const fields = error instanceof CallError ? error.errors : []
  return fields.length > 0
    ? fields.map((item) => ({ ...item }))
    : [{ message: getErrorMessage(error) }]
}
