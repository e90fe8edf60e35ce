// Long because every rule of the HTTP layer is tried over the network.
import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { ORIGIN, type TestServer, testServer } from '../../../tests/support/http.ts'
import { toMemberAudience } from '../events/events.ts'
import { histograms } from '../monitoring/durations.ts'
import { memberMoneyUpload } from './contract.ts'
import { redactPath } from './log.ts'
import { describeCalls } from './openapi.ts'
import { messageOnly, usdAmount } from './schemas.ts'

let server: TestServer
let secure: TestServer
let port: number
let stop: () => void

beforeAll(async () => {
  server = await testServer()
  secure = await testServer({
    environment: { PUBLIC_URL: 'https://invest.example', TRUST_PROXY: '1' },
  })
  await new Promise<void>((ready) => {
    const listening = serve(
      { fetch: server.http.fetch, port: 0, overrideGlobalObjects: false },
      (info) => {
        port = info.port
        ready()
      },
    )

    stop = () => listening.close()
  })
})
afterAll(async () => {
  stop()
  await server.close()
  await secure.close()
})

/** What the server answers to these very bytes: its status line. */
const sendRawRequest = (bytes: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(Number(answer.split(' ')[1])))
    socket.on('error', reject)
  })

const lines = (...text: string[]) => `${text.join('\r\n')}\r\nConnection: close\r\n\r\n`

test('durations are counted by the pattern that an address matched, never by the address', async () => {
  const secret = 'a1b2c3d4e5f6'
  await server.send('POST', `/api/admin/alerts/${secret}/acknowledge`)
  for (const path of ['/healthz', `/api/${secret}`, `/${secret}`]) await server.send('GET', path)

  const labels = JSON.stringify((await histograms[0]?.get())?.values.map((one) => one.labels))

  for (const route of ['/healthz', '/api/admin/alerts/{id}/acknowledge', '/api/*'])
    expect(labels).toContain(`"route":"${route}"`)
  expect(labels).not.toContain(secret)
})

describe('what a request line may be', () => {
  test('a plain request is answered', async () => {
    expect(await sendRawRequest(lines('GET /healthz HTTP/1.1', 'Host: a'))).toBe(200)
  })

  test('TRACE, two hosts, no host and an absolute address are a 400', async () => {
    for (const bytes of [
      lines('TRACE / HTTP/1.1', 'Host: a'),
      lines('GET /healthz HTTP/1.1', 'Host: a', 'Host: b'),
      lines('GET /healthz HTTP/1.1'),
      lines('GET http://evil.example/healthz HTTP/1.1', 'Host: a'),
      lines('GET /healthz HTTP/1.1', 'Host: a b'),
      lines('GET /healthz HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'),
      lines(
        'POST /api/user HTTP/1.1',
        'Host: a',
        'Transfer-Encoding: chunked',
        'Content-Length: 5',
      ),
    ])
      expect(await sendRawRequest(bytes), bytes).toBe(400)
  })

  test('a body of over 64 KiB is a 413 over a socket too, and the server continues', async () => {
    const head = [
      'POST /api/user HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 200000',
    ]

    expect(await sendRawRequest(`${lines(...head)}${'x'.repeat(200_000)}`)).toBe(413)
    expect(await sendRawRequest(lines('GET /healthz HTTP/1.1', 'Host: a'))).toBe(200)
  })

  test('a chunked upload that never ends is cut off at its limit', async () => {
    const head = lines(
      'POST /api/user HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    )

    const chunk = `8000\r\n${'y'.repeat(0x8000)}\r\n`
    expect(await sendRawRequest(head + chunk.repeat(8))).toBe(413)
  })
})

test('a NUL in an address is a 400 everywhere, since no text column holds one', async () => {
  for (const path of [
    '/dev/mailbox.json?to=%00',
    '/dev/ledger?account=a%00b',
    '/api/plans?x=%00',
    '/%00',
  ])
    expect((await server.send('GET', path)).status, path).toBe(400)
})

describe('under which name', () => {
  const fetchStatus = async (test: TestServer, address: string) =>
    (await test.http.request(address)).status

  test('a named installation answers under its own name alone, and reports its health to any caller', async () => {
    const named = await testServer({
      environment: { PUBLIC_URL: 'https://invest.example' },
      mode: 'live',
    })
    expect(await fetchStatus(named, 'https://invest.example/api/operator')).toBe(200)

    for (const host of [
      'evil.example',
      'invest.example.evil.example',
      'invest.example:8080',
      '127.0.0.1',
      'a',
    ])
      expect(await fetchStatus(named, `https://${host}/api/operator`), host).toBe(400)

    expect(await fetchStatus(named, 'https://10.0.0.7/healthz')).toBe(200)

    await named.close()
  })

  test('a named sandbox also answers under local names, and under no other name', async () => {
    const named = await testServer({ environment: { PUBLIC_URL: 'http://localhost:4000' } })
    for (const host of ['localhost:9', '127.0.0.1:9', '[::1]:9', 'candor:9', 'a.localhost'])
      expect(await fetchStatus(named, `http://${host}/api/operator`), host).toBe(200)
    expect(await fetchStatus(named, 'http://rebound.evil.example/api/operator')).toBe(400)
    await named.close()
  })
})

test('an address that can be read in two ways is a 400 before anything looks at it', async () => {
  for (const path of ['//a/api/plans', '/\\a/api/plans', '/api\\plans', '/api/plans#x'])
    expect(await sendRawRequest(lines(`GET ${path} HTTP/1.1`, 'Host: a')), path).toBe(400)
})

describe('headers', () => {
  test('every answer carries the security headers, whatever it is', async () => {
    for (const path of ['/healthz', '/api/nothing', '/api/docs', '/dev/clock.json', '/nowhere']) {
      const { headers } = await server.fetch(path)
      expect(headers.get('content-security-policy'), path).toMatch(
        /^default-src 'self'; script-src 'self' 'nonce-[\w+/=]{24}'; script-src-attr 'none';/,
      )
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('referrer-policy'), path).toBe('same-origin')
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
      expect(headers.get('x-request-id'), path).toMatch(/^req_/)
      expect(headers.get('strict-transport-security'), path).toBeNull()
    }
  })

  test('the policy forbids inline scripts, eval and framing, one nonce a response', async () => {
    const [first, second] = await Promise.all(['/', '/'].map((path) => server.fetch(path)))
    const policy = first?.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.split('; ').filter((directive) => directive.includes('unsafe-inline'))).toEqual([
      "style-src-attr 'unsafe-inline'",
    ])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy, 'nothing is sent to another origin').not.toMatch(/https?:|\*|wss?:/)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toBe(second?.headers.get('content-security-policy'))
  })

  test('an address with a token is sent to no other site and is shortened in the log', async () => {
    for (const path of ['/reset-password/tok3n', '/confirm/tok3n'])
      expect((await server.fetch(path)).headers.get('referrer-policy')).toBe('no-referrer')

    for (const path of [
      '/reset-password/tok3n',
      '/confirm/tok3n',
      '/api/confirm/tok3n',
      '/api/user/change/tok3n',
    ])
      expect(redactPath(path), path).not.toContain('tok3n')

    expect(redactPath('/reset-password/tok3n.data')).not.toContain('tok3n')
  })

  test('pages of a member and pages opened by a token are not cached', async () => {
    const getCacheControl = async (path: string) =>
      (await server.fetch(path)).headers.get('cache-control')
    for (const path of [
      '/dashboard',
      '/dashboard/deposit.data',
      '/admin-dashboard',
      '/admin-login',
      '/verify',
      '/reset-password/tok3n',
      '/confirm/tok3n',
      '/confirm-email/t',
      '/not-me/t',
      '/dev/mailbox.json',
    ])
      expect(await getCacheControl(path), path).toBe('no-store')

    expect(await getCacheControl('/plans')).toBeNull()
  })

  test('an installation behind https says so for a year', async () => {
    const { headers } = await secure.fetch('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  test('a request in the clear is not answered: only a page leads from there to https, and the probes answer', async () => {
    const inTheClear = async (method: string, path: string, proto = 'http') => {
      const { status, headers } = await secure.fetch(path, {
        method,
        headers: { 'x-forwarded-proto': proto },
      })
      return [status, headers.get('location')]
    }

    expect(await inTheClear('GET', '/plans?x=1')).toEqual([308, 'https://invest.example/plans?x=1'])

    for (const [method, path] of [
      ['GET', '/api/operator'],
      ['POST', '/api/user/login'],
      ['POST', '/contact'],
    ] as const)
      expect(await inTheClear(method, path), path).toEqual([403, null])

    expect(await inTheClear('GET', '/healthz')).toEqual([200, null])
    expect(await inTheClear('GET', '/api/operator', 'https')).toEqual([200, null])
    expect(await inTheClear('GET', '/api/operator', 'http, https')).toEqual([200, null])
  })

  test('a cookie is for this very host over https, not for scripts or other sites', async () => {
    for (const kind of ['member', 'admin'] as const) {
      const { email } =
        kind === 'member' ? (await secure.asMember()).member : (await secure.asAdmin()).admin
      const body = { email, password: SAMPLE_PASSWORD, session: 'cookie' }
      const path = kind === 'member' ? '/api/user/login' : '/api/admin/login'
      const { status, headers, text } = await secure.send('POST', path, { body })
      const cookies = headers.getSetCookie()

      expect([status, cookies.length]).toEqual([200, 2])

      for (const cookie of cookies) {
        expect(cookie).toMatch(
          /^__Host-candor_(member|admin|device)=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure(; Max-Age=\d+)?$/,
        )
        const [, token = ''] = /=([\w-]+)/.exec(cookie) ?? []
        const headerTexts = [...headers].filter(([name]) => name !== 'set-cookie').flat()
        expect([text, ...headerTexts].filter((part) => part.includes(token))).toEqual([])
      }
    }
  })

  test('no other origin may read a response', async () => {
    const own = new URL(ORIGIN)
    const origins = [
      'null',
      '*',
      ORIGIN,
      `https://${own.host}`,
      `http://${own.hostname}:1`,
      `${ORIGIN}.evil.example`,
      `http://evil-${own.host}`,
      `http://${own.host}@evil.example`,
      `http://a.${own.host}`,
      'https://evil.example',
    ]

    for (const origin of origins)
      for (const method of ['GET', 'OPTIONS', 'POST'])
        for (const path of [
          '/api/operator',
          '/api/user/login',
          '/api/nothing',
          '/healthz',
          '/nowhere',
        ]) {
          const preflightHeaders = {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-a',
          }

          const { headers } = await server.fetch(path, { method, headers: preflightHeaders })
          const corsHeaders = [...headers.keys()].filter((name) =>
            name.startsWith('access-control-'),
          )
          expect(corsHeaders, `${method} ${path} from ${origin}`).toEqual([])
        }
  })
})

describe('the description', () => {
  test('OpenAPI 3.1 names each call once, its callers, and the key that money needs', async () => {
    const { json } = await server.send('GET', '/api/openapi.json')
    expect(json.openapi).toMatch(/^3\.1/)

    const operations = Object.values(json.paths).flatMap((path) => Object.values(path as object))
    expect(operations.length).toBeGreaterThan(15)

    for (const operation of operations) {
      expect(operation.summary, operation.operationId).toBeTruthy()
      expect(operation.description, operation.operationId).toContain('Allowed callers: ')
    }

    const ids = operations.map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a call that moves money asks for its key, a session and, with a file, a form', async () => {
    const prove = memberMoneyUpload
      .route({ method: 'POST', path: '/prove', summary: 'Prove' })
      .input(z.object({ amount: usdAmount, proof: z.file() }))
      .output(messageOnly)
    const described = await describeCalls({ prove }, ORIGIN)
    const call = described.paths?.['/prove']?.post

    expect(call?.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: true },
    ])
    expect(call?.security).toEqual([{ token: [] }])
    expect(call?.requestBody).toMatchObject({
      content: {
        'multipart/form-data': { schema: { properties: { amount: { type: 'number' } } } },
      },
    })

    expect(
      Object.keys(call?.requestBody ? (call.requestBody as { content: object }).content : {}),
    ).toHaveLength(1)
  })

  test('the readable page shows the same calls without a script', async () => {
    const { text, headers } = await server.send('GET', '/api/docs')
    expect(headers.get('content-type')).toContain('text/html')
    expect(text).toContain('/api/user/login')
    expect(text, 'a picture that is there').toContain('href="/favicon.svg"')
    expect(text).not.toContain('<script')
    expect(text).toContain('Sandbox: all money here is simulated')
  })
})

describe('events', () => {
  const listen = async (audience: string, cookie: string) => {
    const response = await server.fetch(`/api/events?for=${audience}`, { headers: { cookie } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()

    return {
      response,
      next: async () => (await reader?.read())?.value ?? '',
      stop: () => reader?.cancel(),
    }
  }

  test('a page without a session hears nothing', async () => {
    expect((await server.fetch('/api/events?for=member')).status).toBe(401)
  })

  test('a member gets events of their own changes only, and staff get all', async () => {
    const maya = await server.asMember()
    const ruth = await server.asAdmin()
    const member = await listen('member', maya.cookie)
    const staff = await listen('admin', ruth.cookie)

    expect(await member.next()).toContain('retry:')
    expect(await staff.next()).toContain('retry:')

    server.app.events.publish(toMemberAudience('mem_other'), 'deposits')
    server.app.events.publish(toMemberAudience(maya.member.id), 'withdrawals')

    expect(await member.next()).toBe('event: changed\ndata: withdrawals\n\n')
    expect(await staff.next()).toBe('event: changed\ndata: deposits\n\n')
    expect(await staff.next()).toBe('event: changed\ndata: withdrawals\n\n')

    await member.stop()
    await staff.stop()
  })

  test("a member's cookie opens no stream of the staff", async () => {
    const maya = await server.asMember()
    expect(
      (await server.fetch('/api/events?for=admin', { headers: { cookie: maya.cookie } })).status,
    ).toBe(401)
  })
})

describe("the sandbox's tools", () => {
  const clock = async () => (await server.send('GET', '/dev/clock.json')).json

  test('the business date moves forward, stays after a restart, and real time does not move', async () => {
    const before = await clock()
    const moved = await server.send('POST', '/dev/clock', { body: { days: 30 } })
    expect(moved.json).toMatchObject({ today: '2026-12-20', offsetDays: 30, now: before.now })
    const storedOffset = await server.database.owner.query('select offset_days from business_clock')
    expect(storedOffset.rows).toEqual([{ offset_days: 30 }])
  })

  test('it never moves back, by parts of a day, or because another site says so', async () => {
    for (const days of [-1, 1.5, '2', null, 1e9, {}])
      expect(
        (await server.send('POST', '/dev/clock', { body: { days } })).status,
        String(days),
      ).toBe(400)

    const headers = { origin: 'https://evil.example' }
    expect((await server.send('POST', '/dev/clock', { body: { days: 1 }, headers })).status).toBe(
      403,
    )
  })

  test('the mailbox shows what was sent to an address, with its links', async () => {
    await server.asMember({ email: 'mail@example.com', verified: false })
    await server.runJobs()

    const { json } = await server.send('GET', '/dev/mailbox.json?to=MAIL@example.com')
    expect(json).toHaveLength(1)
    expect(Object.keys(json[0])).toEqual(['id', 'to', 'subject', 'text', 'html', 'links', 'sentAt'])
    expect(json[0].links.some((link: string) => link.startsWith(`${ORIGIN}/confirm/`))).toBe(true)
  })

  test('a live installation has none of them', async () => {
    const live = await testServer({ mode: 'live' })
    for (const path of ['/dev/mailbox.json', '/dev/clock.json'])
      expect((await live.send('GET', path)).status, path).toBe(404)
    expect((await live.send('POST', '/dev/clock', { body: { days: 1 } })).status).toBe(404)
    expect(live.app.clock.offsetDays()).toBe(0)

    await live.close()
  })
})
