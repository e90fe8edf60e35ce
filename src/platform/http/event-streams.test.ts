import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import type { DomainError } from '#lib/errors.ts'
import { createFixedClock } from '../clock.ts'
import { openEventStreams, type StreamOptions } from './event-streams.ts'
import type { ResolveSession, Session } from './http.ts'

const clock = createFixedClock('2026-11-20T12:00:00Z')
const app = { clock } as unknown as StreamOptions['app']
const who = { kind: 'member', id: 'mem_1', label: 'Maya' } as Session['who']

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Starts a stream of one row of the given length that differs at each reading. */
function stream(length = 10, stopping?: AbortSignal) {
  const outside = { reads: 0, session: 'ses_1' as string | null }
  const peekSession: ResolveSession = async () =>
    outside.session ? { id: outside.session, via: 'cookie', who } : null
  const readRows = async () => {
    outside.reads += 1
    return new Map([['BTC', JSON.stringify(`${outside.reads} ${'x'.repeat(length)}`)]])
  }

  const { ticks } = openEventStreams({ app, peekSession, stopping, readRows })
  const http = new Hono()
  http.onError((error, c) => c.text('', (error as DomainError).status))
  if (ticks) http.get('/api/market/stream', ticks)

  return { outside, fetch: http.fetch }
}
const request = () => new Request('http://localhost/api/market/stream?for=member')

test('a beat goes over a quiet line, and the page is let go when its session ends', async () => {
  vi.useFakeTimers()

  const { fetch: handler, outside } = stream()
  const response = await handler(request())
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  let over = false
  const listen = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      heard += part.value
    over = true
  }

  void listen()
  await vi.advanceTimersByTimeAsync(26_000)

  expect(heard).toContain(': still here\n\n')

  outside.session = null
  await vi.advanceTimersByTimeAsync(60_000)

  expect(over).toBe(true)

  const { reads } = outside
  await vi.advanceTimersByTimeAsync(120_000)

  expect(outside.reads).toBe(reads)
})

test('every stream ends when the server stops', async () => {
  const stopping = new AbortController()
  const { fetch: handler } = stream(10, stopping.signal)
  const response = await handler(request())
  const text = response.text()

  stopping.abort()
  expect(await text).toContain('retry: 2000')
})

test('a person has twelve streams, and a closed one makes room', async () => {
  const { fetch: handler } = stream()
  const pages = await Promise.all(Array.from({ length: 12 }, () => handler(request())))
  expect(pages.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect((await handler(request())).status).toBe(429)

  await pages[0]?.body?.cancel()
  await new Promise((done) => setTimeout(done))

  expect((await handler(request())).status).toBe(200)
})

test('a page that stops reading is disconnected early, and others continue', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})

  const { fetch: handler } = stream(30_000)
  const server = serve({
    fetch: handler,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  }) as Server

  await once(server, 'listening')

  const { port } = server.address() as AddressInfo
  const slow = connect(port, '127.0.0.1')
  slow.write('GET /api/market/stream HTTP/1.1\r\nhost: localhost\r\n\r\n')
  slow.pause()

  const good = await fetch(`http://127.0.0.1:${port}/api/market/stream`)
  const reader = good.body?.getReader()
  let read = 0
  const listen = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      read += part.value.byteLength
  }
  const listening = listen().catch(() => {})
  const connections = () =>
    new Promise<number>((done) => server.getConnections((_error, count) => done(count)))

  for (let i = 0; i < 1_000 && (await connections()) > 1; i++) {
    await vi.advanceTimersByTimeAsync(10_000)
    await new Promise((done) => setTimeout(done, 5))
  }

  expect(await connections()).toBe(1)
  expect(read).toBeGreaterThan(1_000_000)

  slow.destroy()
  server.closeAllConnections()
  server.close()
  await listening
})
