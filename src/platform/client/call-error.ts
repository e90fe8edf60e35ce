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
  'The server could not be reached. Nothing is lost: check your connection and try again; ' +
  'nothing happens twice.'
const UNREADABLE = 'Something went wrong'

export const createUnreachedError = () => new CallError(0, 'unreached', UNREACHED)

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
