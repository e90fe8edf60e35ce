import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall } from '../support/every-call.ts'
import { type TestServer, testServer } from '../support/http.ts'

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
let schemas: Map<string, string[]>

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
function fieldsOf(operation: any): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: a described call is read as it comes
  const [content] = Object.values(operation.requestBody?.content ?? {}) as any[]
  const query = (operation.parameters ?? []).filter((parameter: { in: string }) => parameter.in === 'query')
  return [
    ...Object.keys(content?.schema?.properties ?? {}),
    ...query.map((parameter: { name: string }) => parameter.name),
  ]
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
    const fields = schemas.get(call.name) ?? []
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
