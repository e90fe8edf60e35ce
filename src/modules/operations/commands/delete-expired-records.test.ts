import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createTestMember, openTestSession } from '#modules/identity/testing.ts'
import { beginAttempt } from '#modules/notifications/steps/begin-attempt.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ at: '2026-09-01T12:00:00Z' })
})
afterAll(() => testApp.close())

const insertRecords = (at: string) =>
  testApp.database.owner.query(
    `insert into idempotency values ('mem_1', 'withdraw', $1, repeat('a', 64), 200, '{}',
      $1::timestamptz);
    `.replaceAll('$1', `'${at}'`) +
      `insert into rate_limit values ('login', '${at}', 1, '${at}');
       insert into mailbox (id, recipient, subject, body_text, body_html, sent_at) values
       ('${at}', 'a@b', '', '', '', '${at}')`,
  )

test('Records outside the ledger are deleted after their own retention period.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await openTestSession(app, member)
  await insertRecords('2026-09-01T12:00:00Z')

  const nothing = { answers: 0, sessions: 0, limits: 0, mails: 0, sandboxMail: 0, alerts: 0 }
  expect(await deleteExpiredRecords(app)).toEqual(nothing)

  app.clock.set('2026-10-03T12:00:00Z')
  await insertRecords('2026-10-02T12:00:00Z')

  const deleted = await deleteExpiredRecords(app)
  expect(deleted).toMatchObject({ answers: 1, sandboxMail: 1, sessions: 0 })
  expect(deleted.limits).toBeGreaterThan(0)

  app.clock.advance(90 * DAY_MS)

  const { rows } = await database.owner.query('select count(*)::int as n from session')
  app.clock.set('2026-10-20T12:00:00Z')

  expect((await deleteExpiredRecords(app)).sessions).toBe(0)
  expect(rows[0].n).toBeGreaterThan(0)
})

test('Sent mail is deleted after the retention period; unsent mail is retained.', async () => {
  const { app, database } = testApp
  await database.owner.query(`insert into outbox (id, recipient, template, data, queued_at,
    attempts, message_id, sent_at)
    select 'mail_0000000000000000000' || n, 'a@b', 'x', '{}', at, 1, case when n < 3 then n::text
    end, case when n < 3 then at end
    from (values (1, timestamptz '2025-08-31T12:00:00Z'), (2, '2025-09-02T12:00:00Z'), (3,
    '2025-01-01T12:00:00Z')) as mail (n, at)`)

  app.clock.set('2026-09-01T12:00:00Z')
  expect((await deleteExpiredRecords(app)).mails).toBe(1)

  const left = await database.owner.query(
    "select right(id, 1) as n from outbox where recipient = 'a@b' order by id",
  )
  expect(left.rows.map(({ n }) => n)).toEqual(['2', '3'])
  expect(
    await app.db.transaction().execute((tx) => beginAttempt(tx, 'mail_00000000000000000001')),
  ).toBeUndefined()
})

test('A session is deleted 90 days after its end; a session in use is retained.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const createSession = async (set: string) => {
    await openTestSession(app, member)
    await database.owner.query(
      `update session set ${set} where id = (select id from session order by created_at desc, id
        limit 1)`,
    )
  }

  await database.owner.query('delete from session')
  app.clock.set('2026-01-05T12:00:00Z')
  await createSession("ended_at = '2026-01-10T12:00:00Z', ended_because = 'log-out'")
  app.clock.advance(1_000)
  await createSession(
    `idle_until = '2026-12-01T12:00:00Z', ends_at = '2026-12-01T12:00:00Z',
      last_used_at = created_at`,
  )
  app.clock.set('2026-04-09T12:00:00Z')

  expect((await deleteExpiredRecords(app)).sessions).toBe(0)

  app.clock.set('2026-04-11T12:00:00Z')
  expect((await deleteExpiredRecords(app)).sessions).toBe(1)
})

test('The database rejects deleting answers and sessions younger than 30 days.', async () => {
  const { db } = testApp.database
  for (const name of ['delete_idempotency_answers', 'delete_old_sessions'])
    await expect(
      testApp.database.pool.query(`select ${name}(now() - interval '29 days', 10)`),
      `${name} on ${typeof db}`,
    ).rejects.toThrow('retained for 30 days')
})
