import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAuditEvents } from '#modules/audit/commands/chain-audit-events.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createCompletedDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { writeAnchor } from '#modules/integrity/commands/write-anchor.ts'
import { formatProblemKey, type LedgerAnchor, type Problem } from '#modules/integrity/model.ts'
import {
  exportLedgerRows,
  listAnchorProblems,
  listMissingAnchors,
  runVerification,
} from '#modules/integrity/queries.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { createIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { Reader } from '#platform/db/db.ts'
import { LedgerVerifier } from '../../scripts/check-rows.mjs'
import { seedSandbox } from '../../src/seed.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { tamperAndUndo } from '../support/tampering.ts'
import { TAMPERINGS, type Tampering } from '../support/tamperings.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/security/tampering.md')
const OBSERVERS = ['refused', 'minute', 'whole', 'rows', 'anchor'] as const
type Observer = (typeof OBSERVERS)[number]

let testApp: TestApp
/** As published outside the database. */
let anchor: LedgerAnchor
/** What each observer finds without a tampering: sample data has no confirmed outside balance. */
let known: ReadonlySet<string>
const lines: string[] = []

beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  await seedSandbox(app)
  await chainJournal(app)
  await requestWithdrawals()
  await chainJournal(app)
  await writeBalanceSnapshots(app)
  await chainAuditEvents(app)

  const written = await writeAnchor(app)
  if (!written) throw new Error('something is chained')
  anchor = written

  await createTestMember(app)
  await chainAuditEvents(app)
  await checkIntegrity(app, { whole: true })

  known = new Set()
  known = new Set(Object.values(await observe({ as: 'superuser', statements: 'select 1' })).flat())
}, 120_000)
afterAll(() => testApp.close())

/**
 * A member's withdrawals: one pending, one approved, one rejected; quotes in two coins; and income
 * that is not paid.
 */
async function requestWithdrawals() {
  const { app } = testApp
  const plan = await createPublishedPlan(app, { name: 'TAMPERED' })
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)
  for (const method of ['BITCOIN', 'USDT'])
    await quoteDeposit(app, member, { planId: plan.id, amount: '2000', method })
  await createCompletedDeposit(app, member, admin, { planId: plan.id, amount: '5000' })
  await createIncome(app, { planId: plan.planId, cents: 5_000n })

  const request = () =>
    requestWithdrawal(app, member, { amount: '100', method: 'USDT', address: TEST_ADDRESS })
  await request()
  await approveReviewed(app, admin, (await request()).id)
  await rejectWithdrawal(app, admin, { withdrawalId: (await request()).id, reason: 'A test' })
}

const listNew = (problems: readonly Problem[]) =>
  problems.map(formatProblemKey).filter((key) => !known.has(key))

async function recordCheck(reader: Reader, whole: boolean): Promise<Problem[]> {
  const { rows } = await sql<{ problems: Problem[] }>`
    select problems from record_check(${whole}, ${testApp.app.clock.now()}, '[]')`.execute(reader)
  return rows.flatMap(({ problems }) => problems)
}

async function verify(reader: Reader): Promise<Problem[]> {
  const problems: Problem[] = []
  for await (const step of runVerification(reader, [anchor], testApp.app.clock.now(), 'x'))
    if (step.name !== 'published anchors') problems.push(...step.problems)
  return problems
}

/** Reads the exported rows as `node scripts/check-rows.mjs` does. */
async function checkRows(reader: Reader): Promise<string[]> {
  const problems: string[] = []
  const verifier = new LedgerVerifier((problem: string) => problems.push(problem))
  let text = ''
  for await (const piece of exportLedgerRows(reader)) text += piece
  for (const line of text.trimEnd().split('\n')) verifier.read(line)
  verifier.end()
  return problems
}

/** Lists what each observer finds after a tampering, which is undone. */
const observe = ({
  as,
  statements,
}: Pick<Tampering, 'as' | 'statements'>): Promise<Record<Observer, string[]>> =>
  tamperAndUndo(testApp.database, { as, statements }, async ({ reader, refused }) => {
    if (!reader) return { refused: [refused], minute: [], whole: [], rows: [], anchor: [] }

    const minute = listNew(await recordCheck(reader, false))
    const whole = listNew([...(await recordCheck(reader, true)), ...(await verify(reader))])
    const outside = [
      ...(await listAnchorProblems(reader, [anchor])),
      ...(await listMissingAnchors(reader, [anchor], 'x')),
    ]
    return {
      refused: [],
      minute,
      whole,
      anchor: outside.map(formatProblemKey),
      rows: await checkRows(reader),
    }
  })

test.each(TAMPERINGS.map((one, index) => [index + 1, one.as, one.what, one] as const))(
  '%i, as %s: %s is noticed, or the list gives the reason',
  async (number, as, what, tampering) => {
    const found = await observe(tampering)
    const noticed = OBSERVERS.filter((observer) => found[observer].length > 0)
    if (process.env.SHOW_TAMPERINGS) console.log(number, what, JSON.stringify(found, null, 1))

    const cells = OBSERVERS.map((observer) => (noticed.includes(observer) ? 'yes' : '–'))
    lines.push(`| ${[number, as, what, ...cells].join(' | ')} |`)

    expect(noticed.length > 0, JSON.stringify(found)).toBe(tampering.unnoticed === undefined)
  },
)

test('untouched, nothing is found (control)', async () => {
  const found = await observe({ as: 'candor_app', statements: 'select 1' })
  expect(found).toEqual({ refused: [], minute: [], whole: [], rows: [], anchor: [] })
})

test('docs/security/tampering.md has this table, and the reasons', () => {
  const reasons = TAMPERINGS.flatMap(({ unnoticed }, index) =>
    unnoticed ? [`| ${index + 1} | ${unnoticed} |`] : [],
  )
  const written = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))

  expect(written).toEqual([...lines, ...reasons])
})
