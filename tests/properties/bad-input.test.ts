import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '../support/every-call.ts'
import { type TestServer, testServer } from '../support/http.ts'

/** A call's fields, each with a value that looks right. */
type Fields = Map<string, unknown>

const LONG = 'x'.repeat(20_000)

/** Values that no field means, as JSON texts: kinds confused, sizes, signs, and what other programs trip over. */
const NASTY = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '" "',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '0.001',
  '99999999999999999999.99',
  `"${LONG}"`,
  '"\\ud800"',
  '"\\u202e\\u0007"',
  '"\\u0000"',
  `"'; drop table member; --"`,
  '"../../etc/passwd"',
  '"{{7*7}}<script>"',
  '["a","b"]',
  '{"$gt":""}',
  '{"__proto__":{"admin":true}}',
]

let server: TestServer
let member: string
let owner: string
let schemas: Map<string, Fields>

beforeAll(async () => {
  server = await testServer()
  member = (await server.asMember()).token
  owner = (await server.asAdmin('owner')).token
  const { json } = await server.send('GET', '/api/openapi.json')
  schemas = new Map(
    Object.values(json.paths)
      .flatMap((path) => Object.values(path as object))
      .map((operation) => [operation.operationId, fieldsOf(operation)]),
  )
})
afterAll(() => server.close())

// biome-ignore lint/suspicious/noExplicitAny: a described call is read as it comes
type Described = any

function likely(name: string, schema: Described): unknown {
  const [first] = schema?.enum ?? []
  if (first !== undefined) return first
  if (schema?.anyOf) return likely(name, schema.anyOf[0])
  if (name.includes('amount')) return 1500
  if (schema?.type === 'integer' || schema?.type === 'number') return schema.minimum > 0 ? schema.minimum : 1
  if (schema?.type === 'boolean') return true
  if (schema?.type === 'array') return []
  return name.includes('address') ? 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' : 'pln_none'
}

function fieldsOf(operation: Described): Fields {
  const [content] = Object.values(operation.requestBody?.content ?? {}) as Described[]
  const parameters = (operation.parameters ?? []).filter((parameter: Described) => parameter.in === 'query')
  return new Map([
    ...Object.entries(content?.schema?.properties ?? {}).map(
      ([name, schema]) => [name, likely(name, schema)] as const,
    ),
    ...parameters.map(
      (parameter: Described) => [parameter.name, likely(parameter.name, parameter.schema)] as const,
    ),
  ])
}

const plain = (json: string) => {
  const value = JSON.parse(json)
  return typeof value === 'string' ? value : json
}

function formOf(fields: string[], json: string): FormData {
  const form = new FormData()
  for (const field of fields) {
    if (field.includes('proof')) form.append(field, new File([plain(json)], 'x.png', { type: 'image/png' }))
    else form.append(field, plain(json))
  }
  return form
}

for (const call of everyCall()) {
  if (call.name.endsWith('ogOut')) continue // it takes nothing, and would end the sessions of this test
  test(`${call.method} ${call.path} answers bad input with one clear refusal and never a 5xx`, async () => {
    const fields = [...(schemas.get(call.name)?.keys() ?? [])]
    const token = typeof call.meta.who === 'string' ? member : owner
    for (const json of NASTY) {
      const value = encodeURIComponent(plain(json).toWellFormed())
      const path = `/api${call.path.replace(/\{\w+\}/g, value || 'x')}`
      const query = fields.map((field) => `${field}=${value}`).join('&')
      const answer = await server.send(call.method, call.method === 'GET' ? `${path}?${query}` : path, {
        token,
        key: crypto.randomUUID(),
        ...(call.method !== 'GET' && {
          body: call.meta.upload
            ? formOf(fields, json)
            : `{${fields.map((field) => `${JSON.stringify(field)}:${json}`).join(',')}}`,
        }),
        headers: call.meta.upload ? {} : { 'content-type': 'application/json' },
      })
      expect(answer.status, `${json.slice(0, 40)}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
      if (answer.status >= 400) expect(Object.keys(answer.json)).toEqual(['message', 'code', 'errors'])
    }
  })
}

const SHARP = ['null', '[]', '{}', '""', '-1', '1e400', `"${LONG}"`, '"\\ud800"', '"nobody\'s"']

for (const call of everyCall()) {
  if (call.meta.who === 'anyone' || call.meta.upload || call.method === 'GET') continue
  test(`${call.method} ${call.path} refuses one wrong field among right ones without a 5xx`, async () => {
    const fields = schemas.get(call.name) ?? new Map()
    const token = call.meta.who === 'member' ? member : owner
    const path = `/api${call.path.replace(/\{\w+\}/g, 'dep_none')}`
    for (const wrong of fields.keys())
      for (const json of SHARP) {
        const parts = [...fields].map(
          ([name, value]) => `${JSON.stringify(name)}:${name === wrong ? json : JSON.stringify(value)}`,
        )
        const answer = await server.send(call.method, path, {
          token,
          key: crypto.randomUUID(),
          body: `{${parts.join(',')}}`,
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.status, `${wrong} ${json.slice(0, 40)}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
      }
  })
}
