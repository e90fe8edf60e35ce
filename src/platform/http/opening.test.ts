import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { testServer } from '../../../tests/support/http.ts'
import { contract } from '../../contract.ts'
import type { CallMeta } from './contract.ts'
import { closePages, createOpening } from './opening.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.database.owner.query('select approvals.set_live()')
})
afterAll(() => testApp.close())

const openLive = () => {
  const { app } = testApp
  return createOpening({ ...app, config: { ...app.config, MODE: 'live' } })
}

const answerPages = (opening: ReturnType<typeof createOpening>) => {
  const http = new Hono().use('*', closePages(opening, 'A & B <Ltd>'))
  http.all('*', (c) => c.text('page'))
  return (path: string) => http.request(`http://localhost${path}`)
}

test('Before the opening pages of visitors and members answer 503, staff pages work.', async () => {
  const request = answerPages(openLive())
  for (const path of ['/', '/login', '/dashboard', '/sign-up', '/plans', '/administrator']) {
    const answer = await request(path)
    expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '3600'])
    expect(await answer.text()).toContain('A &#38; B &#60;Ltd&#62; is setting up this site.')
  }
  for (const path of ['/admin-login', '/admin-dashboard/staff', '/reset-password/abc'])
    expect((await request(path)).status, path).toBe(200)
})

test('The sandbox is always open, and a live installation once it was opened.', async () => {
  const live = openLive()
  await expect(live.assertOpen()).rejects.toMatchObject({ code: 'not_open', status: 503 })
  await createOpening(testApp.app).assertOpen()

  await testApp.database.owner.query('select approvals.open_installation()')
  testApp.app.clock.advance(1_000)
  await live.assertOpen()
  expect((await answerPages(live)('/')).status).toBe(200)
})

type Leaf = { '~orpc': { meta: CallMeta; route: { method?: string; path?: string } } }

function listCalls(node: object, path: readonly string[] = []): [string, Leaf['~orpc']][] {
  if ('~orpc' in node) return [[path.join('.'), (node as Leaf)['~orpc']]]
  return Object.entries(node).flatMap(([name, child]) => listCalls(child, [...path, name]))
}

test('Before the opening no call of members answers; every call of staff does, and the others that staff need.', () => {
  const calls = listCalls(contract)
  for (const [name, { meta }] of calls) {
    if (meta.who === 'member') expect(meta.beforeOpening, name).toBe(false)
    if (Array.isArray(meta.who)) expect(meta.beforeOpening, name).toBe(true)
  }

  const open = calls.filter(([, { meta }]) => meta.who === 'anyone' && meta.beforeOpening)
  expect(open.map(([name]) => name)).toEqual([
    'settings.operator',
    'identity.resetPassword',
    'identity.changeEmail',
    'identity.reportCompromise',
    'identity.adminLogIn',
    'identity.adminLogOut',
    'identity.adminForgotPassword',
    'identity.session',
    'identity.finishAdminLogIn',
    'identity.adminLogInByPasskey',
    'identity.challengePasskey',
    'market.prices',
    'market.list',
    'market.history',
    'market.candles',
  ])
})

test('Before the opening a member’s call and a sign-up answer 503, and staff work.', async () => {
  const server = await testServer({ mode: 'live', opened: false })
  const { token } = await server.asMember()
  const staff = await server.asAdmin()
  const send = async (path: string, sent?: string) => {
    const { status, json } = await server.send('GET', path, sent ? { token: sent } : {})
    return [status, json.code]
  }

  expect(await send('/api/user', token)).toEqual([503, 'not_open'])
  expect(await send('/api/user/terms')).toEqual([503, 'not_open'])
  expect((await send('/api/operator'))[0]).toBe(200)
  expect((await send('/api/admin', staff.token))[0]).toBe(403)

  await server.database.owner.query('update approvals.installation set opened_at = now()')
  server.clock.advance(1_000)
  expect((await send('/api/user', token))[0]).toBe(200)
  await server.close()
})
