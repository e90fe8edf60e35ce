import type { Schema } from './fuzz-values.ts'

const getSchemaType = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

const matchesType = (expectedType: string, value: unknown) => {
  const type = getSchemaType(value)
  return type === expectedType || (expectedType === 'number' && type === 'integer')
}

/**
 * Where a value isn't what a JSON schema says, as paths with what is wrong; nothing when it is. As
 * much of the standard as the description of the calls uses. Unknown fields are wrong: an answer
 * contains what it declares.
 */
export function misfits(schema: Schema, value: unknown, at = ''): string[] {
  if (schema === undefined || schema === true || Object.keys(schema).length === 0) return []

  const either = schema.anyOf ?? schema.oneOf
  if (either) {
    const tries = (either as Schema[]).map((one) => misfits(one, value, at))
    return tries.some((wrong) => wrong.length === 0) ? [] : (tries[0] ?? [])
  }

  if (schema.allOf) return (schema.allOf as Schema[]).flatMap((one) => misfits(one, value, at))
  if (schema.const !== undefined && value !== schema.const)
    return [`${at} is ${JSON.stringify(value)}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`]

  const types: string[] = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => matchesType(type, value)))
    return [`${at} is a ${getSchemaType(value)}`]
  if (Array.isArray(value))
    return value.flatMap((item, index) => misfits(schema.items, item, `${at}/${index}`))
  if (value === null || typeof value !== 'object') return []

  return misfitsOfFields(schema, value as Record<string, unknown>, at)
}

function misfitsOfFields(schema: Schema, value: Record<string, unknown>, at: string): string[] {
  const known: Record<string, Schema> = schema.properties ?? {}
  const open = schema.additionalProperties
  const missing = ((schema.required ?? []) as string[]).filter(
    (name) => !Object.hasOwn(value, name),
  )

  return [
    ...missing.map((name) => `${at}/${name} is missing`),
    ...Object.entries(value).flatMap(([name, item]) => {
      if (Object.hasOwn(known, name)) return misfits(known[name], item, `${at}/${name}`)
      if (schema.properties === undefined || (open !== undefined && open !== false))
        return misfits(open, item, `${at}/${name}`)
      return [`${at}/${name} is not described`]
    }),
  ]
}
