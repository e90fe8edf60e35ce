import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startTracing } from '#platform/monitoring/start-tracing.ts'
import { testServer } from '../support/http.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[] }

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** A collector as OTLP over HTTP describes it: it takes JSON at /v1/traces. */
async function openCollector() {
  const received: { path: string | undefined; headers: IncomingHttpHeaders; body: Export }[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Export
    received.push({ path: request.url, headers: request.headers, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ending.push(async () => server.close())

  const listSpans = () =>
    received.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  const { port } = server.address() as AddressInfo

  return { url: `http://127.0.0.1:${port}/`, received, listSpans }
}

const getValue = (span: Span, name: string) => {
  const value = span.attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

test('A request and a job are traces with their statements, without any value of theirs', async () => {
  const collector = await openCollector()
  const server = await testServer()
  ending.push(server.close)
  const { app } = server

  const stop = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-tenant': 'seven' },
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    { service: 'candor-web', log: app.log },
  )

  const email = 'private.person@example.com'
  await server.asMember({ email })
  await server.send('GET', '/healthz')
  const answer = await server.send('POST', '/api/user/forget-pass', { body: { email } })
  await server.runJobs()
  await server.send('GET', '/reset-password/secret-token')
  await stop()

  expect(answer.status).toBeLessThan(300)
  expect(collector.received[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', 'x-tenant': 'seven' },
  })
  expect(JSON.stringify(collector.received[0]?.body.resourceSpans[0]?.resource)).toContain(
    '"candor-web"',
  )

  const spans = collector.listSpans()
  const request = spans.find(({ name }) => name === 'POST /api/user/forget-pass')
  expect(request && getValue(request, 'http.response.status_code')).toBe(answer.status)
  expect(request && getValue(request, 'candor.request_id')).toBe(answer.headers.get('x-request-id'))

  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  for (const one of statements) {
    expect(one.traceId).toBe(request?.traceId)
    expect(getValue(one, 'db.query.text')).toBeTypeOf('string')
  }

  expect(spans.map(({ name }) => name)).not.toContain('GET /healthz')
  expect(spans.some((span) => getValue(span, 'candor.job') !== undefined)).toBe(true)
  expect(JSON.stringify(spans)).not.toMatch(/private\.person|secret-token/)
})

test('A failed statement names its code and never the text of its error', async () => {
  const collector = await openCollector()
  const server = await testServer()
  ending.push(server.close)

  const stop = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    { service: 'candor', log: server.app.log },
  )
  const { trace } = await import('#platform/monitoring/tracing.ts')
  const failing = trace({ name: 'work', kind: 'job' }, () =>
    sql`select ${'private'}::bigint`.execute(server.app.db),
  )
  await expect(failing).rejects.toThrow('private')
  await stop()

  const failed = collector.listSpans().filter(({ status }) => status.code === 2)
  expect(failed.map((span) => getValue(span, 'error.type'))).toEqual(['22P02', '22P02'])
  expect(JSON.stringify(failed)).not.toContain('private')
})

test('A collector that is away slows no request and loses none', async () => {
  const server = await testServer()
  ending.push(server.close)

  const stop = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    { service: 'candor', log: server.app.log },
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.send('GET', '/api/plans')),
  )
  await stop()

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('OpenTelemetry is loaded only with a collector', () => {
  const listLoaded = (endpoint: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', LIST_LOADED, endpoint], {
      encoding: 'utf8',
    })

  expect(listLoaded('http://127.0.0.1:9')).toContain('@opentelemetry/sdk-trace')
  expect(listLoaded('')).not.toContain('@opentelemetry')
})

const LIST_LOADED = `
  import { registerHooks } from 'node:module'
  registerHooks({ resolve: (name, context, next) => (console.log(name), next(name, context)) })
  const { startTracing } = await import('#platform/monitoring/start-tracing.ts')
  await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: process.argv[1], OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER_ARG: 1 },
    { service: 'candor', log: { warn: () => {} } },
  )
  process.exit(0)
`
