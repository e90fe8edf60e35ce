import type { Server } from 'node:http'
import { connect } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMembers } from '#modules/identity/queries.ts'
import { buildSignUpInput } from '#modules/identity/testing.ts'
import { limitConnections, SERVER_OPTIONS } from '#platform/http/server.ts'
import { type TestServer, testServer } from '../support/http.ts'
import { endlessUpload, SECOND, smugglings } from '../support/smuggling.ts'

let server: TestServer
let listening: Server
let port: number
/** Addresses that were answered with what they asked for. */
const smuggledUrls: string[] = []

beforeAll(async () => {
  server = await testServer()
  await new Promise<void>((ready) => {
    listening = serve(
      {
        fetch: async (request, env) => {
          const answer = await server.http.fetch(request, env)
          if (answer.ok && request.url.includes(SECOND)) smuggledUrls.push(request.url)
          return answer
        },
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

    limitConnections(listening)
  })
})
afterAll(async () => {
  listening.closeAllConnections()
  listening.close()
  await server.close()
})

type Answer = { text: string; sent: number }

const GIGABYTE = 1 << 30

/** After so long without an answer, the server waits for the rest of a request. */
const SILENT_MS = 5_000

/**
 * Sends these bytes and nothing more; answers all that comes back until the other side closes or
 * says no more.
 */
const sendBytes = (parts: Iterable<string>) =>
  new Promise<Answer>((resolve) => {
    const answer = { text: '', sent: 0 }
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(SILENT_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer.text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))

    const chunks = parts[Symbol.iterator]()
    const push = () => {
      for (let next = chunks.next(); !next.done; next = chunks.next()) {
        answer.sent += next.value.length
        if (!socket.write(next.value, 'latin1')) return void socket.once('drain', push)
      }
    }

    socket.on('connect', push)
  })

const parseStatus = ({ text }: Answer) => Number(text.split(' ')[1] ?? 0)

test('of sixty requests that hide a second one, no second one is answered or done', async () => {
  const signUp = JSON.stringify(await buildSignUpInput(server.app))
  const cases = smugglings(signUp)
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)

  const answers = await Promise.all(
    cases.map(async ({ name, bytes }) => ({ name, answer: await sendBytes([bytes]) })),
  )
  for (const { name, answer } of answers) {
    const shown = `${name}\n${answer.text.slice(0, 300)}`
    expect(parseStatus(answer), shown).toBeLessThan(500)
    expect(answer.text.match(/HTTP\/1\.1 \d/g)?.length ?? 0, shown).toBeLessThanOrEqual(1)
  }

  expect(smuggledUrls).toEqual([])

  const answered = answers.filter(({ answer }) => parseStatus(answer) >= 400).length
  console.log(
    `smuggling: ${cases.length} cases, ${answered} refused, the others wait for their rest; ` +
      '0 carried out',
  )

  expect(answered).toBeGreaterThan(40)
  expect(await listMembers(server.app.db)).toEqual([])
})

test('control: the same sign-up in one plain request is accepted', async () => {
  const body = JSON.stringify(await buildSignUpInput(server.app))
  const head =
    `POST /api/user HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ` +
    `${body.length}\r\n`
  expect(parseStatus(await sendBytes([`${head}Connection: close\r\n\r\n${body}`]))).toBe(200)
  expect(await listMembers(server.app.db)).toHaveLength(1)
})

test('a gigabyte is cut off at the limit, also without a length; others are served', async () => {
  const uploads = Array.from({ length: 2 }, (_, index) =>
    sendBytes(endlessUpload(GIGABYTE, index === 1)),
  )
  expect((await server.fetch('/healthz')).status).toBe(200)

  for (const answer of await Promise.all(uploads)) {
    expect(parseStatus(answer)).toBe(413)
    // the server discards what comes in half a second more, so that its answer arrives
    expect(answer.sent).toBeLessThan(GIGABYTE)
  }
})
