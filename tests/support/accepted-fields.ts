import type { ApiDescription } from '#platform/http/openapi.ts'
import type { Schema } from './fuzz-values.ts'

/** One field that a call takes: what it may be, and whether nothing bounds its length. */
export type TakenField = {
  call: string
  address: string
  name: string
  rule: string
  required: boolean
  unbounded: boolean
}

/** As a day, an instant or an id is written: each is of one length, or close to it. */
const FORMATS = ['date', 'date-time', 'uuid']
/** A pattern from end to end in which nothing repeats for ever. */
const isBounding = (pattern: string) => /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)

const alternatives = (schema: Schema): Schema[] | undefined =>
  schema.anyOf ?? schema.oneOf ?? schema.allOf

function isUnbounded(schema: Schema): boolean {
  const others = alternatives(schema)
  if (others) return others.some(isUnbounded)
  if (schema.enum || schema.const !== undefined) return false
  if (schema.type === 'array') return schema.maxItems === undefined || isUnbounded(schema.items)
  if (schema.type !== 'string') return schema.type === undefined

  return !(
    schema.maxLength !== undefined ||
    FORMATS.includes(schema.format) ||
    schema.contentMediaType !== undefined ||
    isBounding(schema.pattern ?? '')
  )
}

const CODE = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

function describeRule(schema: Schema): string {
  const others = alternatives(schema)
  if (others) return [...new Set(others.map(describeRule))].join(' or ')
  if (schema.const !== undefined)
    return schema.const === '' ? 'nothing' : CODE(String(schema.const))
  if (schema.enum) return schema.enum.map((value: unknown) => CODE(String(value))).join(' or ')
  if (schema.contentMediaType) return 'a file'
  if (schema.type === 'null') return 'null'
  if (schema.type === 'boolean') return 'yes or no'
  if (schema.type === 'array')
    return `at most ${schema.maxItems ?? 'any number'} of: ${describeRule(schema.items)}`
  if (schema.type === 'object') return 'its own fields'
  if (schema.type === 'string') return textRule(schema)

  const bounds = [
    schema.minimum > Number.MIN_SAFE_INTEGER && `from ${schema.minimum}`,
    schema.exclusiveMinimum !== undefined && `above ${schema.exclusiveMinimum}`,
    schema.maximum !== undefined &&
      schema.maximum < Number.MAX_SAFE_INTEGER &&
      `up to ${schema.maximum}`,
    schema.multipleOf === 0.01 && 'at most two decimals',
  ]

  return [
    schema.type === 'integer' ? 'whole number' : (schema.type ?? 'anything'),
    ...bounds.filter(Boolean),
  ].join(' ')
}

function textRule({ format, minLength = 0, maxLength, pattern }: Schema): string {
  if (format === 'date') return 'day'
  if (format === 'date-time') return 'instant'
  const lowerBound = minLength > 0 ? `${minLength} to ` : 'at most '
  const long = maxLength === undefined ? 'text' : `text of ${lowerBound}${maxLength}`
  return [long, format, pattern && format !== 'email' && CODE(pattern)].filter(Boolean).join(' ')
}

type Place = { call: string; address: string }

/** A field and what is inside of it: `passkey.id`, `positions`, `value.*`. */
function inside(place: Place, name: string, schema: Schema, required: boolean): TakenField[] {
  const whole = { ...place, name, rule: describeRule(schema), required }
  const others = alternatives(schema) ?? [schema]
  const objects = others.filter((one) => one.type === 'object')
  const parts = objects.flatMap((one) => [
    ...Object.entries(one.properties ?? {}).flatMap(([part, inner]) =>
      inside(place, `${name}.${part}`, inner as Schema, (one.required ?? []).includes(part)),
    ),
    ...(typeof one.additionalProperties === 'object'
      ? inside(place, `${name}.*`, one.additionalProperties, false)
      : []),
  ])

  const plain = others.filter((one) => one.type !== 'object')
  return [{ ...whole, unbounded: plain.some(isUnbounded) }, ...parts]
}

/**
 * Every field of every call's body and query, as the description that is made of the schemas says
 * it.
 */
export function listAcceptedFields(described: ApiDescription): TakenField[] {
  return Object.entries(described.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Schema>).flatMap(([method, operation]) => {
      const place = { call: operation.operationId, address: `${method.toUpperCase()} /api${path}` }
      const body = Object.values(operation.requestBody?.content ?? {})[0] as Schema
      const sent = body
        ? inside(place, '', body.schema, true)
            .slice(1)
            .map((field) => ({ ...field, name: field.name.slice(1) }))
        : []

      const queryFields = (operation.parameters ?? [])
        .filter((one: Schema) => one.in === 'query')
        .flatMap((one: Schema) => inside(place, one.name, one.schema, one.required ?? false))
      return [...sent, ...queryFields]
    }),
  )
}
