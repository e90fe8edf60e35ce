import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import {
  addTestAuthenticator,
  generateAppCode,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { fundMember, OTHER_ADDRESS, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestServer, testServer } from '../support/http.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const MINUTES = 60_000
const needed = { status: 403, json: { code: 'step_up_needed', errors: [] } }
const post = (path: string, token: string, body: unknown = {}, method = 'POST') =>
  server.send(method, `/api${path}`, { token, key: crypto.randomUUID(), body })
/** An app whose next code wasn't used yet. */
const code = (secret: string) => {
  server.clock.advance(30_000)
  return generateAppCode(server.app, secret)
}

test('withdrawals, addresses and factors need recent authentication', async () => {
  const { member, token: first, sessionId } = await server.asMember()
  let token = first

  await fundMember(server.app, member.id, { cash: 100_000n })
  server.clock.advance(5 * MINUTES)

  const withdrawal = { amount: '100', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
  const sendSensitiveRequests = () => [
    post('/withdraw', token, withdrawal),
    post('/wallets', token, { ethereum: OTHER_ADDRESS }, 'PUT'),
    post('/user/security/authenticator', token),
    post('/user/security/authenticator/confirm', token, { code: '000000' }),
    post('/user/security/authenticator/remove', token),
    post('/user/security/recovery-codes', token),
    post('/user/security/passkeys/options', token),
    post('/user/security/passkeys/psk_none/remove', token),
    post('/user/security/sessions/ses_none/end', token),
    post('/user/security/sessions/end-others', token),
  ]

  for (const answer of await Promise.all(sendSensitiveRequests()))
    expect(answer).toMatchObject(needed)

  const proven = await post('/user/security/step-up', token, { password: SAMPLE_PASSWORD })
  expect(proven.status).toBe(200)

  token = proven.json.data.token
  expect((await post('/withdraw', token, withdrawal)).status).toBe(200)
  expect((await post('/wallets', token, { ethereum: OTHER_ADDRESS }, 'PUT')).status).toBe(200)

  const { secret } = await addTestAuthenticator(server.app, member, sessionId)
  server.clock.advance(5 * MINUTES)

  const byPassword = await post('/user/security/step-up', token, { password: SAMPLE_PASSWORD })
  expect(byPassword).toMatchObject({ status: 422, json: { code: 'factor_wrong' } })
  expect(await post('/user/security/authenticator/remove', token)).toMatchObject(needed)

  token = (await post('/user/security/step-up', token, { code: code(secret) })).json.data.token
  expect((await post('/user/security/authenticator/remove', token)).status).toBe(200)
})

test('a change of address and a closing need the password and any second factor', async () => {
  const { member, token, sessionId } = await server.asMember()
  await addTestAuthenticator(server.app, member, sessionId)
  server.clock.advance(5 * MINUTES)

  const change = { email: 'next.address@example.com', password: SAMPLE_PASSWORD }
  expect(await post('/user/email', token, change)).toMatchObject(needed)
  expect(
    await post('/user/closing', token, { password: SAMPLE_PASSWORD, confirmation: 'x' }),
  ).toMatchObject(needed)
})

test('A proof is of one session: another one of the same person proves for itself', async () => {
  const { member, token } = await server.asMember()
  server.clock.advance(5 * MINUTES)

  const body = { email: member.email, password: SAMPLE_PASSWORD }
  const other = (await server.send('POST', '/api/user/login', { body })).json.data.token
  expect((await post('/user/security/authenticator', other)).status).toBe(200)
  expect(await post('/user/security/authenticator', token)).toMatchObject(needed)
})

test('a step-up gives a new token, and the previous one ends within ten seconds', async () => {
  const { member, cookie, sessionId } = await server.asMember()
  const body = { password: SAMPLE_PASSWORD }
  const stepUp = (headers: Record<string, string>) =>
    server.send('POST', '/api/user/security/step-up', { headers, body })
  const readSessionMemberId = async (headers: Record<string, string>) =>
    (await server.send('GET', '/api/session', { headers })).json.data.member?._id
  const proven = await stepUp({ cookie })

  expect([proven.status, proven.json.data]).toEqual([200, {}])

  const renewed = { cookie: proven.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  expect(renewed.cookie).toMatch(/^candor_member=[\w-]{43}$/)
  expect(await readSessionMemberId({ cookie })).toBe(member.id) // what was on its way

  server.clock.advance(10_000)
  expect([await readSessionMemberId({ cookie }), await readSessionMemberId(renewed)]).toEqual([
    undefined,
    member.id,
  ])

  const again = await server.send('GET', '/api/user/security/sessions', { headers: renewed })
  expect(again.json.data).toMatchObject([{ _id: sessionId, current: true }])

  const { token } = await server.asMember()
  const next = (await stepUp({ authorization: `Bearer ${token}` })).json.data.token

  server.clock.advance(10_000)
  expect([
    await readSessionMemberId({ authorization: `Bearer ${token}` }),
    typeof (await readSessionMemberId({ authorization: `Bearer ${next}` })),
  ]).toEqual([undefined, 'string'])
})

test('a program logs in by a 401 with an MFA challenge, and a call that finishes', async () => {
  const { member, sessionId } = await server.asMember()
  const { secret } = await addTestAuthenticator(server.app, member, sessionId)
  const body = { email: member.email, password: SAMPLE_PASSWORD, rememberMe: true }
  const refused = await server.send('POST', '/api/user/login', { body })

  expect(refused).toMatchObject({
    status: 401,
    json: { code: 'second_factor_needed', ways: ['code', 'recovery-code'], errors: [] },
  })

  const { mfaChallenge } = refused.json
  for (const call of ['GET /api/user', 'POST /api/user/security/step-up'])
    expect(
      (await server.send(...(call.split(' ') as [string, string]), { token: mfaChallenge })).status,
    ).toBe(401)

  const finish = (path: string, factorInput: object) =>
    server.send('POST', `/api/${path}/login/second-factor`, {
      body: { mfaChallenge, ...factorInput },
    })
  expect((await finish('admin', { code: code(secret) })).json.code).toBe('challenge_invalid')
  expect(await finish('user', { code: '000000' })).toMatchObject({
    status: 422,
    json: { code: 'factor_wrong' },
  })

  const opened = await finish('user', { code: code(secret) })
  expect(opened).toMatchObject({ status: 200, json: { status: 'Logged in successfully' } })

  const { token } = opened.json.data
  expect((await server.send('GET', '/api/user', { token })).json.data.email).toBe(member.email)
  expect((await finish('user', { code: code(secret) })).json.code).toBe('challenge_invalid')

  const wrong = { email: member.email, password: 'not the right password' }
  expect((await server.send('POST', '/api/user/login', { body: wrong })).json.code).toBe(
    'login_failed',
  )
})

test('a browser’s second step sets the same cookie as one step, and a device cookie', async () => {
  const { member, sessionId } = await server.asMember()
  const { secret } = await addTestAuthenticator(server.app, member, sessionId)
  const body = { email: member.email, password: SAMPLE_PASSWORD, session: 'cookie' }
  const refused = await server.send('POST', '/api/user/login', { body })

  expect(refused.headers.getSetCookie()).toEqual([])

  const finished = await server.send('POST', '/api/user/login/second-factor', {
    body: { mfaChallenge: refused.json.mfaChallenge, code: code(secret), session: 'cookie' },
  })
  expect(finished.json.data).toEqual({})

  const [session, device] = finished.headers.getSetCookie()
  expect(session).toMatch(/^candor_member=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(device).toMatch(
    /^candor_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
  )
})

test('staff repeat a second factor to decide on money; the sandbox requires none', async () => {
  const { member } = await server.asMember()
  const ines = await server.asAdmin('finance')
  const plan = await createPublishedPlan(server.app)
  const deposit = await createPendingDeposit(server.app, member, {
    planId: plan.id,
    amount: '1500',
    method: 'USDT',
  })

  server.clock.advance(6 * MINUTES)

  const confirm = () => post(`/transactions/${deposit.id}/confirm`, ines.token)
  const { secret } = await addTestAuthenticator(server.app, ines.admin, ines.sessionId)

  server.clock.advance(6 * MINUTES)
  expect(await confirm()).toMatchObject(needed)

  const reason = { reason: 'Nothing came.' }
  expect(await post(`/transactions/${deposit.id}/reject`, ines.token, reason)).toMatchObject(needed)
  expect((await post('/admin/security/step-up', ines.token, { code: code(secret) })).status).toBe(
    200,
  )
  expect((await confirm()).status).toBe(200)

  const ruth = await server.asAdmin('finance')
  server.clock.advance(6 * MINUTES)

  const capital = await post('/admin/treasury/fees/take', ruth.token, {})
  expect(capital.json.code).not.toBe('step_up_needed')
})

test('with real money the staff reach only Security until a second factor is set up', async () => {
  const live = await testServer({ mode: 'live' })
  try {
    const { admin, token, sessionId } = await live.asAdmin()
    const read = (path: string) => live.send('GET', `/api${path}`, { token })
    expect(await read('/admin/users')).toMatchObject({
      status: 403,
      json: { code: 'second_factor_required' },
    })
    expect((await read('/admin/security')).json.data).toMatchObject({ required: true, ways: [] })

    const begun = await live.send('POST', '/api/admin/security/authenticator', { token, body: {} })
    const { secret } = begun.json.data
    const confirm = { code: generateAppCode(live.app, secret) }

    await live.send('POST', '/api/admin/security/authenticator/confirm', { token, body: confirm })
    expect((await read('/admin/users')).status).toBe(200)

    const off = await live.send('POST', '/api/admin/security/authenticator/remove', {
      token,
      body: {},
    })
    expect(off.json.code).toBe('factor_required')
    expect([admin.kind, sessionId.slice(0, 4)]).toEqual(['admin', 'ses_'])
  } finally {
    await live.close()
  }
})

test('a member sees their sessions and sign-in attempts, and no secret in them', async () => {
  const { member, token, sessionId } = await server.asMember()
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }

  for (const password of ['wrong password here', SAMPLE_PASSWORD])
    await server.send('POST', '/api/user/login', {
      headers,
      body: { email: member.email, password },
    })

  const read = (path: string) => server.send('GET', `/api/user/security${path}`, { token })
  const sessions = (await read('/sessions')).json.data
  expect(sessions).toHaveLength(2)
  expect(sessions.map((one: { current: boolean }) => one.current).sort()).toEqual([false, true])
  expect(sessions.find((one: { _id: string }) => one._id === sessionId)).toMatchObject({
    current: true,
  })

  const tries = (await read('/sign-ins')).json.data
  expect(tries).toMatchObject([
    { outcome: 'good', by: 'password', device: 'Firefox on Windows', near: 'unknown' },
    { outcome: 'wrong-password', device: 'Firefox on Windows' },
  ])

  await post('/user/security/authenticator', token)
  expect((await read('')).text).not.toMatch(/secret|public_?key|digest/i)
})
