import type { z } from 'zod'
import type { FieldRefusal } from '#lib/errors.ts'

type PathPart = PropertyKey | { key: PropertyKey }
export type Issue = { message: string; path?: readonly PathPart[] | undefined }

type SomeIssue = Issue &
  Partial<Pick<z.core.$ZodIssueTooBig, 'origin' | 'maximum'>> & {
    code?: string
    expected?: string
    minimum?: number | bigint
    values?: readonly unknown[]
    format?: string
  }

/** The parts of a schema's definition that lead to its messages and its inner schemas. */
type Definition = {
  error?: (issue: object) => string | { message: string } | undefined
  checks?: readonly { _zod: { def: Definition } }[]
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  shape?: Readonly<Record<string, Schema>>
  element?: Schema
  valueType?: Schema
}
type Schema = { _zod: { def: Definition } }

/** Input in the wrong shape: its issues, each with the sentence of its field. */
export class InvalidInput extends Error {
  readonly errors: readonly FieldRefusal[]

  constructor(schema: unknown, issues: readonly Issue[]) {
    super('Invalid input')
    this.name = 'InvalidInput'
    this.errors = describeIssues(schema, issues)
  }
}

/** Returns the first error of each field, with a sentence that a person can act on. */
export function describeIssues(schema: unknown, issues: readonly Issue[]): FieldRefusal[] {
  const errors = new Map<string, FieldRefusal>()

  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
    const field = path.join('.')
    const message = describeIssue(findSchema(schema as Schema, path), issue)
    if (!errors.has(field)) errors.set(field, { field, message })
  }

  return [...errors.values()]
}

/** The beginnings of the messages of the schema library itself. */
const DEFAULT_MESSAGE = /^(Invalid|Too (big|small)|Unrecognized)/

/**
 * Returns the issue's own message; where it has none, the first message that the contract gives the
 * field, and else a plain sentence about its type.
 */
const describeIssue = (schema: Schema | undefined, issue: Issue): string =>
  DEFAULT_MESSAGE.test(issue.message)
    ? ((schema && findMessage(schema, issue)) ?? describeType(issue))
    : issue.message

/** Returns the schemas that a schema passes the same value on to. */
const listInner = ({ innerType, in: first, out, options = [] }: Definition): Schema[] =>
  [innerType, first, out, ...options].filter((inner) => inner !== undefined)

function findMessage({ _zod: { def } }: Schema, issue: Issue): string | undefined {
  for (const { error } of [def, ...(def.checks ?? []).map((check) => check._zod.def)]) {
    const own = error?.(issue)
    if (own) return typeof own === 'string' ? own : own.message
  }

  for (const inner of listInner(def)) {
    const found = findMessage(inner, issue)
    if (found) return found
  }
}

/** Returns the schema of a field; undefined for one that the contract doesn't name. */
function findSchema(schema: Schema | undefined, path: readonly PropertyKey[]): Schema | undefined {
  const [part, ...rest] = path
  if (!schema || part === undefined) return schema

  const { shape, element, valueType, ...def } = schema._zod.def
  const field = shape?.[String(part)] ?? element ?? valueType
  if (field) return findSchema(field, rest)

  for (const inner of listInner(def)) {
    const found = findSchema(inner, path)
    if (found) return found
  }
}

const TYPES: Record<string, string> = {
  string: 'Enter this field as text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  bigint: 'Enter a whole number.',
  boolean: 'Send true or false.',
  array: 'Send this field as a list.',
  object: 'Send this field as an object.',
  record: 'Send this field as an object.',
  file: 'Attach a file.',
}

const FORMATS: Record<string, string> = {
  email: 'Enter a valid email address.',
  date: 'Enter a date such as 2026-11-20.',
  datetime: 'Enter a date and time such as 2026-11-20T09:30:00Z.',
}

const OTHER = 'This value isn’t valid.'

/** Returns a sentence about the type or the size that a field takes. */
function describeType(issue: SomeIssue): string {
  const { code, message, expected = '', origin, maximum, minimum, values, format = '' } = issue
  if (message.endsWith('received undefined')) return 'This field is required.'

  if (code === 'invalid_type') return TYPES[expected] ?? OTHER
  if (code === 'invalid_format') return FORMATS[format] ?? OTHER
  if (code === 'invalid_value' && values) return `Choose one of these: ${values.join(', ')}.`
  if (code === 'too_big')
    return origin === 'string' ? `Use at most ${maximum} characters.` : `The limit is ${maximum}.`
  if (code === 'too_small')
    return origin === 'string'
      ? `Use at least ${minimum} characters.`
      : `The minimum is ${minimum}.`

  return OTHER
}
