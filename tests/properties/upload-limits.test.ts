import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { buildEnquiryInput } from '#modules/enquiries/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { LARGE_BODIES, openBodyPlace } from '#platform/http/large-bodies.ts'
import { limitConnections, SERVER_OPTIONS } from '#platform/http/server.ts'
import { type TestServer, testServer } from '../support/http.ts'

const MIB = 1024 * 1024

let server: TestServer
let listening: Server
let port: number
const open: Socket[] = []
const sources = new Set<string>()

beforeAll(async () => {
  server = await testServer({ environment: { TRUST_PROXY: 'true' } })
  await new Promise<void>((ready) => {
    listening = serve(
      {
        fetch: (request, env) => server.http.fetch(request, env),
        port: 0,
        hostname: '127.0.0.1',
        overrideGlobalObjects: false,
        serverOptions: SERVER_OPTIONS,
      },
      (info) => {
        port = info.port
        ready()
      },
    ) as Server
  })
  limitConnections(listening)
})

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  for (const source of sources) await expectRefusal(source, null)
  sources.clear()
})

afterAll(async () => {
  listening.closeAllConnections()
  await new Promise((done) => listening.close(done))
  await server.close()
})

type Sent = { answer: Promise<string> }

/** Sends the head of a form of 9 MB and its first bytes, and then nothing more. */
function sendHalf(from: string, bytes = 256 * 1024): Sent {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  sources.add(from)

  socket.on('error', () => {})
  socket.write(
    'POST /api/enquiries HTTP/1.1\r\nHost: localhost\r\n' +
      `X-Forwarded-For: ${from}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
      `Content-Length: ${9 * MIB}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(bytes, 'x'))

  return {
    answer: new Promise((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
        if (text.includes('"code"')) resolve(text)
      })
      socket.once('close', () => resolve(text))
    }),
  }
}

/** Returns the code with which a large body from a source would be refused now; null: it wouldn't. */
function findRefusal(from: string): string | null {
  const place = openBodyPlace(from)
  try {
    place.take()
    place.release()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** Waits until the server has begun to read the bodies that were sent, or has noticed their end. */
const expectRefusal = (from: string, code: string | null) =>
  expect.poll(() => findRefusal(from)).toBe(code)

/** Expects that a source can send as many large bodies as ever: none of them is answered. */
async function expectPlaces(from: string) {
  await expectRefusal(from, null)
  const answers = Array.from({ length: LARGE_BODIES.fromSource }, () => sendHalf(from).answer)
  await expectRefusal(from, 'too_many_uploads')
  expect(await Promise.race([...answers, pause(300)])).toBeUndefined()
}

async function sendSmall(from: string): Promise<number> {
  const form = new FormData()
  const { cv: _cv, ...fields } = buildEnquiryInput(server.app)
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))

  const { status } = await server.send('POST', '/api/enquiries', {
    body: form,
    headers: { 'x-forwarded-for': from },
  })
  return status
}

test('one source sends two large bodies at once; a third is refused before it is read', async () => {
  for (let at = 0; at < LARGE_BODIES.fromSource; at++) sendHalf('198.51.100.1')
  await expectRefusal('198.51.100.1', 'too_many_uploads')

  const refused = await sendHalf('198.51.100.1', 1).answer
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toMatch(/retry-after: \d+/i)
  expect(refused).toContain('"code":"too_many_uploads"')
  expect(refused).toContain('Nothing was changed')

  expect(await sendSmall('198.51.100.1')).toBe(200)
})

test('twenty large bodies are read at once; small requests are answered meanwhile', async () => {
  for (let at = 0; at < LARGE_BODIES.together; at++) sendHalf(`203.0.113.${at}`, 70 * 1024)
  await expectRefusal('198.51.100.2', 'uploads_busy')

  const refused = await sendHalf('198.51.100.2', 1).answer
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toContain('"code":"uploads_busy"')

  expect(await sendSmall('198.51.100.2')).toBe(200)
})

test('a large body whose sender is gone gives its place back', async () => {
  for (let at = 0; at < LARGE_BODIES.fromSource; at++) sendHalf('198.51.100.3')
  await expectRefusal('198.51.100.3', 'too_many_uploads')
  for (const socket of open) socket.destroy()

  await expectPlaces('198.51.100.3')
})

test('a half-sent body ends within seconds, and its place is free again', async () => {
  const answers = await Promise.all(
    Array.from({ length: LARGE_BODIES.fromSource }, () => sendHalf('198.51.100.4', 1024).answer),
  )
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('Nothing was changed')
  }

  await expectPlaces('198.51.100.4')
})

test('refused files count against the 100 MB of a member', async () => {
  const plan = await createPublishedPlan(server.app)
  const { member, token } = await server.asMember()
  const quote = await quoteDeposit(server.app, member, {
    planId: plan.id,
    amount: '1500',
    method: 'USDT',
  })
  const file = new File([Buffer.alloc(10 * MIB, 'x')], 'proof.png')

  const send = async () => {
    const form = new FormData()
    const fields = { _id: quote.id, amount: '1500', payment_method: 'USDT', selected_plan: plan.id }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('payment_proof', file)

    return await server.send('POST', '/api/deposit', {
      token,
      key: crypto.randomUUID(),
      body: form,
    })
  }

  for (let at = 0; at < 10; at++) expect((await send()).json.code).toBe('file_type')

  const { status, headers, json } = await send()
  expect(status).toBe(429)
  expect(json).toMatchObject({ code: 'too_many_files', errors: [{ field: 'payment_proof' }] })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
})
