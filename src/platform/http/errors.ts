import { ORPCError } from '@orpc/server'
import { DomainError, type FieldRefusal } from '#lib/errors.ts'

export type Refusal = { message: string; code: string; errors: FieldRefusal[] }
export type RefusalAnswer = { status: number; body: Refusal; headers?: Record<string, string> }

type Issue = { message: string; path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> }

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

/** A connection can break while a commit is answered, so its outcome is unknown. */
const BROKEN: RefusalAnswer = {
  status: 500,
  body: {
    message:
      'Something went wrong on our side. What you asked for was done in full or not at all: ' +
      'please look before you try again.',
    code: 'internal',
    errors: [],
  },
}

const formatFieldPath = (issue: Issue) =>
  (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')

const formatIssue = ({ message }: Issue) =>
  message.endsWith('received undefined')
    ? 'This field is required.'
    : message.startsWith('Invalid input: expected ')
      ? `This has to be a ${message.slice('Invalid input: expected '.length).split(',')[0]}.`
      : message

/**
 * Returns the answer for input in the wrong shape: a sentence for each field, the first one on top.
 */
function toValidationRefusal(issues: readonly Issue[]): RefusalAnswer {
  const errors = issues.map((issue) => ({
    field: formatFieldPath(issue),
    message: formatIssue(issue),
  }))
  const [first] = errors
  const message = first
    ? first.field
      ? `${first.field}: ${first.message}`
      : first.message
    : 'Invalid request.'

  return { status: 400, body: { message, code: 'validation', errors } }
}

const isIssues = (data: unknown): data is { issues: Issue[] } =>
  typeof data === 'object' && data !== null && Array.isArray((data as { issues?: unknown }).issues)

/** Returns the answer for any error of a call; an unexpected one is a 500 and is logged. */
export function toRefusal(error: unknown): RefusalAnswer {
  if (error instanceof DomainError) return toDomainRefusal(error)
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST' && isIssues(error.data))
    return toValidationRefusal(error.data.issues)
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
