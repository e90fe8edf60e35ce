import { afterEach, expect, test } from 'vitest'
import { observeJob, observeRequest } from './durations.ts'
import { openLog } from './log.ts'
import { type Measure, measure, openMetrics, serveMetrics } from './metrics.ts'

const app = { log: openLog('silent'), apples: 3 }
const apples = measure({
  gauges: { apples_total_kilograms: 'What lies in the store.', pears_kilograms: 'Never read.' },
  read: async ({ apples: count }: typeof app) => ({
    apples_total_kilograms: count,
    pears_kilograms: Number.NaN,
  }),
})

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function startMetrics(measures: readonly Measure<typeof app>[]) {
  const { port, stop } = await serveMetrics(app, measures, { port: 0, host: '127.0.0.1' })
  stopping.push(stop)
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

test('Metrics are read at each scrape and served with their descriptions', async () => {
  const get = await startMetrics([apples])
  const first = await get('/metrics')
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toContain('text/plain; version=')

  const text = await first.text()
  expect(text).toContain('# HELP apples_total_kilograms What lies in the store.\n')
  expect(text).toMatch(/^apples_total_kilograms 3$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)

  app.apples = 4
  expect(await (await get('/metrics')).text()).toMatch(/^apples_total_kilograms 4$/m)
})

test('An unknown metric is NaN, never missing', async () => {
  expect(await openMetrics(app, [apples]).text()).toMatch(/^pears_kilograms NaN$/im)
})

test('A figure that cannot be read fails the whole answer, and the next answer is sound again', async () => {
  let broken = true
  const fragile = measure({
    gauges: { eggs: 'Handle with care.' },
    read: async () => {
      if (broken) throw new Error('dropped: secret detail')
      return { eggs: 1 }
    },
  })

  const get = await startMetrics([apples, fragile])
  const failed = await get('/metrics')
  expect(failed.status).toBe(503)
  expect(await failed.text()).not.toMatch(/apples|secret/)

  broken = false
  expect((await get('/metrics')).status).toBe(200)
})

test('There is nothing else on that port', async () => {
  const get = await startMetrics([apples])
  for (const path of ['/', '/metrics/', '/metrics?all', '/healthz', '/api/openapi.json'])
    expect((await get(path)).status, path).toBe(404)
  expect((await get('/metrics', { method: 'POST' })).status).toBe(404)
})

test('Durations are counted by pattern, in classes of status, and never by address', async () => {
  observeRequest({ method: 'GET', route: '/api/teas/{id}', status: 204 }, 30)
  observeRequest({ method: 'BREW', route: '/api/teas/{id}', status: 405 }, 30)
  observeJob('brew-tea', 'failed', 1_500)

  const text = await openMetrics(app, []).text()
  const series = 'candor_http_request_duration_seconds'
  expect(text).toContain(
    `${series}_bucket{le="0.05",method="GET",route="/api/teas/{id}",status="2xx"} 1`,
  )
  expect(text).toContain(`${series}_count{method="other",route="/api/teas/{id}",status="4xx"} 1`)
  expect(text).toContain('candor_job_duration_seconds_sum{job="brew-tea",outcome="failed"} 1.5')
})
