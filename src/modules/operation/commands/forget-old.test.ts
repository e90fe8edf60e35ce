import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, signIn } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { forgetOld } from './forget-old.ts'

const DAY_MS = 86_400_000
let house: TestApp
beforeAll(async () => {
  house = await testApp({ at: '2026-09-01T12:00:00Z' })
})
afterAll(() => house.close())

const fill = (at: string) =>
  house.database.owner.query(
    `insert into idempotency values ('mem_1', 'withdraw', $1, repeat('a', 64), 200, '{}', $1::timestamptz);
    `.replaceAll('$1', `'${at}'`) +
      `insert into rate_limit values ('login', '${at}', 1, '${at}');
       insert into mailbox (id, recipient, subject, body_text, body_html, sent_at) values ('${at}', 'a@b', '', '', '', '${at}')`,
  )

test('What is old and no part of the books is forgotten, each after its time, and what is younger stays', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  await signIn(app, member)
  await fill('2026-09-01T12:00:00Z')
  const nothing = { answers: 0, sessions: 0, limits: 0, sandboxMail: 0, alarms: 0 }
  expect(await forgetOld(app)).toEqual(nothing)
  app.clock.set('2026-10-03T12:00:00Z')
  await fill('2026-10-02T12:00:00Z')
  const gone = await forgetOld(app)
  expect(gone).toMatchObject({ answers: 1, sandboxMail: 1, sessions: 0 })
  expect(gone.limits).toBeGreaterThan(0)
  app.clock.advance(90 * DAY_MS)
  const { rows } = await database.owner.query('select count(*)::int as n from session')
  app.clock.set('2026-10-20T12:00:00Z')
  expect((await forgetOld(app)).sessions).toBe(0)
  expect(rows[0].n).toBeGreaterThan(0)
})

test('An ended session goes 90 days after its end, one that is in use never', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  const session = async (set: string) => {
    await signIn(app, member)
    await database.owner.query(
      `update session set ${set} where id = (select id from session order by created_at desc, id limit 1)`,
    )
  }
  await database.owner.query('delete from session')
  app.clock.set('2026-01-05T12:00:00Z')
  await session("ended_at = '2026-01-10T12:00:00Z', ended_because = 'log-out'")
  app.clock.advance(1_000)
  await session("idle_until = '2026-12-01T12:00:00Z', ends_at = '2026-12-01T12:00:00Z', seen_at = created_at")
  app.clock.set('2026-04-09T12:00:00Z')
  expect((await forgetOld(app)).sessions).toBe(0)
  app.clock.set('2026-04-11T12:00:00Z')
  expect((await forgetOld(app)).sessions).toBe(1)
})

test('The database itself forgets no answer and no session that is younger than 30 days', async () => {
  const { db } = house.database
  for (const name of ['forget_answers', 'forget_sessions'])
    await expect(
      house.database.pool.query(`select ${name}(now() - interval '29 days', 10)`),
      `${name} on ${typeof db}`,
    ).rejects.toThrow('kept for 30 days')
})
