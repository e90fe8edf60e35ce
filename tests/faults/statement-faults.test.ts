import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createId } from '#lib/ids.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { PROPOSAL_EXECUTORS } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { verifyLedger } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Fault, KINDS } from '../support/faulty-database.ts'
import { DEEP } from '../support/scale.ts'
import type { Scenario } from '../support/scenario.ts'
import {
  type Bench,
  type Choice,
  type Examination,
  examine,
  formatScenarioName,
  openBench,
  orphanFiles,
} from '../support/statement-faults.ts'

const PROJECT = join(import.meta.dirname, '../..')
const SEED = process.env.FAULT_SEED ?? String(Date.now() % 1_000_000)

const lists = import.meta.glob<Scenario[]>('../support/scenarios/*.ts', {
  eager: true,
  import: 'scenarios',
})
const scenarios = Object.values(lists)
  .flat()
  .sort((one, other) => Number(other.first ?? false) - Number(one.first ?? false))

let bench: Bench
const all: Examination[] = []

beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const each = (statements: string[]): Fault[] =>
  statements.flatMap((_, index) => KINDS.map((kind) => ({ at: index + 1, kind })))

/**
 * Where a torn command shows: a COMMIT that is not acknowledged, and what comes after the last one.
 */
const pickDecisiveFaults = (statements: string[]): Fault[] => {
  const last = statements.length
  const commits = statements.flatMap((text, index) => (/^commit$/i.test(text) ? [index + 1] : []))

  return [
    ...commits.map((at): Fault => ({ at, kind: 'fails after' })),
    ...(commits.includes(last) ? [] : [{ at: last, kind: 'fails before' } as const]),
  ]
}

/** By name and seed, so that one command alone tries the same faults again. */
const drawIndex = (name: string, n: number, among: number) =>
  createHash('sha256').update(`${SEED}/${name}/${n}`).digest().readUInt32BE() % among

/** The decisive faults, and `more` of the others by chance. */
const drawFaults = (statements: string[], name: string, more: number): Fault[] => {
  const sure = pickDecisiveFaults(statements)
  const rest = each(statements).filter(
    (one) => !sure.some(({ at, kind }) => at === one.at && kind === one.kind),
  )

  return [
    ...Array.from({ length: more }, (_, n) => rest[drawIndex(name, n, rest.length)] as Fault),
    ...sure,
  ]
}

const sample: Choice = (statements, name) => drawFaults(statements, name, 1)

/** In the gate one of four scenarios has a fault by chance as well; a deep run tries each fault. */
const choose: Choice = DEEP
  ? each
  : (statements, name) => drawFaults(statements, name, drawIndex(name, 1, 4) === 0 ? 1 : 0)

const commands = () =>
  globSync('src/modules/*/commands/*.ts', { cwd: PROJECT })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => name.replace(/^src\/modules\/([\w-]+)\/commands\/(.*)\.ts$/, '$1/$2'))

describe('one statement of a command fails', () => {
  test('every command has a scenario, and every scenario its command', () => {
    const known = new Set(scenarios.map(({ command }) => command))
    const missing = commands().filter((command) => !known.has(command))
    const how =
      'give each a scenario in tests/support/scenarios/<module>.ts, as ' +
      'tests/support/scenario.ts says'

    expect(missing, how).toEqual([])
    expect([...known].filter((command) => !commands().includes(command))).toEqual([])
  })

  test('every kind of proposal that is carried out has a scenario', () => {
    const tried = new Set(scenarios.map(({ decides }) => decides))
    const missing = (Object.keys(PROPOSAL_EXECUTORS) as Permission[]).filter(
      (permission) => !tried.has(permission),
    )
    const how = 'give each a scenario of backoffice/decide-proposal that names it in `decides`'

    expect(missing, how).toEqual([])
  })

  for (const scenario of scenarios)
    test(
      `${formatScenarioName(scenario)}: all of it or nothing`,
      async () => {
        const examined = await examine(bench, scenario, choose, DEEP ? 'both' : 'outermost')
        all.push(...examined)
        const problems = examined.flatMap((one) => one.problems)
        expect(problems, `with FAULT_SEED=${SEED}`).toEqual([])
      },
      DEEP ? 600_000 : 240_000,
    )

  test('the books are right after all of it, and no account is below zero', async () => {
    expect(await verifyLedger(bench.context.app.db)).toEqual([])

    const { rows } = await bench.test.database.owner.query(
      'select code, balance from ledger.account where balance < 0',
    )
    expect(rows).toEqual([])

    const total = (of: (one: Examination) => number) => all.reduce((sum, one) => sum + of(one), 0)
    console.log(
      `${commands().length} commands in ${all.length} ways, ` +
        `${total((one) => one.statements.length)} statements, ` +
        `${total((one) => one.faults)} faults, ${total((one) => one.unacknowledged)} carried out ` +
        `and not acknowledged, ` +
        `${total((one) => one.problems.length)} problems, ${await orphanFiles(bench)} orphan ` +
        `files, FAULT_SEED=${SEED}`,
    )
  })
})

describe('a command that is not whole is found out by the same sample', () => {
  /** A hold and the record of it, by a command that a test gives. */
  const holding = (
    command: string,
    run: (app: App, hold: Transfer, admin: Admin) => Promise<void>,
  ): Scenario => ({
    command,
    prepare: async ({ app, ines }) => {
      const { member } = await createTestMember(app)
      await fundMember(app, member.id, { cash: 10_000n })
      const [cash, held] = [
        toMemberAccountCode(member.id, 'cash'),
        toMemberAccountCode(member.id, 'hold_cash'),
      ]
      const hold = transfer(`withdrawal/${member.id}/hold`, 'withdrawal_held', cash, held, 100n)
      return { run: (on) => run(on, hold, ines) }
    },
  })

  const recordRequest = (tx: Tx, app: App, { reference }: Transfer, admin: Admin) =>
    record(tx, app.clock.now(), admin, 'withdrawal.requested', reference)
  const findProblems = async (scenario: Scenario) =>
    (await examine(bench, scenario, sample, 'both'))[0]?.problems.join('\n')

  test('two transactions where one is needed', async () => {
    const torn = holding('torn/hold', async (app, hold, admin) => {
      await app.db.transaction().execute((tx) => post(tx, [hold]))
      await app.db.transaction().execute((tx) => recordRequest(tx, app, hold, admin))
    })
    const problems = await findProblems(torn)
    expect(problems).toContain(
      'torn/hold, statement 3 of 6 fails after: left neither nothing nor the whole: ' +
        'ledger.account +2 -2, ledger.journal +1 -0, posted withdrawal_held member_cash → ' +
        'member_hold_cash 100, not',
    )

    expect(problems).toContain('\n    commit')
  })

  test('a failure that is swallowed', async () => {
    const silent = holding('silent/hold', (app, hold) =>
      app.db
        .transaction()
        .execute((tx) => post(tx, [hold]))
        .then(() => {})
        .catch(() => {}),
    )

    expect(await findProblems(silent)).toContain('answered as if done, and left nothing')
  })

  test('a step that happens again when it is repeated', async () => {
    const twice = holding('twice/hold', async (app, hold) => {
      await app.db
        .transaction()
        .execute((tx) => post(tx, [{ ...hold, idempotencyKey: createId('tx') }]))
    })
    expect(await findProblems(twice)).toContain('repeated, it moves money again')
  })

  test('a failure reported after the commit', async () => {
    const failing = holding('late/hold', async (app, hold) => {
      await app.db.transaction().execute((tx) => post(tx, [hold]))
      await sql`select 1`.execute(app.db)
    })
    expect(await findProblems(failing)).toContain(
      'answered with a failure after its COMMIT was acknowledged',
    )
  })
})
