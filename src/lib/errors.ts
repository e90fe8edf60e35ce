/** A message about one field of a form. */
export type FieldRefusal = { field: string; message: string }

/**
 * An expected failure. It rolls the transaction back and is answered in one place as `{ message,
 * code, errors }`.
 */
export class DomainError extends Error {
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 503
  readonly field: string | undefined
  /** Further problems of the same form, each with its field. */
  readonly also: readonly FieldRefusal[]

  constructor(
    code: string,
    status: DomainError['status'],
    message: string,
    field?: string,
    also: readonly FieldRefusal[] = [],
  ) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.status = status
    this.field = field
    this.also = also
  }

  /** Every field that the error is about, its own first. */
  get errors(): readonly FieldRefusal[] {
    return this.field ? [{ field: this.field, message: this.message }, ...this.also] : this.also
  }
}

type CheckResults<Checks extends readonly (() => unknown)[]> = {
  -readonly [At in keyof Checks]: Awaited<ReturnType<Checks[At]>>
}

/**
 * Returns the results of all checks. If some fail, throws one error with the code, status and
 * message of the first and every field once; an error without a field is thrown at once.
 */
export async function runChecks<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<CheckResults<Checks>> {
  const refused: DomainError[] = []
  const answers: unknown[] = []

  for (const check of checks)
    try {
      answers.push(await check())
    } catch (error) {
      if (!(error instanceof DomainError) || error.field === undefined) throw error
      refused.push(error)
    }

  const [first] = refused
  if (!first) return answers as unknown as CheckResults<Checks>

  throw refused.length === 1 ? first : mergeErrors(first, refused)
}

function mergeErrors(
  { code, status, message, field }: DomainError,
  refused: readonly DomainError[],
): DomainError {
  const fields = new Map<string, FieldRefusal>()
  for (const each of refused.flatMap(({ errors }) => errors))
    if (!fields.has(each.field)) fields.set(each.field, each)
  const [, ...also] = fields.values()
  return new DomainError(code, status, message, field, also)
}

/** Creates the error for a record that doesn't exist or belongs to another person. */
export const createNotFoundError = (what: string, field?: string) =>
  new DomainError('not_found', 404, `${what} was not found.`, field)
