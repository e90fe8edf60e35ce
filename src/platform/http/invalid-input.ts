import type { FieldRefusal } from '#lib/errors.ts'
import { describeType, type Issue } from './issue-types.ts'

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
