import { sql } from 'kysely'
import { listUnsignedApprovals } from '#modules/approvals/queries.ts'
import { checkLinks, findChainHead } from '#modules/audit/queries.ts'
import { type LedgerProblem, listPostingRuleDifferences } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { LedgerAnchor, Problem } from '../model.ts'
import { listAnchorProblems, listMissingAnchors } from './anchor-problems.ts'
import { listCustodyProblems } from './problems.ts'

export type VerificationStep = { name: string; problems: Problem[] }

/**
 * The steps of a verification in their order, each from the first row. Screens display the names.
 */
const STEPS: readonly [name: string, check: (tx: Reader, now: Date) => Promise<Problem[]>][] = [
  ['hash chain, row by row', (tx) => listLedgerProblems(tx, 'chain', () => 5)],
  ['balances and movements, row by row', (tx) => listLedgerProblems(tx, 'balances', pickInvariant)],
  ['sums by account type and date', (tx) => listLedgerProblems(tx, 'snapshots', () => 2)],
  [
    'currencies, income, promotion, idempotency keys',
    (tx) => runSqlCheck(tx, sql`ledger.check_sums()`),
  ],
  ['deposits against the journal', listDepositProblems],
  ['withdrawals against the journal', listWithdrawalProblems],
  ['positions against principal', (tx) => runSqlCheck(tx, sql`check_positions(null)`)],
  ['returns against payouts and journal', (tx) => listReturnProblems(tx)],
  ['terms, incomes, losses, rewards and rates against what was approved', listContentProblems],
  ['signatures of approvals', listSignatureProblems],
  ['posting rules against those of this version', listPostingRuleProblems],
  ['external balances', listCustodyProblems],
  ['audit log, event by event', (tx) => listAuditLogProblems(tx)],
]

/** The number of steps of a verification, including the comparison with anchors. */
export const STEPS_TO_VERIFY = STEPS.length + 1

const runSqlCheck = async (reader: Reader, check: ReturnType<typeof sql>): Promise<Problem[]> =>
  (await sql<Problem>`select * from ${check} limit 1000`.execute(reader)).rows

const listReturnProblems = async (reader: Reader): Promise<Problem[]> => [
  ...(await runSqlCheck(reader, sql`check_payouts(null)`)),
  ...(await runSqlCheck(reader, sql`check_return_rows(0)`)),
  ...(await runSqlCheck(reader, sql`check_distributions(null)`)),
  ...(await runSqlCheck(reader, sql`check_incomes()`)),
  ...(await runSqlCheck(reader, sql`check_accruals(null)`)),
]

async function listDepositProblems(reader: Reader): Promise<Problem[]> {
  return [
    ...(await runSqlCheck(reader, sql`check_deposits(null)`)),
    ...(await runSqlCheck(reader, sql`ledger.check_receipts()`)),
  ]
}

async function listWithdrawalProblems(reader: Reader): Promise<Problem[]> {
  return [
    ...(await runSqlCheck(reader, sql`check_withdrawals(null)`)),
    ...(await runSqlCheck(reader, sql`check_withdrawal_rows(0)`)),
  ]
}

async function listContentProblems(reader: Reader): Promise<Problem[]> {
  return [
    ...(await runSqlCheck(reader, sql`check_versions()`)),
    ...(await runSqlCheck(reader, sql`check_results(0)`)),
    ...(await runSqlCheck(reader, sql`check_rewards(0, null)`)),
    ...(await runSqlCheck(reader, sql`check_approvals(0, null)`)),
    ...(await runSqlCheck(reader, sql`check_rates(0)`)),
  ]
}

async function listSignatureProblems(reader: Reader): Promise<Problem[]> {
  return (await listUnsignedApprovals(reader)).map((subject) => ({
    invariant: 11,
    problem: 'approval is not signed by the admin who gave it',
    subject,
  }))
}

async function listPostingRuleProblems(reader: Reader): Promise<Problem[]> {
  return (await listPostingRuleDifferences(reader)).map((subject) => ({
    invariant: 11,
    problem: 'posting rule differs from the list of this version',
    subject,
  }))
}

async function listLedgerProblems(
  reader: Reader,
  part: 'chain' | 'balances' | 'snapshots',
  getInvariant: (problem: string) => number,
): Promise<Problem[]> {
  const { rows } = await sql<LedgerProblem>`
    select * from ${sql.raw(`ledger.verify_${part}()`)} order by journal_id nulls last, seq limit
    1000`.execute(reader)
  return rows.map(({ problem, block, seq, journal_id, detail }) => ({
    invariant: getInvariant(problem),
    problem,
    subject: [
      ...(journal_id === null ? [] : [`row ${journal_id}`]),
      ...(seq === null ? [] : [`number ${seq}`]),
      ...(block === null ? [] : [`block ${block}`]),
      ...(detail === null ? [] : [detail]),
    ].join(', '),
  }))
}

const pickInvariant = (problem: string) => (problem.startsWith('row breaks') ? 11 : 2)

/** Recomputes the audit log's hash chain from its first place and lists what is wrong. */
async function listAuditLogProblems(reader: Reader): Promise<Problem[]> {
  const { place } = await findChainHead(reader)
  for (let after = 0n; ; ) {
    const { reached, wrong } = await checkLinks(reader, after)

    if (wrong) return [{ invariant: 13, problem: wrong.problem, subject: `place ${wrong.place}` }]
    if (reached >= place || reached === after) return []
    after = reached
  }
}

/**
 * Verifies the whole ledger in one snapshot and yields the problems after each step. The reader
 * must be a transaction of its own. It may take minutes, so its statements have no time limit.
 */
export async function* runVerification(
  tx: Reader,
  anchors: readonly LedgerAnchor[],
  now: Date,
  folder: string,
): AsyncGenerator<VerificationStep> {
  await sql`set local statement_timeout = 0`.execute(tx)
  for (const [name, check] of STEPS) yield { name, problems: await check(tx, now) }

  const missing = await listMissingAnchors(tx, anchors, folder)
  yield {
    name: 'published anchors',
    problems: [...missing, ...(await listAnchorProblems(tx, anchors))],
  }
}
