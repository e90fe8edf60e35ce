import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { signIn } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { createHttp } from '#platform/http-app.ts'
import { mailboxMail } from '#platform/mail.ts'
import { freshGate, moneyGate, resolveSession, router } from '../../src/api.ts'
import { contract } from '../../src/contract.ts'
import { peekSession } from '../../src/sessions.ts'
import { type TestApp, testApp } from './app.ts'
import { type Changes, changesOf, type Mark, postingsIn } from './changes.ts'
import { type Fault, type FaultyDatabase, faultyDatabase, type Run } from './faulty-database.ts'
import { type Act, another, type Call, type House, openHouse, type Scenario } from './scenario.ts'

/**
 * A house whose commands run against a database that can be made to fail, and the means to see what
 * is left.
 */
export type Bench = {
  test: TestApp
  house: House
  faulty: FaultyDatabase
  /** The app under fault: everything of the house's, on the failing database. */
  app: App
  http: ReturnType<typeof createHttp>
  changes: Changes
  /** Files that were found to be lost, so that each is told once. */
  lost: Set<string>
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const test = await testApp()
  const faulty = faultyDatabase(test.database.ownerUrl)
  const { clock, config } = test.app
  const app = { ...test.app, db: faulty.db, mail: mailboxMail(faulty.db, clock, config.PUBLIC_URL) }
  const house = await openHouse(test.app)

  return {
    test,
    house,
    faulty,
    app,
    http: createHttp({ app, contract, router, resolveSession, peekSession, moneyGate, freshGate }),
    changes: await changesOf(test.database.owner),
    lost: new Set(),
    close: async () => {
      await faulty.close()
      await test.close()
    },
  }
}

/** Which faults to try on a run of these statements. */
export type Choice = (statements: string[], name: string) => Fault[]
type Way = 'command' | 'call'

export type Examined = {
  name: string
  statements: string[]
  faults: number
  /** Faults after which the whole effect was there although the caller was told of a failure. */
  unacknowledged: number
  problems: string[]
}

export const nameOf = ({ command, when }: Scenario, way: Way = 'command') =>
  `${command}${when ? ` ${when}` : ''}${way === 'call' ? ', as a call' : ''}`

/**
 * Tries the chosen faults on a command and, where it has one, on its call; says everything that was
 * not all or nothing.
 */
export async function examine(
  bench: Bench,
  scenario: Scenario,
  choose: Choice,
): Promise<Examined[]> {
  const command = await examineWay(bench, scenario, 'command', choose)
  const ways = command.hasCall
    ? [command, await examineWay(bench, scenario, 'call', choose)]
    : [command]

  await scenario.finish?.(bench.house)
  return ways
}

async function examineWay(bench: Bench, scenario: Scenario, way: Way, choose: Choice) {
  const name = nameOf(scenario, way)
  const first = await ready(bench, scenario, way)
  const model = await undisturbed(bench, first, name)
  const faults = choose(model.statements, name)
  const problems: string[] = []
  let unacknowledged = 0
  let state = await ready(bench, scenario, way)

  for (const fault of faults) {
    const verdict = await judge(bench, { ...model, scenario, way }, state, fault)
    problems.push(
      ...verdict.problems.map((problem) => placed(name, fault, model.statements, problem)),
    )
    unacknowledged += verdict.unacknowledged ? 1 : 0
    if (verdict.changed) state = await ready(bench, scenario, way)
  }

  const last = await undisturbed(bench, state, name)
  if (String(last.effect) !== String(model.effect))
    problems.push(
      `${name}: after all faults it leaves ${said(last.effect)}, not ${said(model.effect)}`,
    )

  const { statements } = model

  return {
    name,
    statements,
    faults: faults.length,
    unacknowledged,
    problems,
    hasCall: first.hasCall,
  }
}

const placed = (name: string, { at, kind }: Fault, statements: string[], problem: string) =>
  `${name}, statement ${at} of ${statements.length} ${kind}: ${problem}\n
       ${statements[at - 1]?.slice(0, 300)}`
const said = (changes: string[]) => (changes.length === 0 ? 'nothing' : changes.join(', '))

type Ready = { run(): Promise<unknown>; before: Mark; hasCall: boolean }

async function ready(bench: Bench, scenario: Scenario, way: Way): Promise<Ready> {
  const act = await scenario.prepare(bench.house)
  const run = way === 'call' ? await asCall(bench, act) : () => act.run(bench.app)
  return { run, before: await bench.changes.mark(), hasCall: act.call !== undefined }
}

type Model = { statements: string[]; effect: string[] }

async function undisturbed(bench: Bench, state: Ready, name: string): Promise<Model> {
  const { statements, error } = await struck(bench, state, null)
  if (error) throw new Error(`${name} fails by itself: ${error}`, { cause: error })
  const effect = await bench.changes.since(state.before)
  invariant(effect.length > 0, `${name} changes something, or its scenario shows nothing`)
  return { statements, effect }
}

/**
 * One run; what it counts against limits on tries is given back, since a fault is no try of
 * anybody's.
 */
async function struck(bench: Bench, state: Ready, fault: Fault | null): Promise<Run> {
  await bench.test.database.owner.query('delete from rate_limit')
  return await bench.faulty.during(fault, state.run)
}

type Judged = Model & { scenario: Scenario; way: Way }

async function judge(bench: Bench, model: Judged, state: Ready, fault: Fault) {
  const { struck: reached, error } = await struck(bench, state, fault)
  const effect = await bench.changes.since(state.before)
  const { stages = [] } = model.scenario
  const whole = String(effect) === String(model.effect)
  const staged = stages.some((stage) => String(stage) === String(effect))
  const partial = effect.length > 0 && !whole && !staged
  const problems = [
    ...(reached ? [] : ['was never reached']),
    ...(partial
      ? [`left neither nothing nor the whole: ${said(effect)}, not ${said(model.effect)}`]
      : []),
    ...(error || whole ? [] : [`answered as if done, and left ${said(effect)}`]),
    ...(error && whole ? untrueAnswer(model, fault, String(error)) : []),
    ...(await leftBehind(bench)),
  ]

  const again = whole || staged
  if (again) problems.push(...(await toldAgain(bench, model, state, effect)))

  return {
    problems,
    changed: again || effect.length > 0,
    unacknowledged: whole && error !== undefined,
  }
}

/**
 * Nobody knows what became of a COMMIT that wasn't answered; but it is no failure once it was, and
 * never 'not done'.
 */
function untrueAnswer({ statements }: Model, { at }: Fault, answer: string): string[] {
  const committed = statements.findLastIndex((text) => /^commit$/i.test(text)) + 1
  return [
    ...(committed > 0 && at > committed
      ? ['told of a failure after its COMMIT was acknowledged']
      : []),
    ...(/not done|nothing was changed/i.test(answer)
      ? [`was done, and the answer is '${answer}'`]
      : []),
  ]
}

/**
 * What was carried out and not acknowledged is told again: the ledger doesn't move twice, and
 * nobody gets a failure.
 */
async function toldAgain(
  bench: Bench,
  model: Judged,
  state: Ready,
  effect: string[],
): Promise<string[]> {
  if (model.way === 'command' && model.scenario.actsAgain) return []

  const error = await insisting(bench, state)
  const failed = error && !(model.way === 'command' && error instanceof DomainError)
  const now = await bench.changes.since(state.before)
  const moved = String(postingsIn(now)) !== String(postingsIn(model.effect))
  const ended =
    model.way === 'command' && !model.scenario.stages ? true : String(now) === String(model.effect)

  return [
    ...(failed ? [`told again it fails: ${error}`] : []),
    ...(moved ? [`told again it moves money again: ${said(postingsIn(now))}. ${MOVED}`] : []),
    ...(ended || moved ? [] : [`left ${said(effect)} and, told again, ${said(now)}`]),
  ]
}

const MOVED =
  'Let it answer alike, or give its scenario `actsAgain` and the `call` whose ' +
  'Idempotency-Key prevents it'

/** As a program does: a busy answer is asked again, for the server may still be rolling back. */
async function insisting(bench: Bench, state: Ready): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    const { error } = await struck(bench, state, null)
    if (!(error instanceof Busy) || tries === 100) return error
    await pause(10)
  }
}

class Busy extends Error {}

/** The act as a call with one key for all its tries. */
async function asCall({ house, http }: Bench, { call }: Act): Promise<() => Promise<void>> {
  invariant(call, 'this act has a call')

  const { token } = await signIn(house.app, call.by)
  const request = requestOf(call, token, another('key'))

  return async () => {
    const answer = await http.request(`${house.app.config.PUBLIC_URL}/api${call.path}`, request)
    if (answer.status < 400) return

    const { code, message } = (await answer.json()) as { code: string; message: string }
    if (code === 'busy' || code === 'in_progress') throw new Busy(message)

    throw answer.status >= 500
      ? new Error(message)
      : new DomainError(code, answer.status as 409, message)
  }
}

function requestOf({ body, method: named }: Call, token: string, key: string): RequestInit {
  const method = named ?? 'POST'
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  if (body instanceof FormData) return { method, headers, body }

  return {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

const OPEN = `select count(*)::int as open from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%'`

/**
 * What must not be there after any run: a connection nobody gave back, an open transaction, a row
 * whose file is gone.
 */
async function leftBehind(bench: Bench): Promise<string[]> {
  const { pool } = bench.faulty
  const { owner } = bench.test.database
  const kept = pool.totalCount - pool.idleCount
  let open = 1

  for (let tries = 0; open > 0 && tries < 200; tries++) {
    if (tries > 0) await pause(10) // the server notices a broken connection a moment later
    open = (await owner.query<{ open: number }>(OPEN)).rows[0]?.open ?? 0
  }

  return [
    ...(kept > 0 ? [`${kept} connections were not given back`] : []),
    ...(open > 0 ? [`${open} transactions were left open`] : []),
    ...(await newlyLost(bench)).map((key) => `the file ${key} is lost`),
  ]
}

async function newlyLost(bench: Bench): Promise<string[]> {
  const { named, found } = await filesOf(bench)
  const lost = named.filter((key) => !found.has(key) && !bench.lost.has(key))
  for (const key of lost) bench.lost.add(key)
  return lost
}

/** Proofs by their deposits, evidence by the proposals that were made on it. */
const NAMED_FILES = `select proof_key as key from deposit where proof_key is not null
  union all select content::jsonb ->> 'evidenceKey' from approvals.proposals where content::jsonb
  ? 'evidenceKey'`

async function filesOf({ test, house }: Bench): Promise<{ named: string[]; found: Set<string> }> {
  const found = ['proofs', 'evidence'].flatMap((kind) => {
    const folder = join(house.app.config.DATA_DIR, 'files', kind)
    return existsSync(folder) ? readdirSync(folder).map((name) => `${kind}/${name}`) : []
  })
  const { rows } = await test.database.owner.query<{ key: string }>(NAMED_FILES)
  return { named: rows.map(({ key }) => key), found: new Set(found) }
}

/**
 * Files that no row names: a proof or an evidence whose transaction failed; harmless, and nobody's
 * evidence.
 */
export async function orphanFiles(bench: Bench): Promise<number> {
  const { named, found } = await filesOf(bench)
  return [...found].filter((key) => !named.includes(key)).length
}
