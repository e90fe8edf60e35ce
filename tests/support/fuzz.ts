import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { everyCall } from './every-call.ts'
import {
  createRandom,
  likely,
  mutateBody,
  NASTY,
  objectText,
  pickOne,
  type Random,
  type Schema,
} from './fuzz-values.ts'
import type { Answer, TestServer } from './http.ts'
import { misfits } from './json-schema.ts'

export type Call = ReturnType<typeof everyCall>[number] & {
  fields: Map<string, Schema>
  answers: Map<string, Schema>
}

/** What a call was sent, enough to send it again. */
type SentRequest = {
  method: string
  path: string
  body?: string | FormData
  headers: Record<string, string>
}

/** These end the session that the others are asked in, or the account. */
const ENDS = /ogOut$|endOther|closing|endSession/

const SLOW_MS = 2_000
const content = (holder: Schema) => Object.values(holder?.content ?? {})[0] as Schema

/**
 * Every call with the schemas of what it takes and of what it answers, as the description states
 * them.
 */
export async function listDescribedCalls(server: TestServer): Promise<Call[]> {
  const described = JSON.parse((await server.send('GET', '/api/openapi.json')).text)
  const operations = new Map<string, Schema>(
    (Object.values(described.paths) as Schema[])
      .flatMap((path) => Object.values(path) as Schema[])
      .map((operation) => [operation.operationId, operation]),
  )

  return everyCall()
    .filter(({ name }) => !ENDS.test(name))
    .map((call) => {
      const operation = operations.get(call.name)
      const body = content(operation?.requestBody)?.schema?.properties ?? {}
      const query = ((operation?.parameters ?? []) as Schema[]).filter((one) => one.in === 'query')
      const fields = [...Object.entries(body), ...query.map((one) => [one.name, one.schema])] as [
        string,
        Schema,
      ][]
      const answers = Object.entries(operation?.responses ?? {}) as [string, Schema][]

      return {
        ...call,
        fields: new Map(fields),
        answers: new Map(answers.map(([status, answer]) => [status, content(answer)?.schema])),
      }
    })
}

const plain = (json: string): string => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : json
  } catch {
    return json
  }
}

function buildForm(random: Random, { fields }: Call): FormData {
  const form = new FormData()
  for (const [name, schema] of fields) {
    const isFile = name.includes('proof') || name === 'cv' || name === 'evidence'
    const value =
      random() < 0.3 ? plain(pickOne(random, NASTY)) : String(likely(random, schema, name))
    if (random() < 0.1) form.append(name, value)
    if (isFile) form.append(name, new File([value.toWellFormed()], 'x.png', { type: 'image/png' }))
    else form.append(name, value.toWellFormed())
  }

  return form
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/xml',
  '',
  'a/b;c',
  'multipart/form-data',
]

/**
 * What no database holds, at the end of one text: each call is sent it first, whatever chance
 * brings besides.
 */
const UNSTORABLE = ['\\u0000', '\\ud800']
/** So many of a call's requests are right but for that. */
const UNSTORABLE_FIRST = 8

/** One request to a call: right, or right but for one thing. */
export function request(random: Random, call: Call, ids: IdPool, turn = 99): SentRequest {
  const id = () =>
    random() < 0.6
      ? ids.pickForCall(random, call.name)
      : encodeURIComponent(plain(pickOne(random, NASTY)).toWellFormed().slice(0, 300)) || 'x'
  const path = `/api${call.path.replace(/\{\w+\}/g, id)}`
  const fields = [...call.fields].map(([name, schema]) => {
    const value =
      /id$/i.test(name) && random() < 0.5 ? ids.any(random) : likely(random, schema, name)
    return [name, JSON.stringify(value ?? null)] as const
  })

  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.7`,
  }
  if (random() < 0.95)
    headers['idempotency-key'] = random() < 0.9 ? String(random()) : 'x'.repeat(300)

  if (call.method === 'GET') {
    const queryFields = fields
      .filter(() => random() < 0.7)
      .map(([name, json]) => [name, random() < 0.5 ? plain(pickOne(random, NASTY)) : plain(json)])
    if (random() < 0.05 && queryFields[0]) queryFields.push(queryFields[0])

    const query = queryFields
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
      .join('&')
    return { method: 'GET', path: `${path}?${query}`, headers }
  }

  if (call.meta.upload) return { method: call.method, path, headers, body: buildForm(random, call) }

  headers['content-type'] = random() < 0.95 ? 'application/json' : pickOne(random, TYPES)

  return {
    method: call.method,
    path,
    headers,
    body:
      turn < UNSTORABLE_FIRST
        ? objectText(spoilt(random, fields, UNSTORABLE[turn % UNSTORABLE.length] ?? ''))
        : random() < 0.15
          ? objectText(fields)
          : mutateBody(random, fields),
  }
}

function spoilt(random: Random, fields: readonly (readonly [string, string])[], end: string) {
  const texts = fields.filter(([, json]) => json.endsWith('"'))
  const [chosen] = texts.length > 0 ? pickOne(random, texts) : []
  return fields.map(
    ([name, json]) => [name, name === chosen ? json.replace(/"$/, `${end}"`) : json] as const,
  )
}

/** What is wrong with an answer, or nothing. */
export function findAnswerProblem(call: Call, { status, text, headers }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  const isFile = headers.get('content-disposition')?.startsWith('attachment') === true
  if (isFile || !headers.get('content-type')?.includes('json'))
    return status < 400 ? null : `refused without JSON: ${status}`

  const body: unknown = JSON.parse(text)
  if (status >= 400) {
    const { message, code, errors } = body as Record<string, unknown>
    const whole = typeof message === 'string' && typeof code === 'string' && Array.isArray(errors)
    return whole ? null : `a refusal of another shape: ${text.slice(0, 300)}`
  }

  const schema = call.answers.get(String(status))
  if (schema === undefined) return `${status} is not described`

  const wrong = misfits(schema, body)
  return wrong.length > 0 ? `outside its schema: ${wrong.slice(0, 3).join('; ')}` : null
}

const ID = /\b[a-z]{2,4}_[0-9a-z]{20}\b/g
const MAX_IDS = 400

/**
 * The ids that answers contained, so that calls about a thing find one; those that the same call
 * found come before all others.
 */
class IdPool {
  readonly #all = ['mem_00000000000000000000', 'dep_none', 'x']
  readonly #known = new Set(this.#all)
  readonly #found = new Map<string, string[]>()

  any = (random: Random): string => pickOne(random, this.#all)

  pickForCall(random: Random, call: string): string {
    const found = this.#found.get(call)
    return found && random() < 0.5 ? pickOne(random, found) : this.any(random)
  }

  learn(random: Random, text: string) {
    for (const [id] of text.matchAll(ID)) {
      if (this.#known.has(id)) continue
      const at = this.#all.length < MAX_IDS ? this.#all.length : Math.floor(random() * MAX_IDS)
      this.#known.delete(this.#all[at] ?? '')
      this.#known.add(id)
      this.#all[at] = id
    }
  }

  /** Which ids of a path were answered by something else than 'not found'. */
  recordFoundIds(call: string, path: string) {
    const found = this.#found.get(call) ?? []
    for (const [id] of path.matchAll(ID)) found.push(id)
    if (found.length > 0) this.#found.set(call, found.slice(-20))
  }
}

export type FuzzOptions = {
  seed: number
  until: (call: Call, sent: number) => boolean
  atOnce: number
}
/** `sent`: how often each call was asked. */
export type FuzzResult = { sent: Map<Call, number>; rejectedCount: number; wrong: string[] }

/** Sends every call by turns until `until` is true; sessions that ended are opened again. */
export async function fuzz(
  server: TestServer,
  { seed, until, atOnce }: FuzzOptions,
): Promise<FuzzResult> {
  const calls = await listDescribedCalls(server)
  const random = createRandom(seed)
  const sent = new Map(calls.map((call) => [call, 0]))
  const tokens = { member: '', admin: '' }
  const ids = new IdPool()
  const plan = await createPublishedPlan(server.app)

  await fundCapital(server.app, 'USD', 10_000_000n)

  const ensureToken = async ({ meta }: Call) => {
    const kind =
      meta.who === 'member' || (meta.who === 'anyone' && random() < 0.3) ? 'member' : 'admin'
    if (tokens[kind] === '') {
      await server.database.owner.query("delete from setting where name in ('pauses', 'countries')")

      const made = kind === 'member' ? await server.asMember() : await server.asAdmin('owner')
      if ('member' in made)
        await fundMember(server.app, made.member.id, {
          cash: 500_000n,
          invested: 100_000n,
          planVersionId: plan.id,
        })

      tokens[kind] = made.token
      ids.learn(random, 'member' in made ? made.member.id : made.admin.id)
    }

    return { kind, token: tokens[kind] } as const
  }

  const wrong: string[] = []
  const slow: { call: Call; request: SentRequest }[] = []
  let refused = 0
  const ask = async (call: Call) => {
    const sentRequest = request(random, call, ids, sent.get(call))
    const { kind, token } = await ensureToken(call)
    const started = performance.now()
    const answer = await server.send(sentRequest.method, sentRequest.path, {
      ...sentRequest,
      token,
    })

    if (performance.now() - started > SLOW_MS) slow.push({ call, request: sentRequest })

    const problem = findAnswerProblem(call, answer)
    sent.set(call, (sent.get(call) ?? 0) + 1)
    if (answer.status >= 400) refused += 1
    if (answer.status !== 404) ids.recordFoundIds(call.name, sentRequest.path)
    ids.learn(random, answer.text)
    if (answer.json?.code === 'signed_out' && tokens[kind] === token) tokens[kind] = ''

    if (problem)
      wrong.push(
        `${call.name}: ${problem}\n  ${sentRequest.method} ${sentRequest.path.slice(0, 200)} ` +
          `${String(sentRequest.body).slice(0, 400)}`,
      )
  }

  const turn = function* () {
    for (
      let open = calls;
      open.length > 0;
      open = open.filter((call) => !until(call, sent.get(call) ?? 0))
    )
      for (const call of open) if (!until(call, sent.get(call) ?? 0)) yield call
  }

  const turns = turn()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = turns.next(); !next.done; next = turns.next()) await ask(next.value)
    }),
  )

  await server.database.owner.query(FEW_STAFF)
  for (const { call, request } of slow)
    if (await isSlow(server, call, request, await ensureToken(call)))
      wrong.push(`${call.name} takes more than ${SLOW_MS} ms\n  ${request.method} ${request.path}`)

  return { sent, rejectedCount: refused, wrong }
}

/**
 * Requests by the thousand invite staff by the hundred, and all of them are mailed about what is
 * grave: how long a call takes is measured with a handful.
 */
const FEW_STAFF = `update staff set suspended_at = now(), suspended_reason = 'Too many'
  where suspended_at is null and id not in (select s.id from staff s
    join credential c on c.person_id = s.id and c.password_hash <> ''
    where s.role = 'owner' order by s.created_at desc limit 3)`

/**
 * A machine that does other things can stand still for seconds: slow is what is slow again, asked
 * alone, three times.
 */
async function isSlow(
  server: TestServer,
  call: Call,
  sentRequest: SentRequest,
  { token }: { token: string },
): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    const started = performance.now()
    const key = { ...sentRequest.headers, 'idempotency-key': `${call.name} ${tries}` }
    await server.send(sentRequest.method, sentRequest.path, { ...sentRequest, headers: key, token })
    if (performance.now() - started <= SLOW_MS) return false
  }

  return true
}
