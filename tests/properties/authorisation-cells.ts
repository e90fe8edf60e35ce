import { isDeepStrictEqual } from 'node:util'
import { createId } from '#lib/ids.ts'
import { ROLES, type Role } from '#lib/roles.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { openTestSession } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { everyCall } from '../support/every-call.ts'
import type { TestServer } from '../support/http.ts'
import { fundTestMember, INVESTED, REQUESTS, type Stage } from './authorisation-requests.ts'
import { PEOPLE, type Person } from './authorisation-rows.ts'

export const WHY_SUSPENDED = {
  suspended_reason: 'A payment is being checked.',
  review_on: '2026-12-01',
}

/** Suspends a member, or lifts it: there is no call for it yet. */
export const setStatus = (
  { database }: TestServer,
  { id }: Member,
  status: 'active' | 'suspended',
) =>
  database.owner.query(
    'update member set status = $2, suspended_reason = $3, review_on = $4 where id = $1',
    [id, status, ...(status === 'active' ? [null, null] : Object.values(WHY_SUSPENDED))],
  )

type Members = Record<'client' | 'other' | 'suspended', Member>
type Cast = { server: TestServer; stage: Stage; members: Members; staff: Record<Role, Admin> } & {
  /** What only the client and the staff may read. */
  secrets: string[]
  /** Used until a call is let in that may end them, a person's own or those of others. */
  sessions: Map<Person, Session>
}
type Session = Awaited<ReturnType<typeof openTestSession>>

/**
 * Opens a server with the eight people, the members with money. The result classifies the answers
 * to a call of each of them in a word.
 */
export async function openMatrix(server: TestServer) {
  const stage = {
    app: server.app,
    plan: await createPublishedPlan(server.app, { maxAmount: INVESTED }),
  }

  const members = {
    client: (await server.asMember({ firstName: 'Clara', lastName: 'Client' })).member,
    other: (await server.asMember()).member,
    suspended: (await server.asMember()).member,
  }

  for (const member of Object.values(members)) await fundTestMember(stage, member)
  await setStatus(server, members.suspended, 'suspended')

  const staff = {} as Record<Role, Admin>
  for (const role of ROLES) staff[role] = (await server.asAdmin(role)).admin

  const { id, email, label, referralCode } = members.client
  const secrets = [id, email, label, referralCode]
  const cast: Cast = { server, stage, members, staff, secrets, sessions: new Map() }

  return {
    answer: (call: string) => answerEach(cast, call),
    /**
     * The id of what a call of the client's is about, as the client and the staff may ask for it.
     */
    thingOf: async (call: string) => {
      await server.database.owner.query(
        'update member set withdrawals_frozen_until = null where id = $1',
        [id],
      )
      return await createSubject(cast, call, 'client')
    },
    cookieOf: async (person: Person) => (await createCredentials(cast, person, true)).headers,
  }
}

/**
 * Returns what each person is answered. The client's subject is made again once a call
 * was let in, which may have ended it.
 */
async function answerEach(cast: Cast, call: string): Promise<Record<Person, string>> {
  const answers = {} as Record<Person, string>
  let ofClient: string | null = null

  for (const person of PEOPLE) {
    const isOwn = person === 'suspended'
    const id: string =
      isOwn || ofClient === null ? await createSubject(cast, call, person) : ofClient
    const word = await cell(cast, call, person, id)

    answers[person] = word
    if (!isOwn) ofClient = word === 'in' && !call.startsWith('GET ') ? null : id
  }

  return answers
}

/** Returns what one person is answered, and whether the answer reveals more than it may. */
async function cell(cast: Cast, call: string, person: Person, id: string): Promise<string> {
  const answer = await ask(cast, call, person, id)
  const word = classifyAnswer(call, answer)
  const { showsDeposits } = REQUESTS[call] ?? {}
  const leakedSecret = cast.secrets.find(
    (secret) => answer.text.includes(secret) && !(showsDeposits && secret.startsWith('dep_')),
  )

  if (isCacheable(call, answer)) return `${word}, and a cache may store it`

  const mayRead = word === 'in' && (person === 'client' || person in cast.staff)
  if (leakedSecret && !mayRead) return `${word}, and reveals of the client: ${leakedSecret}`
  if (person !== 'other' || word !== '404') return word

  const unknownIdAnswer = await ask(cast, call, person, createId(id.slice(0, id.indexOf('_'))))

  return isDeepStrictEqual(answer, unknownIdAnswer)
    ? word
    : `${word}, but distinguishable from an unknown id`
}

/** Calls whose answers are the same for each caller and contain nothing about a person. */
const PUBLIC_CALLS = [
  ...['GET /healthz', 'GET /readyz', 'GET /api/openapi.json', 'GET /api/docs'],
  ...['GET /open-books/log/checkpoint', 'GET /open-books/log/vkeys', 'GET /open-books/log/tile/*'],
  ...['GET /open-books/nodes/:epoch', 'GET /open-books/witness/vkeys'],
]

const isCacheable = (call: string, { headers }: Answer) =>
  !PUBLIC_CALLS.includes(call) &&
  !headers.some(([name, value]) => name === 'cache-control' && value === 'no-store')

/**
 * Makes what a call is about: of the client's, or of the suspended member's own while still active.
 */
async function createSubject(
  { server, stage, members, secrets }: Cast,
  call: string,
  person: Person,
) {
  const about = REQUESTS[call]?.about
  if (!about) return 'none'

  if (person === 'suspended') {
    await setStatus(server, members.suspended, 'active')
    const id = await about(stage, members.suspended)
    await setStatus(server, members.suspended, 'suspended')
    return id
  }

  const id = await about(stage, members.client)
  secrets.push(id)

  return id
}

async function createCredentials(cast: Cast, person: Person, cookie = false) {
  if (person === 'anonymous') return { sessionId: '', headers: {} }

  const session = cast.sessions.get(person) ?? (await openSession(cast, person))
  cast.sessions.set(person, session)

  return {
    sessionId: session.sessionId,
    headers: cookie ? { cookie: session.cookie } : session.headers,
  }
}

async function openSession(
  { server, members, staff }: Cast,
  person: Exclude<Person, 'anonymous'>,
): Promise<Session> {
  server.clock.advance(1) // the clock decides which of many sessions is the oldest
  return await openTestSession(server.app, { ...members, ...staff }[person])
}

const uploads = new Set(
  everyCall()
    .filter(({ meta }) => meta.upload)
    .map(({ method, path }) => `${method} /api${path}`),
)

/** What is sent; for calls that need nothing in particular, nothing. */
async function buildBody(
  stage: Stage,
  call: string,
  id: string,
  sessionId: string,
): Promise<{ body?: FormData | string }> {
  if (call.startsWith('GET ')) return {}
  const body =
    (await REQUESTS[call]?.body?.(stage, id, sessionId)) ??
    (uploads.has(call) ? new FormData() : {})
  return { body: body instanceof FormData ? body : JSON.stringify(body) }
}

type Answer = { status: number; text: string; headers: [string, string][] }

/** Headers that differ from answer to answer, for each caller. */
const ITS_OWN = ['x-request-id', 'content-security-policy']

const NOT_LET_IN = [401, 403, 404]

/** Asks in the person's session. A change that was let in may have ended anyone's. */
async function ask(cast: Cast, call: string, person: Person, id: string): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const { sessionId, headers: credentials } = await createCredentials(
    cast,
    person,
    REQUESTS[call]?.cookie,
  )

  const sent = await buildBody(cast.stage, call, id, sessionId)
  const response = await cast.server.fetch(path.replace(/\{\w+\}/g, id), {
    method,
    ...sent,
    headers: {
      ...credentials,
      ...(typeof sent.body === 'string' && { 'content-type': 'application/json' }),
      'idempotency-key': crypto.randomUUID(),
    },
  })

  if (method !== 'GET' && !NOT_LET_IN.includes(response.status)) cast.sessions.clear()

  const headers = [...response.headers].filter(([name]) => !ITS_OWN.includes(name))
  return { status: response.status, text: await readText(response), headers }
}

/** A stream of events never ends: that it opened is all there is to read. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return await response.text()
  await response.body?.cancel()
  return ''
}

const ACCESS_REFUSAL_CODES = ['forbidden', 'role_missing']

/** Returns the word for an answer; an answer that no row may have is returned as it is. */
function classifyAnswer(call: string, { status, text }: Answer): string {
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
  if (status === 401 || (status === 403 && ACCESS_REFUSAL_CODES.includes(code))) return `${status}`
  if (status === 403 && code === 'suspended') return 'suspended'
  if (status === 404 && REQUESTS[call]?.about) return '404'
  if (status >= 500 && status !== 503) return `${status} ${code}`
  if (code !== '' && code === REQUESTS[call]?.refusalCode) return 'in'

  return REQUESTS[call] && status >= 300 ? `let in, and not done: ${status} ${text}` : 'in'
}
