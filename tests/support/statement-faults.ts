import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { openTestSession } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { createHttp } from '#platform/http/app.ts'
import { createMailboxMail } from '#platform/mail/mailbox.ts'
import {
  enforceMoneyGate,
  enforceStepUp,
  recordDownload,
  resolveSession,
  router,
} from '../../src/api.ts'
import { contract } from '../../src/contract.ts'
import { peekSession } from '../../src/sessions.ts'
import { createTestApp, type TestApp } from './app.ts'
import { type Changes, createChangeTracker, filterPostings, type Mark } from './changes.ts'
import {
  type Fault,
  type FaultyDatabase,
  type FaultyRun,
  faultyDatabase,
} from './faulty-database.ts'
import { DEEP } from './scale.ts'
import {
  another,
  type Call,
  createScenarioContext,
  type Scenario,
  type ScenarioAction,
  type ScenarioContext,
} from './scenario.ts'

/**
 * An installation whose commands run against a database that can be made to fail, and the means to
 * see what is left.
 */
export type Bench = {
  test: TestApp
  context: ScenarioContext
  faulty: FaultyDatabase
  /** The app under fault: everything of the installation, on the failing database. */
  app: App
  http: ReturnType<typeof createHttp>
  changes: Changes
  /** Files that were found to be lost, so that each is reported once. */
  lost: Set<string>
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const test = await createTestApp()
  const faulty = faultyDatabase(test.database.ownerUrl)
  const { clock, config } = test.app
  const app = {
    ...test.app,
    db: faulty.db,
    mail: createMailboxMail(faulty.db, clock, config.PUBLIC_URL),
  }

  const context = await createScenarioContext(test)

  return {
    test,
    context,
    faulty,
    app,
    http: createHttp({
      app,
      contract,
      router,
      resolveSession,
      peekSession,
      moneyGate: enforceMoneyGate,
      enforceStepUp,
      recordDownload,
    }),
    changes: await createChangeTracker(test.database.owner),
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

/** `outermost` is the call where there is one, which contains the command, and else the command. */
export type Ways = 'outermost' | 'both'

export type Examination = {
  name: string
  statements: string[]
  faults: number
  /** Faults after which the whole effect was there although the caller got a failure. */
  unacknowledged: number
  problems: string[]
}

export const formatScenarioName = ({ command, when }: Scenario, way: Way = 'command') =>
  `${command}${when ? ` ${when}` : ''}${way === 'call' ? ', as a call' : ''}`

/**
 * Tries the chosen faults on a command, on its call, or on both; says everything that was not all
 * or nothing.
 */
export async function examine(
  bench: Bench,
  scenario: Scenario,
  choose: Choice,
  ways: Ways,
): Promise<Examination[]> {
  const outermost = await examineWay(bench, scenario, 'call', choose)
  const examined =
    ways === 'both' && outermost.way === 'call'
      ? [await examineWay(bench, scenario, 'command', choose), outermost]
      : [outermost]

  await scenario.finish?.(bench.context)

  return examined
}

async function examineWay(bench: Bench, scenario: Scenario, requested: Way, choose: Choice) {
  const first = await ready(bench, scenario, requested)
  const { way } = first
  const name = formatScenarioName(scenario, way)
  const model = await runUndisturbed(bench, first, name)
  const faults = choose(model.statements, name)
  const problems: string[] = []
  let unacknowledged = 0
  let state: Ready | null = null

  for (const fault of faults) {
    state ??= await ready(bench, scenario, way)
    const verdict = await judge(bench, { ...model, scenario, way }, state, fault)
    problems.push(
      ...verdict.problems.map((problem) => formatProblem(name, fault, model.statements, problem)),
    )
    unacknowledged += verdict.unacknowledged ? 1 : 0
    if (verdict.changed) state = null
  }

  // in the gate what was prepared and left untouched is run; a deep run always runs once more
  if (DEEP || state) {
    const last = await runUndisturbed(bench, state ?? (await ready(bench, scenario, way)), name)
    if (String(last.effect) !== String(model.effect))
      problems.push(
        `${name}: after all faults it leaves ${formatChanges(last.effect)}, not ` +
          `${formatChanges(model.effect)}`,
      )
  }

  const { statements } = model

  return {
    name,
    statements,
    faults: faults.length,
    unacknowledged,
    problems,
    way,
  }
}

const formatProblem = (name: string, { at, kind }: Fault, statements: string[], problem: string) =>
  `${name}, statement ${at} of ${statements.length} ${kind}: ${problem}\n    ` +
  `${statements[at - 1]?.slice(0, 300)}`
const formatChanges = (changes: string[]) => (changes.length === 0 ? 'nothing' : changes.join(', '))

type Ready = { run(): Promise<unknown>; before: Mark; way: Way }

/** Prepares a run; of an action without a call as its command. */
async function ready(bench: Bench, scenario: Scenario, requested: Way): Promise<Ready> {
  const action = await scenario.prepare(bench.context)
  const way = action.call ? requested : 'command'
  const run = way === 'call' ? await asCall(bench, action) : () => action.run(bench.app)
  return { run, before: await bench.changes.mark(), way }
}

type Model = { statements: string[]; effect: string[] }

async function runUndisturbed(bench: Bench, state: Ready, name: string): Promise<Model> {
  const { statements, error } = await struck(bench, state, null)
  if (error) throw new Error(`${name} fails by itself: ${error}`, { cause: error })
  const effect = await bench.changes.since(state.before)
  invariant(effect.length > 0, `${name} changes something, or its scenario shows nothing`)
  return { statements, effect }
}

/**
 * One run; what it counts against limits on tries is given back, since a fault is no try of
 * a person.
 */
async function struck(bench: Bench, state: Ready, fault: Fault | null): Promise<FaultyRun> {
  await bench.test.database.owner.query('delete from rate_limit')
  return await bench.faulty.during(fault, state.run)
}

type JudgedModel = Model & { scenario: Scenario; way: Way }

/** Returns whether two changes are the same: those of a scenario whose counts vary by their tables. */
function isSameChange({ countsVary }: Scenario, one: readonly string[], other: readonly string[]) {
  const mask = (lines: readonly string[]) =>
    countsVary ? String(lines).replaceAll(/[+-]\d+/g, '') : String(lines)

  return mask(one) === mask(other)
}

async function judge(bench: Bench, model: JudgedModel, state: Ready, fault: Fault) {
  const { struck: reached, error } = await struck(bench, state, fault)
  const effect = await bench.changes.since(state.before)
  const { stages = [] } = model.scenario
  const whole = isSameChange(model.scenario, effect, model.effect)
  const staged = stages.some((stage) => isSameChange(model.scenario, stage, effect))
  const partial = effect.length > 0 && !whole && !staged
  const problems = [
    ...(reached ? [] : ['was never reached']),
    ...(partial
      ? [
          `left neither nothing nor the whole: ${formatChanges(effect)}, not ` +
            `${formatChanges(model.effect)}`,
        ]
      : []),
    ...(error || whole ? [] : [`answered as if done, and left ${formatChanges(effect)}`]),
    ...(error && whole ? untrueAnswer(model, fault, String(error)) : []),
    ...(await findLeftovers(bench)),
  ]

  const again = whole || staged
  if (again) problems.push(...(await checkReplay(bench, model, state, effect)))

  return {
    problems,
    changed: again || effect.length > 0,
    unacknowledged: whole && error !== undefined,
  }
}

/**
 * The caller can't know the outcome of a COMMIT that wasn't answered. It is no failure once it was
 * answered, and never 'not done'.
 */
function untrueAnswer({ statements }: Model, { at }: Fault, answer: string): string[] {
  const committed = statements.findLastIndex((text) => /^commit$/i.test(text)) + 1
  return [
    ...(committed > 0 && at > committed
      ? ['answered with a failure after its COMMIT was acknowledged']
      : []),
    ...(/not done|nothing was changed/i.test(answer)
      ? [`was done, and the answer is '${answer}'`]
      : []),
  ]
}

/**
 * Repeats what was carried out and not acknowledged: the ledger doesn't move twice, and the caller
 * gets no failure.
 */
async function checkReplay(
  bench: Bench,
  model: JudgedModel,
  state: Ready,
  effect: string[],
): Promise<string[]> {
  if (model.way === 'command' && model.scenario.repeatable) return []

  const error = await insisting(bench, state)
  const failed = error && !(model.way === 'command' && error instanceof DomainError)
  const now = await bench.changes.since(state.before)
  const moved = String(filterPostings(now)) !== String(filterPostings(model.effect))
  const ended =
    model.way === 'command' && !model.scenario.stages
      ? true
      : isSameChange(model.scenario, now, model.effect)

  return [
    ...(failed ? [`repeated, it fails: ${error}`] : []),
    ...(moved
      ? [`repeated, it moves money again: ${formatChanges(filterPostings(now))}. ${MOVED}`]
      : []),
    ...(ended || moved
      ? []
      : [`left ${formatChanges(effect)} and, repeated, ${formatChanges(now)}`]),
  ]
}

const MOVED =
  'Let it answer alike, or give its scenario `repeatable` and the `call` whose ' +
  'Idempotency-Key prevents it'

/** As a program does: a busy answer is asked again, for the server may still be rolling back. */
async function insisting(bench: Bench, state: Ready): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    const { error } = await struck(bench, state, null)
    if (!(error instanceof Busy) || tries === 1_000) return error
    await pause(10)
  }
}

class Busy extends Error {}

/** The action as a call with one key for all its tries. */
async function asCall(
  { context, http }: Bench,
  { call }: ScenarioAction,
): Promise<() => Promise<void>> {
  invariant(call, 'this action has a call')

  const { token } = await openTestSession(context.app, call.by)
  const request = buildRequest(call, token, another('key'))

  return async () => {
    const answer = await http.request(`${context.app.config.PUBLIC_URL}/api${call.path}`, request)
    if (answer.status < 400) return

    const { code, message } = (await answer.json()) as { code: string; message: string }
    if (code === 'busy' || code === 'in_progress') throw new Busy(message)

    throw answer.status >= 500
      ? new Error(message)
      : new DomainError(code, answer.status as 409, message)
  }
}

function buildRequest({ body, method: named }: Call, token: string, key: string): RequestInit {
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
 * What must not be there after any run: a connection that wasn't given back, an open transaction, a
 * row whose file is gone.
 */
async function findLeftovers(bench: Bench): Promise<string[]> {
  const { pool } = bench.faulty
  const { owner } = bench.test.database
  const leakedConnections = pool.totalCount - pool.idleCount
  let open = 1

  for (let tries = 0; open > 0 && tries < 1_000; tries++) {
    if (tries > 0) await pause(10) // the server notices a broken connection a moment later
    open = (await owner.query<{ open: number }>(OPEN)).rows[0]?.open ?? 0
  }

  return [
    ...(leakedConnections > 0 ? [`${leakedConnections} connections were not given back`] : []),
    ...(open > 0 ? [`${open} transactions were left open`] : []),
    ...(await newlyLost(bench)).map((key) => `the file ${key} is lost`),
  ]
}

async function newlyLost(bench: Bench): Promise<string[]> {
  const { named, found } = await listFiles(bench)
  const lost = named.filter((key) => !found.has(key) && !bench.lost.has(key))
  for (const key of lost) bench.lost.add(key)
  return lost
}

/** Proofs by their deposits, evidence by the proposals that were made on it. */
const NAMED_FILES = `select proof_key as key from deposit where proof_key is not null
  union all select content::jsonb ->> 'evidenceKey' from approvals.proposals where content::jsonb
  ? 'evidenceKey'`

async function listFiles({
  test,
  context,
}: Bench): Promise<{ named: string[]; found: Set<string> }> {
  const found = ['proofs', 'evidence'].flatMap((kind) => {
    const folder = join(context.app.config.DATA_DIR, 'files', kind)
    return existsSync(folder) ? readdirSync(folder).map((name) => `${kind}/${name}`) : []
  })
  const { rows } = await test.database.owner.query<{ key: string }>(NAMED_FILES)
  return { named: rows.map(({ key }) => key), found: new Set(found) }
}

/**
 * Files that no row names: a proof or an evidence whose transaction failed; harmless, and evidence
 * of nothing.
 */
export async function orphanFiles(bench: Bench): Promise<number> {
  const { named, found } = await listFiles(bench)
  return [...found].filter((key) => !named.includes(key)).length
}
