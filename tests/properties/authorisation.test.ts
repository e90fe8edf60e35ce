import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '#lib/roles.ts'
import {
  getDecidingRoles,
  getPermittedRoles,
  PERMISSIONS,
  type Permission,
} from '#modules/approvals/model.ts'
import { buildSignUpInput, SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { mountPublicFiles } from '../../src/web/site/public-files.ts'
import { everyCall } from '../support/every-call.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { openMatrix, setStatus, WHY_SUSPENDED } from './authorisation-cells.ts'
import { CHANGES_OF_ALL_STAFF, MATRIX } from './authorisation-matrix.ts'
import { REQUESTS } from './authorisation-requests.ts'
import { findGaps, PEOPLE, parseMatrix, type Row } from './authorisation-rows.ts'

const ROWS = parseMatrix(MATRIX)

let server: TestServer
let matrix: Awaited<ReturnType<typeof openMatrix>>

beforeAll(async () => {
  server = await testServer()
  matrix = await openMatrix(server)
})
afterAll(() => server.close())

describe('every call, for each of eight people', () => {
  test('every call has a row, and every row a call', () => {
    const calls = everyCall().map(({ method, path }) => `${method} /api${path}`)
    const mounted = server.http.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    expect(findGaps(ROWS, [...new Set([...calls, ...mounted])])).toEqual([])
  })

  test('what is missing is said with the file to mend', () => {
    expect(findGaps([], ['GET /api/new'])).toEqual([
      'GET /api/new has no row: add it to tests/properties/authorisation-matrix.ts, with ' +
        'what each of anonymous, client, other, suspended, viewer, support, finance, owner ' +
        'may.',
    ])

    const columns = PEOPLE.join('  ')
    expect(() => parseMatrix(`${columns}\nGET /api/new  in  in`)).toThrow("it has 'in in'")
    expect(() =>
      parseMatrix(`${columns}\nGET /a${'  in'.repeat(8)}\nGET /a${'  in'.repeat(8)}`),
    ).toThrow('twice')
  })

  test("every call of a member has a full request, and another member's thing is 404", () => {
    const needs = ({ call, answers }: Row) =>
      answers.anonymous === '401' &&
      answers.client === 'in' &&
      (!call.startsWith('GET ') || call.includes('{'))
    const missing = ROWS.filter((row) => needs(row) && !REQUESTS[row.call]).map(({ call }) => call)
    expect(missing, 'say in tests/properties/authorisation-requests.ts what they are sent').toEqual(
      [],
    )

    const shared = ROWS.filter(
      (row) => needs(row) && REQUESTS[row.call]?.about && row.answers.other !== '404',
    )
    expect(shared, "another member's thing is 404").toEqual([])

    const stale = Object.keys(REQUESTS).filter((call) => !ROWS.some((row) => row.call === call))
    expect(stale, 'these requests belong to no call').toEqual([])
  })

  for (const { call, answers } of ROWS)
    test(`${call} answers each of them as its row says`, async () => {
      expect(await matrix.answer(call)).toEqual(answers)
    })
})

describe('who is let in at all', () => {
  const logIn = (email: string) =>
    server.send('POST', '/api/user/login', { body: { email, password: SAMPLE_PASSWORD } })

  test('who has not verified the e-mail address gets no session', async () => {
    const input = await buildSignUpInput(server.app)
    expect((await server.send('POST', '/api/user', { body: input })).status).toBe(200)

    const answer = await logIn(input.email)
    expect([answer.status, answer.json.code]).toEqual([403, 'unverified'])
    expect(answer.headers.get('set-cookie')).toBeNull()

    const { rows } = await server.database.owner.query(
      'select from session where person_id = (select id from member where email = $1)',
      [input.email],
    )
    expect(rows).toEqual([])
  })

  test('a suspended member logs in, and reads the reason and the day of the review', async () => {
    const { member } = await server.asMember()
    await setStatus(server, member, 'suspended')

    const { status, json } = await logIn(member.email)
    expect(status).toBe(200)

    const session = await server.send('GET', '/api/session', { token: json.data.token })
    expect(session.json.data.member).toMatchObject({ status: 'suspended', ...WHY_SUSPENDED })
  })
})

describe('what the contracts declare', () => {
  const CALLS = everyCall()

  test('what moves money is never open to anyone', () => {
    expect(CALLS.filter(({ meta }) => meta.money && meta.who === 'anyone')).toEqual([])
  })

  test('a call of the staff is open to the roles of one permission, or to all to read', () => {
    const formatRoles = (roles: readonly string[]) => [...roles].sort().join(', ')
    const permissions = Object.keys(PERMISSIONS) as Permission[]
    const known = new Set(
      permissions.flatMap((permission) => [
        formatRoles(getPermittedRoles(permission)),
        formatRoles(getDecidingRoles(permission)),
      ]),
    )
    const wrong = CALLS.flatMap(({ method, path, meta: { who } }) => {
      const call = `${method} /api${path}`
      if (typeof who === 'string' || known.has(formatRoles(who))) return []
      const read = method === 'GET' || call in CHANGES_OF_ALL_STAFF
      return formatRoles(who) === formatRoles(ROLES) && read ? [] : [`${call}: ${formatRoles(who)}`]
    })

    expect(
      wrong,
      "declare it with ...getPermittedRoles('…'), or say why all may in authorisation-matrix.ts",
    ).toEqual([])
  })
})

/**
 * From here on each write to a table fails; counting tries and calls is not a change.
 */
const NO_WRITING = `
  create function no_writing() returns trigger language plpgsql as $$ begin raise 'written to %',
  tg_table_name; end $$;
  do $$ declare found regclass; begin
    for found in select oid from pg_class where relkind in ('r', 'p') and relname <> 'rate_limit'
      and relnamespace::regnamespace::text in ('public', 'ledger', 'approvals', 'pgboss')
    loop execute format('create trigger no_writing before insert or update or delete or truncate on %s
      for each statement execute function no_writing()', found); end loop;
  end $$`

/** Lets the audit log be written again, and nothing else. */
const RECORDING = `
  drop trigger if exists no_writing on audit_event;
  drop trigger if exists no_writing on audit_pending`

/** A picture, a document or a text of a kind that says in which letters. */
const SAYS_WHAT_IT_IS =
  /^(application\/(json|pdf)|image\/[\w.+-]+|application\/manifest\+json|(text\/[\w-]+|application\/xml); ?charset=utf-8)$/i

describe('what is only read', () => {
  test('a GET changes nothing but the record of a download, and every answer says what it is', async () => {
    const reads = everyCall().filter(({ method }) => method === 'GET')
    const [client, owner] = [await matrix.cookieOf('client'), await matrix.cookieOf('owner')]
    const asks: { path: string; headers: Record<string, string>; recorded: boolean }[] = []

    for (const { path, meta, answersFile } of reads) {
      const id = await matrix.thingOf(`GET /api${path}`)
      const headers = { ...(meta.who === 'member' ? client : owner), 'x-untouched': '1' }
      const recorded = answersFile && Array.isArray(meta.who)
      asks.push({ path: `/api${path.replace(/\{\w+\}/g, id)}`, headers, recorded })
    }

    await server.database.owner.query(NO_WRITING)

    const wrong: string[] = []
    let read = 0

    for (const { path, headers, recorded } of [
      ...asks.filter((one) => !one.recorded),
      ...asks.filter((one) => one.recorded),
    ]) {
      if (recorded) await server.database.owner.query(RECORDING)

      const answer = await server.send('GET', path, { headers })
      const type = answer.headers.get('content-type') ?? ''
      if (answer.status >= 500 && answer.status !== 503) wrong.push(`GET ${path}: ${answer.status}`)
      if (!SAYS_WHAT_IT_IS.test(type)) wrong.push(`${path} is ${type}`)
      if (answer.status === 200) read++
    }

    const site = new Hono<HttpEnv>()
    mountPublicFiles(site, server.app)

    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/site.webmanifest',
      '/brand.css',
      '/favicon.svg',
      '/icon-192.png',
    ]) {
      const type = (await site.request(path)).headers.get('content-type') ?? ''
      if (!SAYS_WHAT_IT_IS.test(type)) wrong.push(`${path} is ${type}`)
    }

    expect(wrong).toEqual([])
    expect(read / reads.length).toBeGreaterThan(0.7)
  }, 120_000)
})
