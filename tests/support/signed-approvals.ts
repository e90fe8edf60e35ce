import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { EQUITY, type Transfer, toCustodyAccountCode } from '#modules/ledger/model.ts'
import { computePostingHash } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { createReceipt, transfer } from '#modules/ledger/testing.ts'
import { appendLog } from '#modules/transparency/commands/append-log.ts'
import { formatTilePath } from '#modules/transparency/model.ts'
import { findCheckpoint, findTile } from '#modules/transparency/queries.ts'
import type { App } from '#platform/app.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { compareKeys, LedgerVerifier, readLogKeys } from '../../scripts/check-rows.mjs'
import type { TestApp } from './app.ts'
import { type Line, readExportLines } from './rows.ts'

export type Forged = { id: string; list: Transfer[]; statement: string }

/** Proposes capital, as a server does that was taken over: all it needs is its own login. */
export async function proposeCapital(tx: Tx, proposer: string, decider: string): Promise<Forged> {
  const id = createId('prp')
  const receipt = await createReceipt(tx, 'USD', 5_000_000n)
  const bank = toCustodyAccountCode('USD')
  const list = [transfer(id, 'capital_paid_in', bank, EQUITY, 5_000_000n, { receipt })]
  const now = new Date()
  await sql`select approvals.propose(${id}, 'capital.record', 'cap_x', '{}',
    ${await computePostingHash(tx, list)}, ${proposer}, 'Ines', ${now},
    ${new Date(now.getTime() + 3_600_000)})`.execute(tx)
  const { rows } = await sql<{ statement: string }>`
    select approvals.get_statement(${id}, ${decider}) as statement`.execute(tx)

  return {
    id,
    list: list.map((leg) => ({ ...leg, approval: id })),
    statement: rows[0]?.statement ?? '',
  }
}

/** Approves a proposal in the name of an admin. */
export const decideForged = (tx: Tx, { id }: Pick<Forged, 'id'>, decider: string) =>
  sql`select approvals.decide(${id}, true, sha256('{}'), ${decider}, 'A second admin', now(),
    null)`.execute(tx)

/** Stores a signature of what was approved. */
export async function storeForged(
  tx: Tx,
  { id, statement }: Forged,
  answer: PasskeyAnswer,
  keyId?: string,
): Promise<void> {
  const [authenticatorData, clientData, signature] = [
    'authenticatorData',
    'clientDataJSON',
    'signature',
  ].map((name) => Buffer.from(String(answer.response[name]), 'base64url'))
  const { rows } = await sql<{ id: string }>`
    select id from approvals.keys where credential_id = ${answer.id}`.execute(tx)
  await sql`select approvals.sign(${id}, ${statement}, ${keyId ?? rows[0]?.id ?? 'none'},
    ${authenticatorData}, ${clientData}, ${signature}, clock_timestamp())`.execute(tx)
}

/** Approves in a database that doesn't check by which key, as its owner can make it. */
export async function skipSignatureCheck<T>(
  { database: { owner } }: Pick<TestApp, 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  await owner.query('alter table approvals.signature disable trigger check_signature')

  try {
    return await work()
  } finally {
    await owner.query('alter table approvals.signature enable trigger check_signature')
  }
}

export type SignForged = (id: string, statement: string) => Promise<PasskeyAnswer>

/** Approves capital of one admin as another, signed by what `sign` returns, and posts it. */
export async function approveForged(
  { app }: Pick<TestApp, 'app'>,
  { proposer, decider, sign }: { proposer: string; decider: string; sign: SignForged },
): Promise<string> {
  const forged = await runInTransaction(app.db, (tx) => proposeCapital(tx, proposer, decider))
  const answer = await sign(forged.id, forged.statement)
  await runInTransaction(app.db, async (tx) => {
    await decideForged(tx, forged, decider)
    await storeForged(tx, forged, answer)
    await post(tx, forged.list)
  })

  return forged.id
}

type Checked = { database: TestApp['database']; app: Pick<App, 'db'> }

/** Returns what check-rows finds in the export and the log, which is written to a folder. */
export async function listRowProblems(
  { database, app }: Checked,
  folder: string,
  change: (lines: Line[]) => void = () => {},
): Promise<string[]> {
  const problems: string[] = []
  await writeLogMirror(app.db, folder)
  const log = readLogKeys(folder)
  const report = (problem: string) => problems.push(problem)
  const verifier = new LedgerVerifier(report, [], log.live, [log.heads])
  const lines = await readExportLines(database)
  change(lines)
  for (const line of lines) verifier.read(JSON.stringify(line))
  verifier.end()
  compareKeys(verifier, log)

  return problems
}

/** Appends to the log as if it were a month ago: the keys that it shows have waited. */
export async function appendLogLongAgo({ app }: Pick<TestApp, 'app'>): Promise<void> {
  const now = app.clock.now().toISOString()
  app.clock.advance(-30 * DAY_MS)
  await appendLog(app)
  app.clock.set(now)
}

/** Writes the log as a mirror has it. */
export async function writeLogMirror(db: App['db'], folder: string): Promise<void> {
  const checkpoint = await findCheckpoint(db)
  if (!checkpoint) throw new Error('no checkpoint')
  writeFileSync(join(folder, 'checkpoint'), checkpoint.note)
  for (let tile = 0; tile * 256 < checkpoint.size; tile++) {
    const at = {
      level: 'entries',
      tile,
      width: Math.min(256, checkpoint.size - tile * 256),
    } as const
    const path = join(folder, formatTilePath(at))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, (await findTile(db, at)) ?? '')
  }
}
