/** A JSON schema as an OpenAPI document holds it; looked at field by field. */
// biome-ignore lint/suspicious/noExplicitAny: a described call is read as it comes
export type Schema = any

/** Numbers below one, the same for the same seed: what failed can be tried again. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = ReturnType<typeof createRandom>
export const pickOne = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

const STRINGS = [
  'maya@example.com',
  '2026-11-20',
  '1500',
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'DE',
  'USDT',
  'x',
]

/** Something that a schema allows, more or less. */
export function likely(random: Random, schema: Schema, name = ''): unknown {
  if (schema?.const !== undefined) return schema.const
  if (schema?.enum) return pickOne(random, schema.enum)

  const either = schema?.anyOf ?? schema?.oneOf
  if (either) return likely(random, pickOne(random, either), name)
  if (name.includes('amount')) return pickOne(random, [1500, '1500', 0.01, '20.50'])

  const type = Array.isArray(schema?.type) ? pickOne(random, schema.type as string[]) : schema?.type
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return random() < 0.5
  if (type === 'null') return null
  if (type === 'array')
    return Array.from({ length: Math.floor(random() * 3) }, () => likely(random, schema.items))

  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, inner]) => [
        field,
        likely(random, inner, field),
      ]),
    )

  return likelyText(random, schema, name)
}

function likelyText(random: Random, schema: Schema, name: string): string {
  if (schema?.format === 'email' || name.includes('mail'))
    return `a${Math.floor(random() * 1e9)}@example.com`
  if (schema?.format === 'date') return '2026-11-20'
  if (schema?.format === 'uuid') return crypto.randomUUID()
  if (name.includes('address'))
    return 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'

  return pickOne(random, STRINGS).slice(0, schema?.maxLength ?? 100)
}

const LONG = 'x'.repeat(20_000)

/**
 * As they stand in a request, so that what JSON can say and JavaScript can't hold is among them.
 */
export const NASTY: readonly string[] = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":{"b":{}}}',
  '""',
  '" "',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '1e-400',
  '0.1',
  '12345678901234567890',
  '9007199254740993',
  '-9223372036854775809',
  '1e21',
  '0x1',
  '1_000',
  'NaN',
  '"1e999"',
  '"٣"',
  '"１５００"',
  '"1,000.00"',
  '"+5"',
  '"00000"',
  '"Infinity"',
  '"null"',
  '"undefined"',
  '"true"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e"',
  '"\\ufeff"',
  '"\\u2028"',
  '"e\\u0301"',
  '"\\u200d"',
  '"😀"',
  '"%00"',
  '"%2e%2e%2f"',
  '"../../etc/passwd"',
  '"\\\\\\\\evil"',
  '"//evil.example"',
  '"javascript:alert(1)"',
  '"nobody\'s"',
  '"\'; drop table member; --"',
  '"1 or 1=1"',
  '"$(id)"',
  '"`id`"',
  '"{{7*7}}"',
  '"#{7*7}"',
  '"<script>"',
  '"\\r\\nX: y"',
  '"a\\nb"',
  '"\\t"',
  '"*"',
  '"%"',
  '"_"',
  '"\\\\"',
  '"("',
  '"[a-"',
  '"mem_00000000000000000000"',
  '"0001-01-01"',
  '"9999-12-31"',
  '"2026-02-30"',
  '"2026-13-01"',
  '"-271821-04-20"',
  '"275760-09-13"',
  '"24:00"',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '{"length":1e9}',
  '{"$ne":null}',
  '{"toJSON":"x"}',
  `"${LONG}"`,
  `[${'1,'.repeat(2_000)}1]`,
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `"${'é'.repeat(5_000)}"`,
]

/** The text of a JSON object, with a field twice where the list has it twice. */
export const objectText = (fields: readonly (readonly [string, string])[]): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`

/**
 * Turns one field of a body that is right into one that isn't: another type, a double, too much, or
 * an unknown field.
 */
export function mutateBody(random: Random, fields: readonly (readonly [string, string])[]): string {
  const at = Math.floor(random() * fields.length)
  const swap = (json: string) =>
    fields.map((field, index) => (index === at ? ([field[0], json] as const) : field))
  const way = random()
  const [name, json] = fields[at] ?? ['nothing', 'null']

  if (way < 0.5) return objectText(swap(pickOne(random, NASTY)))
  if (way < 0.58) return objectText([...fields, [name, pickOne(random, NASTY)]])
  if (way < 0.66) return objectText(fields.filter((_field, index) => index !== at))

  if (way < 0.72)
    return objectText([
      ...fields,
      ['__proto__', '{"role":"owner"}'],
      ['role', '"owner"'],
      ['status', '"active"'],
    ])

  if (way < 0.78) return objectText(swap(`[${json}]`))
  if (way < 0.84) return objectText(swap(`{"value":${json}}`))
  if (way < 0.9)
    return objectText(fields.map(([field]) => [field, pickOne(random, NASTY)] as const))
  if (way < 0.93) return objectText(fields).slice(0, Math.floor(random() * 40))
  if (way < 0.96) return `[${objectText(fields)}]`

  return `${objectText(fields)}${pickOne(random, ['x', ',', '\0', '{}', ' //', '\ufeff'])}`
}
