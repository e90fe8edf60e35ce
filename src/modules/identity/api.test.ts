import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import {
  addTestAuthenticator,
  buildSignUpInput,
  readMailedCode,
  readMailedToken,
  SAMPLE_PASSWORD,
} from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const password = SAMPLE_PASSWORD
const readSetCookies = (headers: Headers) =>
  headers.getSetCookie().map((cookie) => cookie.split(';')[0])
const session = async (headers: Record<string, string>) =>
  (await server.send('GET', '/api/session', { headers })).json.data

test('Sign-up, cookie and log-out work; log-out ends the session on the server.', async () => {
  const { app } = server
  const input = await buildSignUpInput(app, { email: 'whole.story@example.com' })
  const signedUp = await server.send('POST', '/api/user', { body: input })

  expect(signedUp).toMatchObject({
    status: 200,
    json: { message: expect.stringContaining('Check your email') },
  })

  const early = await server.send('POST', '/api/user/login', {
    body: { email: input.email, password },
  })
  expect(early).toMatchObject({ status: 403, json: { code: 'unverified' } })

  const verifyCode = await readMailedCode(app, input.email)
  const verified = await server.send('PATCH', '/api/user/verify', {
    body: { email: input.email, verifyCode },
  })
  expect(verified.json.message).toBe('Account verified successfully!')
  expect([verified.headers.getSetCookie(), verified.json.data]).toEqual([[], undefined])

  const logIn = { email: input.email, password, rememberMe: true, session: 'cookie' }
  const loggedIn = await server.send('POST', '/api/user/login', { body: logIn })
  expect(loggedIn.json).toEqual({
    message: 'Logged in successfully',
    status: 'Logged in successfully',
    ststus: 'Logged in successfully',
    data: {},
  })

  const [attributes] = loggedIn.headers.getSetCookie()
  expect(attributes).toMatch(
    /^candor_member=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )

  const cookie = readSetCookies(loggedIn.headers).join('; ')
  expect(await session({ cookie })).toMatchObject({
    member: { first_name: input.firstName },
    admin: null,
  })

  const out = await server.send('POST', '/api/user/logout', { headers: { cookie } })
  expect(out.headers.getSetCookie()[0]).toContain(
    'candor_member=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  )
  expect(await session({ cookie })).toMatchObject({ member: null, admin: null })
})

test('A program gets a token that speaks for its owner until log-out.', async () => {
  const { member } = await server.asMember()
  const loggedIn = await server.send('POST', '/api/user/login', {
    body: { email: member.email, password },
  })
  const { token } = loggedIn.json.data

  expect(loggedIn.headers.getSetCookie()).toEqual([])

  const headers = { authorization: `Bearer ${token}` }
  expect((await session(headers)).member).toMatchObject({ _id: member.id, status: 'active' })

  await server.send('POST', '/api/user/logout', { token })
  expect((await session(headers)).member).toBeNull()
})

test('The mail has the code and the link; the outbox deletes both once it is sent.', async () => {
  const input = await buildSignUpInput(server.app)
  await server.send('POST', '/api/user', { body: input })

  const code = await readMailedCode(server.app, input.email)
  const token = await readMailedToken(server.app, input.email, 'verify-code')

  await server.runJobs()

  const [mail] = (await server.send('GET', `/dev/mailbox.json?to=${input.email}`)).json
  expect(mail.subject).toBe('[Sandbox] Your verification code')
  expect(mail.text).toContain(String(code))
  expect(mail.links).toContainEqual(expect.stringContaining(`/confirm/${token}`))
  expect((await findMail(server.app.db, input.email, 'verify-code'))?.data).toEqual({})
})

test('The mailed link verifies an address without opening a session.', async () => {
  const input = await buildSignUpInput(server.app)
  await server.send('POST', '/api/user', { body: input })

  const token = await readMailedToken(server.app, input.email, 'verify-code')
  const confirmed = await server.send('POST', `/api/confirm/${token}`)
  expect([confirmed.status, confirmed.headers.getSetCookie(), confirmed.json.data]).toEqual([
    200,
    [],
    undefined,
  ])

  const opened = `select from session where person_id = (select id from member where email = $1)`
  expect((await server.database.owner.query(opened, [input.email])).rowCount).toBe(0)
  expect(await server.send('POST', `/api/confirm/${token}`)).toMatchObject({
    status: 422,
    json: { code: 'link_invalid' },
  })
})

test('Signing up with an existing address gets the same response in the same time.', async () => {
  const { member } = await server.asMember()
  const measureSignUpCall = async (email: string) => {
    const body = await buildSignUpInput(server.app, { email })
    const started = performance.now()
    const { status, text } = await server.send('POST', '/api/user', { body })
    return { status, text, ms: performance.now() - started }
  }

  const known = await measureSignUpCall(member.email)
  const unknown = await measureSignUpCall('brand.new@example.com')
  expect(known.text).toBe(unknown.text)
  expect(known.status).toBe(unknown.status)

  for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(495)
  expect(await findMail(server.app.db, member.email, 'account-exists')).not.toBeNull()
})

test.each(['/api/user/forget-pass', '/api/user/new-code', '/api/admin/forget-pass'])(
  '%s answers the same for a known and an unknown address, and as slowly',
  async (path) => {
    const { member } = await server.asMember()
    const { admin } = await server.asAdmin()

    server.clock.advance(31_000)

    const answers = []
    for (const email of [member.email, admin.email, `nobody${path.length}@example.com`]) {
      const started = performance.now()
      const { status, text } = await server.send('POST', path, { body: { email } })
      answers.push(`${status} ${text}`)
      expect(performance.now() - started).toBeGreaterThanOrEqual(245)
    }

    expect(new Set(answers).size).toBe(1)
  },
)

test('A password reset by link sets the new password and ends every session.', async () => {
  const { member, token } = await server.asMember()
  await server.send('POST', '/api/user/forget-pass', { body: { email: member.email } })

  const id = await readMailedToken(server.app, member.email, 'reset-password')
  const body = { password: 'orange kettle seven rivers' }
  const reset = await server.send('POST', `/api/user/change/${id}`, { body })

  expect(reset.json).toEqual({
    message: 'Password reset successfully',
    data: { logInAt: '/login', reference: expect.stringMatching(/^aev_/) },
  })
  expect(reset.headers.getSetCookie()).toEqual([])
  expect((await server.send('PATCH', '/api/user/pass/', { token, body: {} })).status).toBe(401)
})

test('Changing the password accepts both names of the old one and checks the confirmation.', async () => {
  const { token } = await server.asMember()
  const change = (body: unknown) => server.send('PATCH', '/api/user/pass/', { token, body })
  const new_password = 'orange kettle seven rivers'

  expect(
    await change({ old_password: password, new_password, confirm_password: 'other' }),
  ).toMatchObject({
    status: 400,
    json: { message: 'New password and confirm password do not match' },
  })

  expect(await change({ new_password })).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'current_password' }] },
  })
  expect((await change({ old_password: password, new_password })).status).toBe(200)
  expect(
    (await change({ current_password: new_password, new_password: 'violet ladder nine harbours' }))
      .status,
  ).toBe(200)
})

test('Staff sign in at their own page, and /admin names them.', async () => {
  const { admin } = await server.asAdmin('finance')
  const loggedIn = await server.send('POST', '/api/admin/login', {
    body: { email: admin.email, password },
  })
  const { token } = loggedIn.json

  expect(loggedIn.json.data.token).toBe(token)

  const who = await server.send('GET', '/api/admin', { token })
  expect(who.json.data).toMatchObject({ first_name: admin.firstName, role: 'finance' })

  await server.send('POST', '/api/admin/logout', { token })
  expect((await server.send('GET', '/api/admin', { token })).status).toBe(401)
})

test('Members and staff cannot use each other’s sign-in or session.', async () => {
  const maya = await server.asMember()
  const ruth = await server.asAdmin()
  const tries = [
    server.send('POST', '/api/admin/login', { body: { email: maya.member.email, password } }),
    server.send('POST', '/api/user/login', { body: { email: ruth.admin.email, password } }),
    server.send('POST', '/api/user/login', { body: { email: 'nobody@example.com', password } }),
  ]

  const answers = await Promise.all(tries)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await server.send('GET', '/api/admin', { token: maya.token })).status).toBe(403)
  expect(
    (await server.send('PATCH', '/api/user/pass', { token: ruth.token, body: {} })).status,
  ).toBe(403)
  expect(
    (await server.send('GET', '/api/admin', { headers: { cookie: maya.cookie } })).status,
  ).toBe(401)
})

test('One browser holds one session of each kind; another sign-in ends the previous.', async () => {
  const { member } = await server.asMember()
  const { cookie: staff } = await server.asAdmin()
  const postLogin = (cookie: string) =>
    server.send('POST', '/api/user/login', {
      headers: { cookie },
      body: { email: member.email, password, session: 'cookie' },
    })

  const first = `${readSetCookies((await postLogin(staff)).headers).join('; ')}; ${staff}`
  expect(await session({ cookie: first })).toMatchObject({
    member: { _id: member.id },
    admin: { role: 'owner' },
  })

  const second = `${readSetCookies((await postLogin(first)).headers).join('; ')}; ${staff}`
  expect((await session({ cookie: second })).member).not.toBeNull()
  expect((await session({ cookie: first })).member).toBeNull()
  expect((await session({ cookie: first })).admin).not.toBeNull()
})

test('Reading the current session does not extend it.', async () => {
  const { headers } = await server.asMember()
  server.clock.advance(20 * 60_000)
  expect((await session(headers)).member).not.toBeNull()
  server.clock.advance(10 * 60_000)
  expect((await session(headers)).member).toBeNull()
})

test('A sign-in from another site is rejected.', async () => {
  const { member } = await server.asMember()
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const body = { email: member.email, password, session: 'cookie' }
  expect((await server.send('POST', '/api/user/login', { headers, body })).status).toBe(403)
})

test('Too many attempts return the time to wait.', async () => {
  const body = { email: 'stranger@example.com', password: 'wrong' }
  for (let tries = 0; tries < 5; tries++) await server.send('POST', '/api/user/login', { body })
  const refused = await server.send('POST', '/api/user/login', { body })
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
  expect(refused.headers.get('retry-after')).toBe('180')
})

test('A form with errors names each field and stores nothing.', async () => {
  const input = await buildSignUpInput(server.app)
  const body = { ...input, firstName: ' ', email: 'no address', consentVersion: undefined }
  const refused = await server.send('POST', '/api/user', { body })

  expect(refused.status).toBe(400)

  const fields = refused.json.errors.map(({ field }: { field: string }) => field)
  expect(fields.sort()).toEqual(['consentVersion', 'email', 'firstName'])

  for (const bad of [
    {},
    { email: 7 },
    { email: 'a@example.com', verifyCode: '012345' },
    { email: 'a@example.com', verifyCode: 1.5 },
  ])
    expect((await server.send('PATCH', '/api/user/verify', { body: bad })).status).toBe(400)
})

test('The terms to accept at sign-up are public.', async () => {
  const { json } = await server.send('GET', '/api/user/terms')
  expect(json.data).toMatchObject({ consentVersion: '2026-11-01', paused: null })
  expect(json.data.statements).toHaveLength(2)
})

test('Staff with a second factor show it before they change their password.', async () => {
  const { admin, token, sessionId } = await server.asAdmin('viewer')
  const new_password = 'orange kettle seven rivers'
  const change = (body: object = {}) =>
    server.send('PATCH', '/api/admin/pass', {
      token,
      body: { current_password: password, new_password, ...body },
    })

  const different = await change({ confirm_password: 'another' })
  expect(different.json.errors).toMatchObject([{ field: 'confirm_password' }])

  await addTestAuthenticator(server.app, admin, sessionId)
  server.clock.advance(6 * 60_000)
  expect(await change()).toMatchObject({ status: 403, json: { code: 'step_up_needed' } })

  const verdict = await server.send('POST', '/api/admin/pass/check', {
    token,
    body: { new_password },
  })
  expect(verdict.json.data).toMatchObject({ verdict: 'strong' })
})

test('Staff without a second factor change their password with the old one.', async () => {
  const { token } = await server.asAdmin('viewer')
  const body = { current_password: password, new_password: 'orange kettle seven rivers' }
  const changed = await server.send('PATCH', '/api/admin/pass', { token, body })
  expect(changed).toMatchObject({
    status: 200,
    json: { message: expect.stringContaining('Password changed') },
  })
})
