/** An expected failure: thrown so that the transaction rolls back, answered in one place as `{ message, code, errors }`. */
export class DomainError extends Error {
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  readonly field: string | undefined

  constructor(code: string, status: DomainError['status'], message: string, field?: string) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.status = status
    this.field = field
  }
}

/** The one answer for what does not exist and for what belongs to someone else. */
export const notFound = (what: string) => new DomainError('not_found', 404, `${what} was not found.`)
