import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#lib/dates.ts'
import { type TestServer, testServer } from '../../../tests/support/http.ts'
import { toCallSource } from './limit.ts'
import { type RequestVariables, requestLog } from './log.ts'
import { openRateLimiter } from './rate-limiter.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    environment: { TRUST_PROXY: '1', CALLS_PER_PERSON: '40', CALLS_PER_SOURCE: '60' },
  })
})
afterAll(() => server.close())

const buildForwardedHeaders = (address: string) => ({ 'x-forwarded-for': address })
const countAccepted = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status !== 429).length

test('Two processes share the limit of a source', async () => {
  const rule = { max: 100, windowMs: MINUTE_MS }
  const [one, other] = [openRateLimiter(server.app, rule), openRateLimiter(server.app, rule)]
  let through = 0

  for (let tries = 0; tries < 90; tries++)
    for (const gate of [one, other])
      await gate('flood', 'shared').then(
        () => {
          through += 1
        },
        (error) => expect(error).toMatchObject({ status: 429 }),
      )

  expect(through).toBe(100)
})

test('A limited source waits for a minute, and other sources are not affected', async () => {
  const ask = (address: string) =>
    server.send('GET', '/api/operator', { headers: buildForwardedHeaders(address) })
  const answers = []

  for (let tries = 0; tries < 70; tries++) answers.push(await ask('203.0.113.1'))
  expect(countAccepted(answers)).toBe(60)
  expect(answers.at(-1)).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(
    (await server.fetch('/nowhere', { headers: buildForwardedHeaders('203.0.113.1') })).status,
  ).toBe(429)
  expect(
    (await server.fetch('/healthz', { headers: buildForwardedHeaders('203.0.113.1') })).status,
  ).toBe(200)
  expect((await ask('203.0.113.2')).status).toBe(200)

  server.clock.advance(MINUTE_MS)
  expect((await ask('203.0.113.1')).status).toBe(200)
})

test('The source is the address that the own proxy saw, not what a client claims', async () => {
  const ask = (claimed: string) =>
    server.send('GET', '/api/operator', { headers: buildForwardedHeaders(claimed) })
  const behind = []

  for (let tries = 0; tries < 70; tries++) behind.push(await ask(`192.0.2.${tries}, 203.0.113.77`))
  expect(countAccepted(behind)).toBe(60)

  const { config } = server.app
  Object.assign(config, { TRUST_PROXY: false })

  const direct = []
  for (let tries = 0; tries < 70; tries++) direct.push(await ask(`192.0.2.${100 + tries}`))
  Object.assign(config, { TRUST_PROXY: true })

  expect(countAccepted(direct)).toBe(60)
})

test('One person is counted over all their sessions and addresses', async () => {
  const { token } = await server.asMember()
  const { token: other } = await server.asMember()
  const ask = (at: number, mine: string) =>
    server.send('GET', '/api/user/profile', {
      token: mine,
      headers: buildForwardedHeaders(`198.51.100.${at}`),
    })
  const answers = []

  for (let tries = 0; tries < 50; tries++) answers.push(await ask(tries, token))
  expect(countAccepted(answers)).toBe(40)
  expect((await ask(200, other)).status).toBe(200)
})

test('What a client says of where it comes from counts for nothing: our own proxy is believed, and only if there is one', async () => {
  const claims = [
    'X-Real-IP',
    'Forwarded',
    'X-Client-IP',
    'CF-Connecting-IP',
    'X-Original-Forwarded-For',
  ]

  const claimed = Object.fromEntries(claims.map((name) => [name, '198.51.100.250']))
  const createIpProbe = (trust: boolean) => {
    const app = { ...server.app, config: { ...server.app.config, TRUST_PROXY: trust } }
    const http = new Hono<RequestVariables>()
      .use(requestLog(app))
      .get('/', (c) => c.text(c.get('request').ip))

    return async (forwarded: string) =>
      await (
        await http.request('/', { headers: { ...claimed, 'x-forwarded-for': forwarded } })
      ).text()
  }

  const [behindProxy, alone] = [createIpProbe(true), createIpProbe(false)]
  for (const forged of ['198.51.100.250', '127.0.0.1', '::1', 'unknown', ''])
    expect(await behindProxy(`${forged}, 203.0.113.9`), forged).toBe('203.0.113.9')
  for (const forged of ['198.51.100.250', '127.0.0.1, 203.0.113.9', ''])
    expect(await alone(forged), forged).toBe('in-process')
})

test('An address of IPv6 stands for its whole network, one of IPv4 for itself', () => {
  expect(toCallSource('2001:db8:1:2:3:4:5:6')).toBe(toCallSource('2001:DB8:1:2::9'))
  expect(toCallSource('2001:db8:1:3::1')).not.toBe(toCallSource('2001:db8:1:2::1'))
  expect(toCallSource('::1')).toBe('0:0:0:0::/64')
  expect(toCallSource('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(toCallSource('192.0.2.1')).not.toBe(toCallSource('192.0.2.2'))
})
