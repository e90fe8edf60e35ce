import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAuditEvents } from '#modules/audit/commands/chain-audit-events.ts'
import { systemActor } from '#modules/audit/model.ts'
import { findChainHead } from '#modules/audit/queries.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { formatAnchor, type LedgerAnchor } from '#modules/integrity/model.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import type { TestDatabase } from '../support/database.ts'
import { PROJECT } from '../support/launcher.ts'
import { ledgerUnderLoad, member, postDeposit } from '../support/ledger-load.ts'

let database: TestDatabase
let folder: string
let publishedAnchor: LedgerAnchor

beforeAll(async () => {
  database = await ledgerUnderLoad()
  folder = mkdtempSync(join(tmpdir(), 'candor-test-'))

  for (let n = 0; n < 5; n++) {
    await database.db
      .transaction()
      .execute((tx) => postDeposit(tx, `fund/${n}`, member(n + 1), 50n))
    await database.owner.query('select ledger.append_block()')
  }

  const head = await findJournalHead(database.db)
  if (!head) throw new Error('something is chained')

  publishedAnchor = {
    day: '2026-11-20',
    ...head,
    owed: 250n,
    publishedAt: new Date(0),
    auditHead: null,
  }
}, 180_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

type ScriptResult = { code: number; output: string }

/** `npm run verify` against this database, with these anchors. */
function verify(
  anchors: LedgerAnchor[] = [publishedAnchor],
  more: Record<string, string> = {},
): Promise<ScriptResult> {
  const ANCHOR_DIR = mkdtempSync(join(folder, 'anchors-'))
  for (const anchor of anchors) writeFileSync(join(ANCHOR_DIR, anchor.day), formatAnchor(anchor))
  for (const [name, text] of Object.entries(more)) writeFileSync(join(ANCHOR_DIR, name), text)

  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: folder,
    ANCHOR_DIR,
  }

  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(PROJECT, 'scripts/verify.js')],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

/** What a superuser does with triggers off, and undoes afterwards. */
async function verifyTampered(change: string, undo: string): Promise<ScriptResult> {
  const alone = async (statement: string) => {
    const client = await database.owner.connect()
    await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
    client.release()
  }

  await alone(change)

  const ended = await verify()
  await alone(undo)

  return ended
}

test('A ledger that is as it was written ends with 0, and the output says how much was read', async () => {
  const { code, output } = await verify()
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('10 chained rows in 5 blocks'),
  })
  expect(output).toContain('1 anchors')
  expect(output).toContain('The ledger is as it was written.')
  expect(output).not.toContain('WRONG')
  expect(output).not.toContain('Not compared')
})

test('a row that a superuser changed with triggers off is named, and it ends with 1', async () => {
  const { code, output } = await verifyTampered(
    'update ledger.journal set amount = amount + 1 where id = 6',
    'update ledger.journal set amount = amount - 1 where id = 6',
  )

  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining('row was changed (row 6, number 6, block 3'),
  })
  expect(output).toContain('The ledger is wrong in')
})

test('a tail that was cut off without a trace inside differs from the anchor outside', async () => {
  const { code, output } = await verify([{ ...publishedAnchor, block: 6n, seq: 12n }])
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining('the chain ends with block 5, but block 6 was published'),
  })
})

test('an audit log that was changed, or cut off behind an anchored place, is named', async () => {
  await database.db
    .transaction()
    .execute((tx) => record(tx, new Date(0), systemActor, 'plan.published', 'pln_1'))
  await chainAuditEvents(database)

  const { place, hash } = await findChainHead(database.db)
  const auditHead = { place, hash: hash ?? '' }
  const { code, output: verifierOutput } = await verify([
    { ...publishedAnchor, auditHead },
    { ...publishedAnchor, day: '2026-11-19', auditHead: { ...auditHead, place: place + 1n } },
    { ...publishedAnchor, day: '2026-11-18', auditHead: { place, hash: '0'.repeat(64) } },
  ])

  expect(code).toBe(1)
  expect(verifierOutput).toMatch(
    /invariant 13: the audit log ends with .* \(anchor of 2026-11-19\)/,
  )
  expect(verifierOutput).toMatch(
    /invariant 13: place 1 of the audit log .* \(anchor of 2026-11-18\)/,
  )
  expect(verifierOutput).not.toContain('anchor of 2026-11-20')

  const { output } = await verifyTampered(
    "update audit_event set actor_label = 'Another person'",
    "update audit_event set actor_label = 'Candor'",
  )
  expect(output).toMatch(/invariant 13: the event aev_\w+ is not as it was written \(place 1\)/)
})

test('a file that is no anchor is reported and left out', async () => {
  const { code, output } = await verify([publishedAnchor], { spoilt: 'x' })
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('spoilt is not an anchor'),
  })
  expect(output).toContain('1 anchors')
})

test('a published day without its anchor is a problem; no anchor at all is reported', async () => {
  await database.owner.query(
    'insert into anchor select $1, block, last_seq, $2, 250, now() from ' +
      'ledger.chain_block where block = $3',
    [publishedAnchor.day, publishedAnchor.hash, String(publishedAnchor.block)],
  )

  expect(await verify()).toMatchObject({ code: 0 })

  const { code, output } = await verify([])
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/invariant 5: the anchor of 2026-11-20 is not in \/.*anchors-/),
  })
  expect(output).toContain('Not compared with an anchor')
  expect(output).toContain('docs/operating/verifying.md')
})

test('the ledger of a newer release is refused with a sentence, not verified by older rules', async () => {
  await database.owner.query(
    `insert into migration (name, sha256, release)
     values ('schema/9999-later.sql', repeat('0', 64), '99.0.0')`,
  )
  const { code, output } = await verify()
  await database.owner.query("delete from migration where name = 'schema/9999-later.sql'")

  expect(code).toBe(1)
  expect(output).toContain('The database was migrated by release 99.0.0')
  expect(output).not.toContain('    at ')
})
