import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScreeningLists } from '#modules/compliance/commands/load-lists.ts'
import { screenMembers } from '#modules/compliance/commands/screen-members.ts'
import { countDueMembers } from '#modules/compliance/queries.ts'
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

/** More than are screened in two transactions. */
const SCREENED_MEMBERS = 450

/** Returns two names that no other number's resemble. */
const inventNames = (n: number): [string, string] => {
  const letters = createHash('sha256').update(String(n)).digest('hex')
  const name = letters.replaceAll(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  return [name.slice(0, 9), name.slice(9, 18)]
}

const buildListFile = (persons: readonly number[]) => {
  const individuals = persons.map((n) => {
    const [first, last] = inventNames(n)
    return `<INDIVIDUAL><DATAID>${n}</DATAID><FIRST_NAME>${first}</FIRST_NAME>
      <SECOND_NAME>${last}</SECOND_NAME><UN_LIST_TYPE>TEST</UN_LIST_TYPE></INDIVIDUAL>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
    <CONSOLIDATED_LIST dateGenerated="2026-11-19T00:00:00Z">
    <INDIVIDUALS>${individuals.join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`
}

/** Returns every case, and what each member was last compared with, without what is by chance. */
const readScreening = async ({ database: { owner } }: TestApp) => {
  const { rows: cases } = await owner.query(
    `select member_id, party_id, score, status, content_hash,
        (select count(*)::int from audit_event e where e.subject_id = c.id) as events
      from screening_case c where member_id like 'mem_killed%' order by member_id, party_id`,
  )
  const { rows: compared } = await owner.query(
    `select s.member_id, array_agg(l.sha256 order by l.source) as lists
      from member_screening s join screening_list l on l.id = any (string_to_array(s.lists, ' '))
      where member_id like 'mem_killed%' group by s.member_id order by s.member_id`,
  )
  const { rows: lists } = await owner.query(
    `select l.sha256, count(*)::int as parties from screening_party p
      join screening_list l on l.id = p.list_id group by l.sha256`,
  )
  return { cases, compared, lists }
}

const insertScreenedMembers = ({ database: { owner } }: TestApp) => {
  const names = Array.from({ length: SCREENED_MEMBERS }, (_, n) => inventNames(n))
  return owner.query(
    `with names as (
        select *, 'mem_killed' || lpad(n::text, 14, '0') as id
        from unnest($1::text[], $2::text[]) with ordinality as names (first, last, n)),
      credentials as (insert into credential (person_id, password_hash, changed_at)
        select id, 'none', now() from names)
      insert into member (id, first_name, last_name, email, phone_number, country, referral_code,
        status, created_at, signed_up_on, verified_at)
      select id, first, last, 'killed' || n || '@example.com',
        '+4612345678', 'SE', 'KILL' || lpad(n::text, 4, '0'), 'active', now(), current_date, now()
      from names`,
    [names.map(([first]) => first), names.map(([, last]) => last)],
  )
}

test('A list update and a screening of all members that are killed in the middle end as if they were not', async () => {
  const undisturbed = await createTestApp({ at: NOW })
  const folder = await mkdtemp(join(tmpdir(), 'candor-killed-'))
  const address = join(folder, 'un.xml')
  const environment = { SCREENING_LISTS: `un=${address}` }
  const configure = ({ app }: TestApp): App => ({
    ...app,
    config: { ...app.config, SCREENING_LISTS: [{ kind: 'un', address }] },
  })
  const run = async (name: string) =>
    expect(await startJob(name, environment).ended).toMatchObject({ code: 0 })

  try {
    await writeFile(address, buildListFile([3, 30, 300]))
    for (const one of [undisturbed, testApp]) {
      await insertScreenedMembers(one)
      await loadScreeningLists(configure(one))
      await screenMembers(one.app)
    }
    const before = await readScreening(testApp)
    expect(before).toEqual(await readScreening(undisturbed))

    await writeFile(address, buildListFile([3, 44, 200, 333, 449]))
    await loadScreeningLists(configure(undisturbed))
    await screenMembers(undisturbed.app)
    const expected = await readScreening(undisturbed)
    expect(expected.cases).toHaveLength(7)

    // after the old version was dropped, and after the new one was stored
    for (const table of ['screening_list', 'audit_event']) {
      const lock = `lock table ${table} in exclusive mode`
      await killWhileWaiting(lock, 'screening-load-lists', environment)
      expect(await readScreening(testApp), `killed at ${table}`).toEqual(before)
      expect(await countDueMembers(testApp.app.db), 'a half list is not screened').toBe(0)
    }
    await run('screening-load-lists')
    const due = await countDueMembers(testApp.app.db)
    expect(due).toBeGreaterThanOrEqual(SCREENED_MEMBERS)

    const last = `select from member_screening where member_id =
      (select member_id from screening_due offset ${due - 1}) for update`
    await killWhileWaiting(last, 'screening-members', environment)
    const left = await countDueMembers(testApp.app.db)
    expect(left, 'what was committed stays').toBeLessThan(due)
    expect(left).toBeGreaterThan(0)

    await run('screening-members')
    expect(await readScreening(testApp)).toEqual(expected)
    expect(await countDueMembers(testApp.app.db)).toBe(0)
  } finally {
    await undisturbed.close()
    await rm(folder, { recursive: true })
  }
})
