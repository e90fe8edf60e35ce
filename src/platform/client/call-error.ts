export type CallFieldError = { field: string; message: string }

/** A refusal as a screen shows it: a sentence, a stable code, and what is wrong at which field. */
export class CallError extends Error {
  /** The HTTP status; 0 when the server wasn't reached. */
  readonly status: number
  readonly code: string
  readonly errors: readonly CallFieldError[]
  /** What else stands in the answer, such as the ticket of a log-in that is half done. */
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

/** The refusal in an answer; an answer that isn't one of ours still becomes a sentence. */
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

/** The sentence of any failure. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof CallError ? error.message : UNREADABLE

/** What is wrong, in the shape that `Form` of the design system takes. */
export const toFormErrors = (error: unknown): { field?: string; message: string }[] => {
  if (!error) return []
  const fields = error instanceof CallError ? error.errors : []
  return fields.length > 0
    ? fields.map((item) => ({ ...item }))
    : [{ message: getErrorMessage(error) }]
}
