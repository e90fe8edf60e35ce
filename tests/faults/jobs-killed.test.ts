import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { openMonitoringCases } from '#modules/transaction-monitoring/commands/open-monitoring-cases.ts'
import { listMonitoringCases } from '#modules/transaction-monitoring/queries.ts'
import { requestMonitoredWithdrawal } from '#modules/transaction-monitoring/testing.ts'
import { REWRAP_BATCH } from '#modules/verification/commands/rewrap-documents.ts'
import { viewDocument } from '#modules/verification/commands/view-document.ts'
import { createDraft, declareDetails } from '#modules/verification/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { copyTestDocuments } from '../support/document-copies.ts'
import { startKillable } from '../support/killable-process.ts'
import { killHard } from '../support/launcher.ts'

const NOW = '2026-11-20T13:00:00Z'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ at: NOW })
})
afterAll(() => testApp.close())

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await testApp.database.owner.query(text, values)).rows[0].count

/** Starts a job in a process of its own. */
const startJob = (name: string, environment: Record<string, string> = {}) =>
  startKillable(testApp.database, ['job-in-process.ts', name, NOW], environment)

/** Kills a job by SIGKILL while it waits for what `lock` locks, and waits until its session ended. */
async function killWhileWaiting(
  lock: string,
  ...[name, environment]: Parameters<typeof startJob>
): Promise<void> {
  const { owner } = testApp.database
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    const job = startJob(name, environment)
    let session: number | undefined
    while (session === undefined) {
      await pause(20)
      const { rows } = await owner.query(
        `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      session = rows[0]?.pid
    }

    killHard(job.pid)
    expect(await job.ended).toMatchObject({ signal: 'SIGKILL' })
    await client.query('rollback')
    const sessions = 'select count(*)::int as count from pg_stat_activity where pid = $1'
    while ((await count(sessions, [session])) > 0) await pause(20)
  } finally {
    client.release()
  }
}

test('A monitoring run that is killed between its changes and its cases loses none of them', async () => {
  const { member } = await requestMonitoredWithdrawal(testApp.app)
  const waiting = () => count('select count(*)::int as count from monitoring_change')
  const before = await waiting()

  await killWhileWaiting('lock table monitoring_case in exclusive mode', 'transaction-monitoring')
  expect(await waiting()).toBe(before)
  expect(await listMonitoringCases(testApp.app.db, { memberId: member.id })).toEqual([])

  await openMonitoringCases(testApp.app)
  expect(await listMonitoringCases(testApp.app.db, { memberId: member.id })).toHaveLength(1)
  expect(await waiting()).toBe(0)
})

test('A rotation of document keys that is killed in the middle is finished by the next process, and no document needs the old key', async () => {
  const { app, database } = testApp
  const OLD = { id: '2026', hex: 'a'.repeat(64) }
  const NEXT = { id: '2027', hex: 'b'.repeat(64) }
  const withKey = (key: typeof OLD): App => ({
    ...app,
    config: { ...app.config, DOCUMENT_KEYS: [key], SECRET: undefined, SECRET_BEFORE: [] },
  })
  const countBy = (id: string) =>
    count('select count(*)::int as count from verification_document where key_id = $1', [id])

  const { admin } = await createTestAdmin(app, { role: 'support' })
  for (let n = 0; n < 3; n += 1) {
    const { member } = await createTestMember(app)
    await declareDetails(app, member)
    const draft = await createDraft(withKey(OLD), member)
    await copyTestDocuments(testApp, draft.id, 17)
  }
  const all = await countBy(OLD.id)
  expect(all).toBeGreaterThan(REWRAP_BATCH)

  const environment = { DOCUMENT_KEYS: `${NEXT.id}:${NEXT.hex},${OLD.id}:${OLD.hex}` }
  const last = 'select id from verification_document order by id desc limit 1 for update'
  await killWhileWaiting(last, 'verification-rewrap-documents', environment)
  expect(await countBy(NEXT.id), 'what was committed stays').toBe(
    Math.floor((all - 1) / REWRAP_BATCH) * REWRAP_BATCH,
  )

  const next = startJob('verification-rewrap-documents', environment)
  expect(await next.ended).toMatchObject({ code: 0 })
  expect([await countBy(OLD.id), await countBy(NEXT.id)]).toEqual([0, all])

  const { rows } = await database.owner.query('select id from verification_document')
  for (const { id } of rows)
    expect((await viewDocument(withKey(NEXT), admin, id)).type).toBe('image/png')
})
