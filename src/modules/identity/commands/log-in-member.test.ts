import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { hashAtFullCost } from '../../../../tests/support/argon2-cost.ts'
import { createWeakHash } from '../../../../tests/support/weak-hash.ts'
import { assertActive, type Visitor } from '../model.ts'
import { getMember } from '../queries.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  readMailedCode,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { logInMember } from './log-in-member.ts'
import { resumeSession } from './resume-session.ts'
import { verifyEmail } from './verify-email.ts'

hashAtFullCost()

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD

test('The right password opens a session, whatever the letter case of the address.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const opened = await logInMember(app, createTestVisitor(), {
    email: ` ${member.email.toUpperCase()} `,
    password,
  })

  expect(await resumeSession(app, opened)).toMatchObject({
    kind: 'member',
    member: { id: member.id },
  })
  expect((await getMember(app.db, member.id)).lastSignInAt).toEqual(app.clock.now())
})

test('The database stores only a digest of the token.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const { token } = await logInMember(app, createTestVisitor(), { email: member.email, password })
  const rows = await database.owner.query('select session::text as all from session')
  const texts = rows.rows.map((row) => row.all).join('\n')
  const part = token.slice(0, 16)

  for (const written of [
    part,
    Buffer.from(part).toString('hex'),
    Buffer.from(part, 'base64url').toString('hex'),
  ])
    expect(texts).not.toContain(written)
})

test('A wrong password, an unknown address and a staff member get the same error.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { admin } = await createTestAdmin(app)
  const tries = [
    { email: member.email, password: `${password}!` },
    { email: 'nobody@example.com', password },
    { email: admin.email, password },
  ].map((input) =>
    logInMember(app, createTestVisitor(), input).catch(({ code, status, message }) => ({
      code,
      status,
      message,
    })),
  )

  const [first, ...others] = await Promise.all(tries)
  expect(first).toMatchObject({ code: 'login_failed', status: 401 })

  for (const other of others) expect(other).toEqual(first)
})

test('Each sign-in attempt is recorded with its method and outcome, also at unknown addresses.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)

  app.clock.advance(1000)
  await logInMember(app, createTestVisitor(), { email: member.email, password })

  const wrong = { email: member.email, password: `${password}!` }
  await expect(logInMember(app, createTestVisitor(), wrong)).rejects.toThrow()
  await expect(
    logInMember(app, createTestVisitor(), { ...wrong, email: 'nobody.at.all@example.com' }),
  ).rejects.toThrow()

  const { rows } = await database.owner.query(
    'select person_id, outcome, by, at from sign_in where at = $1 order by sequence',
    [app.clock.now()],
  )
  const tried = { by: 'password', at: app.clock.now() }
  expect(rows).toEqual([
    { ...tried, person_id: member.id, outcome: 'good' },
    { ...tried, person_id: member.id, outcome: 'wrong-password' },
    { ...tried, person_id: null, outcome: 'wrong-password' },
  ])
})

test('A wrong password costs the same work as an unknown address.', async () => {
  const { app } = testApp
  const measureLogin = async (email: string) => {
    const started = performance.now()
    await logInMember(app, createTestVisitor(), {
      email,
      password: 'not-the-password-at-all',
    }).catch(() => {})
    return performance.now() - started
  }

  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isSimilar = () => known > unknown * 0.35 && unknown > known * 0.35

  // the fastest of each: what else the machine does only adds to a time
  for (let round = 0; round < 4 || (round < 40 && !isSimilar()); round++) {
    const { member } = await createTestMember(app)
    unknown = Math.min(unknown, await measureLogin(`nobody${round}@example.com`))
    known = Math.min(known, await measureLogin(member.email))
  }

  expect(isSimilar(), `${known} ms and ${unknown} ms`).toBe(true)
})

test('The sixth attempt at one account in 15 minutes is blocked, whether or not it exists.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)

  for (const email of [member.email, 'stranger@example.com']) {
    for (let tries = 0; tries < 5; tries++)
      await expect(
        logInMember(app, createTestVisitor(), { email, password: 'wrong' }),
      ).rejects.toMatchObject({
        status: 401,
      })

    await expect(logInMember(app, createTestVisitor(), { email, password })).rejects.toMatchObject({
      code: 'too_many_tries',
      status: 429,
      retryAfterSeconds: 180,
    })
  }

  app.clock.advance(180_000)
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password }),
  ).resolves.toBeTruthy()
})

test('One network address gets at most a hundred attempts, across all accounts.', async () => {
  const { app } = testApp
  const from = createTestVisitor('198.51.100.7')
  const quick = { ...app, db: app.db }

  await testApp.database.owner.query(
    `insert into rate_limit (name, key, used, counted_at) values ('log-in-from', '198.51.100.7',
      100, $1)`,
    [app.clock.now()],
  )

  await expect(
    logInMember(quick, from, { email: 'any@example.com', password }),
  ).rejects.toMatchObject({
    status: 429,
  })
})

test('An unverified member gets a new code instead of a session, at most every 30 s.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { verified: false })

  app.clock.advance(31_000)

  const attemptLogin = () =>
    logInMember(app, createTestVisitor(), { email: member.email, password })
  for (let tries = 0; tries < 2; tries++)
    await expect(attemptLogin()).rejects.toMatchObject({ code: 'unverified', status: 403 })
  expect(await listMail(app.db, { to: member.email, template: 'verify-code' })).toHaveLength(2)

  await verifyEmail(app, createTestVisitor(), {
    email: member.email,
    verifyCode: await readMailedCode(app, member.email),
  })
  await expect(attemptLogin()).resolves.toBeTruthy()
})

test('A suspended member signs in and reads why; commands that move money are rejected.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await database.owner.query(
    `update member set status = 'suspended', suspended_reason = 'We are checking a payment.',
      review_on = '2026-12-01' where id = $1`,
    [member.id],
  )

  const opened = await logInMember(app, createTestVisitor(), { email: member.email, password })
  expect(opened.member).toMatchObject({ status: 'suspended', reviewOn: '2026-12-01' })
  expect(() => assertActive(opened.member)).toThrow(/We are checking a payment\. .*1 Dec 2026/)
})

test('Exhausting an account’s attempts locks no owner out of a recognised browser.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { email } = member
  const owner = { ...createTestVisitor(), device: 'the browser of the owner' }

  await logInMember(app, owner, { email, password })

  const guess = (from: Visitor) =>
    logInMember(app, from, { email, password: 'not the one' }).catch((error) => error)
  for (let tries = 0; tries < 5; tries++)
    await guess({ ...createTestVisitor(), device: 'a stranger’s' })
  expect(await guess({ ...createTestVisitor(), device: 'a stranger’s' })).toMatchObject({
    status: 429,
  })
  expect(await guess(createTestVisitor())).toMatchObject({ status: 429 })
  await expect(logInMember(app, owner, { email, password })).resolves.toBeTruthy()

  for (let tries = 0; tries < 5; tries++) expect(await guess(owner)).toMatchObject({ status: 401 })
  expect(await guess(owner)).toMatchObject({ status: 429 })
})

test('A password does not expire: it works after two years.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  app.clock.advance(2 * 365 * 86_400_000)
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password }),
  ).resolves.toBeTruthy()
})

test('A password with an older hash works once more and is then stored with the current one.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const set = 'update credential set password_hash = $2 where person_id = $1'

  await database.owner.query(set, [member.id, createWeakHash(password)])
  await logInMember(app, createTestVisitor(), { email: member.email, password })

  const { rows } = await database.owner.query(
    'select password_hash from credential where person_id = $1',
    [member.id],
  )
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password }),
  ).resolves.toBeTruthy()
})
