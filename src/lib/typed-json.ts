import { invariant } from './invariant.ts'

const BIGINT = '$bigint'
const DATE = '$date'

/**
 * Returns the JSON text of a value made of plain objects, arrays, texts, numbers, booleans, null,
 * `bigint` and `Date`; `parseTypedJson` returns the same value. An undefined property is left out.
 */
export const formatTypedJson = (value: unknown): string => JSON.stringify(encode(value))

/** Returns the value that `formatTypedJson` was given, from its JSON as the database parsed it. */
export const parseTypedJson = <Value>(json: unknown): Value => decode(json) as Value

function encode(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: value.toString() }
  if (value instanceof Date) return { [DATE]: value.toISOString() }
  if (Array.isArray(value)) return value.map(encode)
  if (typeof value !== 'object' || value === null) return value

  const isTagged = Object.hasOwn(value, BIGINT) || Object.hasOwn(value, DATE)
  invariant(!isTagged, `${BIGINT} and ${DATE} are the codec's own keys`)

  return mapValues(value, encode)
}

function decode(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(decode)
  if (typeof json !== 'object' || json === null) return json

  if (BIGINT in json) return BigInt(String(json[BIGINT]))
  if (DATE in json) return new Date(String(json[DATE]))

  return mapValues(json, decode)
}

const mapValues = (value: object, change: (entry: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(entry)]))
