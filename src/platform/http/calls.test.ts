// Long because it covers every rejection that precedes a call's handler, and its line in the log.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DomainError } from '#lib/errors.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { toMemberAudience } from '../events/events.ts'
import { openLog } from '../monitoring/log.ts'
import { admin, anyone, member, memberMoney, memberMoneyUpload } from './contract.ts'
import { download } from './file.ts'
import { implementCalls, type Session } from './http.ts'
import { buildEnvelope, instant, usd, usdAmount } from './schemas.ts'

const contract = {
  hello: anyone
    .route({ method: 'POST', path: '/hello/{id}' })
    .input(z.object({ id: z.string(), name: z.string().max(80), amount: usdAmount.optional() }))
    .output(buildEnvelope(z.object({ id: z.string(), amount: usd.optional(), at: instant }))),
  echo: anyone
    .route({ method: 'POST', path: '/echo/{text}' })
    .input(z.object({ text: z.string(), also: z.string() }))
    .output(buildEnvelope(z.object({ text: z.string(), also: z.string() }))),
  list: anyone
    .route({ method: 'GET', path: '/list' })
    .input(z.object({ page: z.coerce.number().int().min(1).default(1) }))
    .output(buildEnvelope(z.object({ page: z.number() }))),
  broken: anyone.route({ method: 'GET', path: '/broken' }).output(buildEnvelope(z.object({}))),
  mine: member
    .route({ method: 'GET', path: '/mine' })
    .output(buildEnvelope(z.object({ id: z.string() }))),
  ledger: admin('finance', 'owner')
    .route({ method: 'GET', path: '/ledger' })
    .output(buildEnvelope(z.string())),
  pay: memberMoney
    .route({ method: 'POST', path: '/pay' })
    .input(z.object({ amount: usdAmount, note: z.string().optional() }))
    .output(buildEnvelope(z.object({ paid: usd }))),
  prove: memberMoneyUpload
    .route({ method: 'POST', path: '/prove' })
    .input(z.object({ amount: usdAmount, proof: z.file() }))
    .output(buildEnvelope(z.object({ bytes: z.number() }))),
}

const calls = implementCalls(contract)
const publishedTopics: string[] = []

const router = calls.router({
  hello: calls.hello.handler(({ context, input }) => ({
    message: 'Hello.',
    data: {
      id: input.id,
      at: context.app.clock.now(),
      ...(input.amount !== undefined && { amount: input.amount }),
    },
  })),
  echo: calls.echo.handler(({ input }) => ({ message: 'You said.', data: input })),
  list: calls.list.handler(({ input }) => ({ message: 'Here.', data: { page: input.page } })),
  broken: calls.broken.handler(() => {
    throw new Error('postgres://user:hunter2@host said no')
  }),
  mine: calls.mine.handler(({ context }) => {
    const more = { passwordHash: 'scrypt:never', note: 'of the staff' }
    return { message: 'Yours.', data: { id: context.member().id, ...more }, inside: more }
  }),
  ledger: calls.ledger.handler(({ context }) => ({
    message: 'Open.',
    data: context.admin().label,
  })),
  pay: calls.pay.handler(async ({ context, input }) => {
    const { app } = context
    await app.db
      .transaction()
      .execute((tx) => sql`insert into paid (amount) values (${input.amount})`.execute(tx))
    app.events.publish(toMemberAudience(context.member().id), 'balance')
    if (input.note === 'sleep') await sql`select pg_sleep(1)`.execute(app.db)

    if (input.note === 'refuse')
      throw new DomainError('insufficient_funds', 422, 'There is not enough.', 'amount')
    if (input.note === 'break') throw new Error('broken after the money moved')
    if (input.note === 'busy') throw Object.assign(new Error('lock timeout'), { code: '55P03' })

    return { message: 'Paid.', data: { paid: input.amount } }
  }),
  prove: calls.prove.handler(async ({ input }) => ({
    message: 'Kept.',
    data: { bytes: input.proof.size },
  })),
})

const PEOPLE: Record<string, Session['who']> = {
  maya: { kind: 'member', id: 'mem_maya', label: 'Maya' } as never,
  ines: { kind: 'admin', id: 'adm_ines', label: 'Ines', role: 'finance' } as never,
  sam: { kind: 'admin', id: 'adm_sam', label: 'Sam', role: 'support' } as never,
}

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    router,
    resolveSession: async (_app, headers) => {
      const who = PEOPLE[headers.get('authorization')?.slice('Bearer '.length) ?? '']
      return who ? { id: 'ses_1', via: 'bearer', who } : null
    },
  })

  await server.database.owner.query(
    'create table paid (amount bigint not null); grant select, insert on paid to candor_app',
  )
  server.app.events.subscribe(toMemberAudience('mem_maya'), (topic) => publishedTopics.push(topic))
})
afterAll(() => server.close())

const countPayments = async () =>
  Number((await server.database.owner.query('select count(*) from paid')).rows[0].count)
const pay = (body: unknown, key?: string) =>
  server.send('POST', '/api/pay', { body, token: 'maya', ...(key && { key }) })

describe('the shape of answers', () => {
  test('an amount beyond what a float holds goes through and back to the last cent', async () => {
    const answer = await server.send('POST', '/api/hello/x1', {
      body: '{"name":"Ada","amount":90071992547409.93}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(
      '{"message":"Hello.","data":{"id":"x1","amount":90071992547409.93,"at":"2026-11-2' +
        '0T09:00:00.000Z"}}',
    )
  })

  test('a wrong field is named, with a sentence, and nothing that was sent is echoed', async () => {
    const answer = await server.send('POST', '/api/hello/x1', {
      body: { name: 7, amount: '1.234', password: 'secret' },
    })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      message: 'name: Enter this field as text.',
      code: 'validation',
      errors: [
        { field: 'name', message: 'Enter this field as text.' },
        { field: 'amount', message: 'Please enter an amount with at most two decimals.' },
      ],
    })

    expect(answer.text).not.toContain('secret')
  })

  test('an address wins over a field of the same name in the body', async () => {
    const answer = await server.send('POST', '/api/hello/x1', {
      body: { id: 'other', name: 'Ada' },
    })
    expect(answer.json.data.id).toBe('x1')
  })

  test('a text is decoded and written once: what looks encoded, or like the end of a script, stays as it is', async () => {
    for (const text of [
      '%41',
      '%253Cb%253E',
      '&lt;b&gt;',
      '\\u0041',
      '+',
      '</script><script>canary()</script>',
      '"},"x":"',
      '\u2028\u2029',
      "'\\' ]]>",
      '{{7*7}}',
    ]) {
      const path = `/api/echo/${encodeURIComponent(text)}`
      const answer = await server.send('POST', path, { body: { also: text } })
      expect(answer.json.data, text).toEqual({ text, also: text })
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
  })

  test('the name of a file stays in its place in the header, whatever is in it', async () => {
    for (const name of [
      'x"; filename="y.html',
      'a\r\nx-injected: yes',
      '../../etc/passwd',
      'a\\"b',
      'é\u202egnp.exe',
      ';;',
    ]) {
      const { headers } = download(new File(['x'], name, { type: 'image/png' }), new Headers())
      expect(headers.get('content-disposition'), name).toMatch(/^attachment; filename="[\w.-]+"$/)
      expect(headers.get('x-injected')).toBeNull()
    }
  })

  test('an unexpected error is a 500 without internal details', async () => {
    const answer = await server.send('GET', '/api/broken')
    expect(answer.status).toBe(500)
    expect(answer.json.code).toBe('internal')
    expect(answer.text).not.toContain('hunter2')
  })

  test('an answer carries the fields that its contract names, and nothing that the code had beside them', async () => {
    const { text } = await server.send('GET', '/api/mine', { token: 'maya' })
    expect(text).toBe('{"message":"Yours.","data":{"id":"mem_maya"}}')
  })

  test('an unknown call is a 404, and the auth library has no address of its own', async () => {
    for (const path of ['/api/nothing', '/api/auth/session', '/api/auth/sign-in/email', '/api/'])
      expect((await server.send('POST', path, { body: {} })).status, path).toBe(404)
  })
})

describe('who may call', () => {
  test('a call of a member is a 401 without a session and a 403 for the staff', async () => {
    expect((await server.send('GET', '/api/mine')).status).toBe(401)
    expect((await server.send('GET', '/api/mine', { token: 'ines' })).status).toBe(403)
    expect((await server.send('GET', '/api/mine', { token: 'maya' })).json.data).toEqual({
      id: 'mem_maya',
    })
  })

  test('a call of the staff asks for one of its roles', async () => {
    expect((await server.send('GET', '/api/ledger', { token: 'maya' })).status).toBe(403)
    expect((await server.send('GET', '/api/ledger', { token: 'sam' })).status).toBe(403)
    expect((await server.send('GET', '/api/ledger', { token: 'ines' })).status).toBe(200)
  })

  test('a change that another site sends is refused, and one from our own pages is not', async () => {
    const postHello = (headers: Record<string, string>) =>
      server.send('POST', '/api/hello/x1', { body: { name: 'Ada' }, headers })
    expect((await postHello({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await postHello({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await postHello({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await postHello({ origin: 'null' })).status).toBe(403)
    expect(
      (await postHello({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(200)
  })
})

describe('what the log says of it', () => {
  const lines: Record<string, unknown>[] = []
  const before: { log?: TestServer['app']['log'] } = {}
  beforeAll(() => {
    before.log = server.app.log
    const write = (line: string) => void lines.push(JSON.parse(line))
    Object.assign(server.app, { log: openLog('info', { write }) })
  })

  afterAll(() => Object.assign(server.app, before))

  const sendAndReadLog = async (...sent: Parameters<TestServer['send']>) => {
    lines.length = 0
    const { status, headers } = await server.send(...sent)
    const request = headers.get('x-request-id')
    expect(lines.filter((line) => line.request === request)).toHaveLength(lines.length)
    return { status, refused: lines.find(({ msg }) => msg !== 'answered'), answered: lines.at(-1) }
  }

  test('a denied call is logged with actor, address, call, time and reason', async () => {
    const { refused, answered } = await sendAndReadLog('GET', '/api/ledger', { token: 'sam' })
    const who = {
      who: 'adm_sam',
      call: 'ledger',
      from: 'in-process',
      status: 403,
      code: 'forbidden',
    }

    expect(refused).toMatchObject({ msg: 'a call was refused', ...who })
    expect(refused?.time).toMatch(/Z$/)
    expect(answered).toMatchObject({
      method: 'GET',
      path: '/api/ledger',
      status: 403,
      who: 'adm_sam',
    })

    const signedOut = await sendAndReadLog('GET', '/api/mine')
    expect(signedOut.refused).toMatchObject({ call: 'mine', status: 401, code: 'signed_out' })
    expect(signedOut.refused).not.toHaveProperty('who')
  })

  test('an invalid, cross-site or forbidden call is logged without its content', async () => {
    const body = { name: 7, password: 'hunter2' }
    const wrong = await sendAndReadLog('POST', '/api/hello/x1', { body })
    expect(wrong.refused).toMatchObject({ call: 'hello', status: 400, code: 'validation' })

    const foreign = { body: { name: 'Ada' }, headers: { origin: 'https://evil.example' } }
    expect((await sendAndReadLog('POST', '/api/hello/x1', foreign)).refused).toMatchObject({
      code: 'cross_site',
    })

    const rule = { token: 'maya', key: 'log-of-a-rule', body: { amount: 1, note: 'refuse' } }
    const why = { who: 'mem_maya', call: 'pay', status: 422, code: 'insufficient_funds' }
    expect((await sendAndReadLog('POST', '/api/pay', rule)).refused).toMatchObject(why)
    expect((await sendAndReadLog('GET', '/api/a%00b')).refused).toMatchObject({
      status: 400,
      code: 'malformed',
    })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })

  test('an unexpected error is logged, and the response omits it', async () => {
    const { status, refused } = await sendAndReadLog('GET', '/api/broken', { token: 'maya' })
    expect(status).toBe(500)
    expect(refused).toMatchObject({ level: 50, msg: 'a call broke', call: 'broken' })
    expect(JSON.stringify(refused)).toContain('said no')
  })
})

describe('bad requests', () => {
  const json = { 'content-type': 'application/json' }
  const cases: [name: string, options: Parameters<TestServer['send']>[2], status: number][] = [
    ['half a document', { body: '{"name":', headers: json }, 400],
    ['a list', { body: '[]', headers: json }, 400],
    ['a bare text', { body: '"x"', headers: json }, 400],
    ['null', { body: 'null', headers: json }, 400],
    ['a NUL in a text', { body: '{"name":"a\\u0000b"}', headers: json }, 400],
    ['half a character in a text', { body: '{"name":"a\\ud800b"}', headers: json }, 400],
    ['a NUL in a name', { body: '{"na\\u0000me":"a"}', headers: json }, 400],
    [
      'bytes that are not UTF-8',
      { body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]), headers: json },
      400,
    ],
    [
      'deep nesting',
      { body: `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers: json },
      400,
    ],
    ['a name of the prototype', { body: '{"__proto__":{"name":"x"}}', headers: json }, 400],
    ['plain text', { body: 'name=Ada', headers: { 'content-type': 'text/plain' } }, 415],
    [
      'a web form',
      { body: 'name=Ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    ['more than 64 KiB', { body: { name: 'x'.repeat(70_000) } }, 413],
    [
      'a length that promises too much',
      { body: '{}', headers: { ...json, 'content-length': '99999999' } },
      413,
    ],
    ['nothing at all', {}, 400],
    ['a negative amount', { body: { name: 'a', amount: -1 } }, 400],
    ['an amount as an object', { body: { name: 'a', amount: { cents: 1 } } }, 400],
    ['an amount in exponents', { body: '{"name":"a","amount":1e3}', headers: json }, 400],
    ['no amount', { body: { name: 'a', amount: 0 } }, 400],
  ]

  for (const [name, options, status] of cases)
    test(`${name} is a ${status} in the one shape of refusals`, async () => {
      const answer = await server.send('POST', '/api/hello/x1', options)
      expect(answer.status).toBe(status)
      expect(Object.keys(answer.json)).toEqual(['message', 'code', 'errors'])
      expect(Object.keys(Object.prototype)).toEqual([])
    })

  test('an upload that is no form, sends a field twice or is too large is refused', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const send = (body: FormData | string | Uint8Array, headers = {}) =>
      server.send('POST', '/api/prove', { body, headers, token: 'maya', key: crypto.randomUUID() })
    const twice = new FormData()

    twice.append('amount', '1')
    twice.append('amount', '2')

    expect((await send('--x\r\nnonsense', type)).status).toBe(400)
    expect((await send('no boundary', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await send(twice)).json.errors).toEqual([
      { field: 'amount', message: 'The field amount was sent twice.' },
    ])

    const large = await send(new Uint8Array(11 * 1024 * 1024), type)
    expect(large.status).toBe(413)
    expect(large.json.errors).toEqual([
      { field: 'proof', message: 'The file is larger than 10 MB.' },
    ])
  })

  test('a query field sent twice, with a NUL or of the wrong kind is a 400', async () => {
    for (const query of ['page=1&page=2', 'page=%00', 'page=x', 'page=0', 'page[$gt]=1&page=-1'])
      expect((await server.send('GET', `/api/list?${query}`)).status, query).toBe(400)
    expect((await server.send('GET', '/api/list?page=3')).json.data.page).toBe(3)
  })

  test('a path with a NUL or half an escape is a 404 or 400, never a 5xx', async () => {
    for (const path of ['/api/hello/%00', '/api/hello/%E0%A4%A', '/api/%2e%2e/%2e%2e/etc/passwd'])
      expect((await server.send('POST', path, { body: { name: 'a' } })).status, path).toBeLessThan(
        500,
      )
  })

  test('a method that is not served is refused', async () => {
    expect((await server.send('PROPFIND', '/api/list')).status).toBe(400)
  })
})

describe('calls that move money', () => {
  test('without a key, or with one that is no key, nothing happens', async () => {
    const before = await countPayments()
    expect((await pay({ amount: 5 })).json).toMatchObject({ code: 'idempotency_key_required' })
    expect((await pay({ amount: 5 }, 'x'.repeat(256))).status).toBe(400)
    expect((await pay({ amount: 5 }, 'with space')).status).toBe(400)
    expect(await countPayments()).toBe(before)
  })

  test('the same key and fields give the first answer, byte for byte, and one effect', async () => {
    const before = await countPayments()
    const first = await pay({ amount: 12.5, note: 'rent' }, 'same')
    const again = await pay({ note: 'rent', amount: 12.5 }, 'same')

    expect(first.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await countPayments()).toBe(before + 1)
  })

  test('the same key with other fields is a 422', async () => {
    await pay({ amount: 1 }, 'other')
    const answer = await pay({ amount: 2 }, 'other')
    expect(answer.status).toBe(422)
    expect(answer.json.code).toBe('idempotency_key_reused')
  })

  test('of 32 at once with one key one moves money; the others get 409 or its answer', async () => {
    const before = await countPayments()
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => pay({ amount: 3, note: 'sleep' }, 'race')),
    )
    const good = answers.filter((answer) => answer.status === 200)

    expect(await countPayments()).toBe(before + 1)
    expect(new Set(good.map((answer) => answer.text)).size).toBe(1)

    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(answers.some((answer) => answer.json.code === 'in_progress')).toBe(true)
  })

  test('64 at once with their own keys all succeed on eight connections', async () => {
    const before = await countPayments()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) => pay({ amount: 1 }, `own-${at}`)),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    expect(await countPayments()).toBe(before + 64)
  })

  test('an error rolls back the call, publishes no event and is replayed by its key', async () => {
    const before = await countPayments()
    publishedTopics.length = 0

    const first = await pay({ amount: 9, note: 'refuse' }, 'refused')
    expect(first.status).toBe(422)
    expect(first.json.errors).toEqual([{ field: 'amount', message: 'There is not enough.' }])
    expect((await pay({ amount: 9, note: 'refuse' }, 'refused')).text).toBe(first.text)
    expect(await countPayments()).toBe(before)
    expect(publishedTopics).toEqual([])
  })

  test('a failed or busy call is not stored, so its key can be used again', async () => {
    const before = await countPayments()
    expect((await pay({ amount: 4, note: 'break' }, 'broke')).status).toBe(500)
    expect((await pay({ amount: 4, note: 'busy' }, 'broke')).status).toBe(409)
    expect(await countPayments()).toBe(before)
    expect((await pay({ amount: 4 }, 'broke')).status).toBe(200)
    expect(publishedTopics.at(-1)).toBe('balance')
  })

  test('a wrong amount is a 400 that leaves the key free', async () => {
    expect((await pay({ amount: 'much' }, 'typo')).status).toBe(400)
    expect((await pay({ amount: 7 }, 'typo')).status).toBe(200)
  })

  test("a key is one actor's own: another call's or member's same key is another key", async () => {
    const rows = await server.database.owner.query(
      "select actor, call from idempotency where key = 'same'",
    )
    expect(rows.rows).toEqual([{ actor: 'mem_maya', call: 'pay' }])
  })

  test('an upload is the same when its fields and the bytes of its file are', async () => {
    const form = (content: string) => {
      const made = new FormData()
      made.append('amount', '10.00')
      made.append('proof', new File([content], 'a.png', { type: 'image/png' }))
      return made
    }

    const prove = (content: string) =>
      server.send('POST', '/api/prove', { body: form(content), token: 'maya', key: 'up' })
    expect((await prove('one')).json.data).toEqual({ bytes: 3 })
    expect((await prove('one')).status).toBe(200)
    expect((await prove('two')).status).toBe(422)
  })
})

test('background reads do not extend a session, and user actions do', async () => {
  const live = await testServer()
  const maya = await live.asMember()
  const readIdleUntil = async () =>
    (await live.database.owner.query('select idle_until from session')).rows[0].idle_until
  const before = await readIdleUntil()

  live.clock.advance(120_000)

  const read = (headers: Record<string, string>) =>
    live.send('GET', '/api/positions', { headers: { cookie: maya.cookie, ...headers } })
  expect((await read({ 'x-untouched': '1' })).status).toBe(200)
  expect(await readIdleUntil()).toEqual(before)
  expect((await read({})).status).toBe(200)
  expect((await readIdleUntil()).getTime()).toBeGreaterThan(before.getTime())

  await live.close()
})
