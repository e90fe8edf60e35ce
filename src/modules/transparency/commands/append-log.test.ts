import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { payCapital } from '#modules/treasury/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getLogKeys, verifyAnySignature } from '../adapters/log-keys.ts'
import {
  createTreeReader,
  isConsistent,
  openCheckpoint,
  parseEntry,
  splitBundle,
} from '../model.ts'
import { createTileReader, findCheckpoint, findTile } from '../queries/log.ts'
import { appendEntries, lockLog } from '../steps/append-entries.ts'
import { signLog } from '../steps/sign-log.ts'
import { appendLog } from './append-log.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const readCheckpoint = async () => {
  const { app } = testApp
  const stored = await findCheckpoint(app.db)
  if (!stored) throw new Error('no checkpoint')
  return { stored, opened: openCheckpoint(stored.note, getLogKeys(app.config), verifyAnySignature) }
}
async function readEntries() {
  const { opened } = await readCheckpoint()
  const entries = []
  for (let tile = 0; tile * 256 < opened.size; tile++) {
    const width = Math.min(256, opened.size - tile * 256)
    const bundle = await findTile(testApp.app.db, { level: 'entries', tile, width })
    entries.push(...splitBundle(bundle ?? new Uint8Array()).map(parseEntry))
  }
  return entries
}
const refuse = (statement: string) =>
  expect(testApp.database.pool.query(statement)).rejects.toThrow()

test('The first run records keys, texts and figures, and signs them by both algorithms', async () => {
  await appendLog(testApp.app)
  const entries = await readEntries()
  const kinds = entries.map(({ kind }) => kind)
  expect(kinds[0]).toBe('log-key')
  expect(kinds).toContain('coverage')
  expect(entries.filter(({ kind }) => kind === 'text').map(({ subject }) => subject)).toEqual([
    'consent/terms',
    'consent/risk-disclosure',
    'warning/pages',
    'warning/short',
    'rules/shipped',
  ])

  const { opened } = await readCheckpoint()
  expect(opened.size).toBe(entries.length)
  expect(opened.signatures).toHaveLength(2)
})

test('Without a change nothing is appended, however often the job runs', async () => {
  const { app } = testApp
  await appendLog(app)
  const { opened: before } = await readCheckpoint()
  for (let run = 0; run < 3; run++) {
    app.clock.advance(60_000)
    await appendLog(app)
  }
  expect((await readCheckpoint()).opened.size).toBe(before.size)
})

test('A posting, a published plan and a day each append what changed, once', async () => {
  const { app } = testApp
  await appendLog(app)
  const { opened: before } = await readCheckpoint()
  await payCapital(app, 100_000n)
  await chainJournal(app)
  const { planId } = await createPublishedPlan(app)
  app.clock.advance(DAY_MS)
  await appendLog(app)

  const added = (await readEntries()).slice(before.size)
  const find = (kind: string) => added.filter((entry) => entry.kind === kind)
  expect(find('ledger-head')).toEqual([
    expect.objectContaining({ body: expect.objectContaining({ hash: expect.any(String) }) }),
  ])
  expect(find('plan-version').map(({ body }) => body.plan)).toEqual([planId])
  expect(find('coverage')).toHaveLength(1)

  const { stored } = await readCheckpoint()
  const reader = createTreeReader(stored.size, createTileReader(app.db))
  expect(isConsistent(before, stored, await reader.proveConsistency(before.size))).toBe(true)
})

test('The database refuses to rewrite, remove, insert or fork what is in the log', async () => {
  await appendLog(testApp.app)
  await refuse(`update log_entry set kind = 'text'`)
  await refuse('delete from log_entry')
  await refuse('truncate log_entry cascade')
  await refuse('update log_checkpoint set note = note')
  await refuse('delete from log_checkpoint')
  await refuse('delete from log_node')
  await refuse(`insert into log_entry select (select max(position) + 2 from log_entry),
    kind, subject, body, content, leaf from log_entry limit 1`)
  await refuse(`insert into log_entry select (select max(position) + 1 from log_entry),
    kind, subject, '{"other": 1}', content, leaf from log_entry limit 1`)
  await refuse(`insert into log_entry select (select max(position) + 1 from log_entry),
    kind, subject, body, content, sha256(leaf) from log_entry limit 1`)
  await refuse(`insert into log_checkpoint select size - 1, root, replace(note, size::text,
    (size - 1)::text), signed_at from log_checkpoint order by size desc limit 1`)
})

test('More entries than a tile holds give whole tiles and a root that continues', async () => {
  const { app } = testApp
  await appendLog(app)
  const { opened: before } = await readCheckpoint()
  await runInTransaction(app.db, async (tx) => {
    await lockLog(tx)
    const at = app.clock.now().toISOString()
    const entries = Array.from({ length: 600 }, (_, number) => ({
      kind: 'text' as const,
      subject: `test/${number}`,
      at,
      body: { number },
    }))
    await appendEntries(tx, entries)
    await signLog(tx, app)
  })

  const { stored, opened } = await readCheckpoint()
  expect(opened.size).toBe(before.size + 600)
  expect(await findTile(app.db, { level: 1, tile: 0, width: 2 })).toHaveLength(64)
  expect(await findTile(app.db, { level: 1, tile: 0, width: 3 })).toBeNull()
  const reader = createTreeReader(stored.size, createTileReader(app.db))
  expect(Buffer.from(await reader.readRoot())).toEqual(stored.root)
  expect(await readEntries()).toHaveLength(opened.size)
})

test('Two runs at once append each change once', async () => {
  const { app } = testApp
  await payCapital(app, 1_000n)
  await chainJournal(app)
  await Promise.all([appendLog(app), appendLog(app), appendLog(app)])
  const heads = (await readEntries()).filter(({ kind }) => kind === 'ledger-head')
  expect(new Set(heads.map(({ body }) => body.seq)).size).toBe(heads.length)
})

test('A key that replaces another one signs beside it, and the log records both', async () => {
  const { app } = testApp
  await appendLog(app)
  const LOG_KEY = 'another key of the log, for this test alone'
  const config = { ...app.config, LOG_KEY, LOG_KEY_BEFORE: [app.config.SECRET ?? ''] }
  await appendLog({ ...app, config })

  const { opened } = await readCheckpoint()
  expect(opened.signatures).toHaveLength(2)
  const last = (await readEntries()).findLast(({ kind }) => kind === 'log-key')
  expect(last?.body.vkeys).toHaveLength(4)
})
