import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/monitoring/log.ts'
import { type CallFields, fieldsOfCalls } from '../support/fields.ts'
import { type TestServer, testServer } from '../support/http.ts'

/** The keys of BIP 84's test vector, which are published. */
const PHRASE = `${'abandon '.repeat(11)}about`
const PHRASE_PARTS = PHRASE.split(' ')
const KEYS = [
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
  PHRASE.toUpperCase(),
  PHRASE_PARTS.map((word, at) => `${at + 1}. ${word}`).join('\n'),
  PHRASE_PARTS.join(', '),
  'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
]
const RAW_KEY = `0x${'e8f32e723decf405'.repeat(4)}`

/** Fields whose text may be anything: they are stored as hashes, or not at all. */
const SECRET = /password|^(code|recovery_code|token|mfaChallenge|session)$|^passkey/i
/** Fields that also take 64 hex digits: transaction ids and other hashes. */
const HASH = /^(txid|hash|id|_id|evidence|search|q|query|before|after|bankReference)$/

let server: TestServer
const lines: string[] = []
let tokens: { member: string; admin: string }

beforeAll(async () => {
  server = await testServer({ log: openLog('trace', { write: (line) => lines.push(line) }) })
  tokens = {
    member: (await server.asMember()).token,
    admin: (await server.asAdmin()).token,
  }
})
afterAll(() => server.close())

type Field = { call: CallFields; method: string; path: string; field: string }

/** Every field of a body or a query that isn't part of the call's address. */
const FIELDS: Field[] = fieldsOfCalls().flatMap((call) => {
  const [method = '', path = ''] = call.call.split(' ')
  return call.takes
    .filter((field) => !path.includes(`{${field}}`) && !SECRET.test(field))
    .map((field) => ({ call, method, path: path.replace(/\{\w+\}/g, 'x'), field }))
})

/** Returns a body with a text at a field such as `value.*`, `list[].name` or `amount`. */
function buildBody(field: string, text: string): Record<string, unknown> {
  const [first = '', ...rest] = field.split('.')
  const inner = rest.length > 0 ? buildBody(rest.join('.'), text) : text
  if (first.endsWith('[]')) return { [first.slice(0, -2)]: [inner] }
  return { [first === '*' ? 'any' : first]: inner }
}

let keys = 0

async function send({ call, method, path, field }: Field, text: string) {
  const token =
    call.who === 'anyone' ? undefined : tokens[call.who === 'member' ? 'member' : 'admin']
  const options = { ...(token && { token }), key: `private-key-${++keys}` }
  if (method === 'GET') {
    const name = field.replace(/[[\].*].*$/, '')
    return await server.send(method, `${path}?${name}=${encodeURIComponent(text)}`, options)
  }

  const answer = await server.send(method, path, { ...options, body: buildBody(field, text) })
  if (answer.status !== 415) return answer

  const form = new FormData()
  form.set(field, text)
  return await server.send(method, path, { ...options, body: form })
}

const readErrors = (text: string) =>
  JSON.parse(text) as { code: string; errors: { field: string }[] }

test('every field that takes text refuses a private key, names the field and never repeats the key', async () => {
  expect(FIELDS.length).toBeGreaterThan(300)
  const accepted: string[] = []

  for (const [at, one] of FIELDS.entries()) {
    const last = one.field.split('.').at(-1)?.replace('[]', '') ?? ''
    const all = [KEYS[at % KEYS.length] ?? '', KEYS[(at + 2) % KEYS.length] ?? '']
    for (const text of HASH.test(last) ? all : [...all, RAW_KEY]) {
      const answer = await send(one, text)
      const refused = answer.status === 422 && readErrors(answer.text).code === 'private_key'
      const named =
        refused &&
        readErrors(answer.text).errors[0]?.field.startsWith(one.field.split(/[[.]/)[0] ?? '')
      if (!named) accepted.push(`${one.call.call} ${one.field}: ${answer.status} ${answer.text}`)
      expect(answer.text).not.toMatch(/abandon|zprv|KyZp|e8f32e72/i)
    }
  }

  expect(accepted).toEqual([])
}, 120_000)

test('no part of the database has a private key that was sent', async () => {
  const { owner } = server.database
  const { rows: tables } = await owner.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )

  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select count(*)::int as count from ${name} t where t::text ~* 'abandon|zprvAdG4i|KyZpNDKn|e8f32e723decf405'`,
    )
    expect(rows[0].count, name).toBe(0)
  }
})

test('no line of the log has a private key that was sent', () => {
  expect(lines.length).toBeGreaterThan(FIELDS.length)
  expect(lines.filter((line) => /abandon|zprvAdG4i|KyZpNDKn|e8f32e723decf405/i.test(line))).toEqual(
    [],
  )
})

test('a password may be a phrase of words', async () => {
  const answer = await server.send('POST', '/api/user/pass/check', {
    token: tokens.member,
    body: { new_password: PHRASE },
  })
  expect(answer.status).not.toBe(422)
})
