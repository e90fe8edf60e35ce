import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { invariant } from '#lib/invariant.ts'
import { print } from '../engine/figures.ts'
import { dashboard, openSignedInContext } from './pages.ts'
import type { Portal } from './server.ts'

/** As often as the server reads prices while a client follows them. */
const NORMAL_MS = 10_000
const TIMES = 6
const MINUTE_MS = 60_000
const SETTLED_MS = 5_000
const MB = 1_000_000

type Row = { symbol: string; price: string; at: string }

/** A stream of prices like the server's in which every price changes with each tick. */
async function openTicks(rows: readonly Row[], everyMs: number) {
  const followers = new Set<ServerResponse>()
  let sent = 0
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: 2000\n\n${formatMessage('all', rows, sent)}`)
    followers.add(response)
    response.on('close', () => followers.delete(response))
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const timer = setInterval(() => {
    sent += 1
    for (const each of followers) each.write(formatMessage('some', rows, sent))
  }, everyMs)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent: () => sent,
    followers: () => followers.size,
    close: () => {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}

function formatMessage(event: 'all' | 'some', rows: readonly Row[], tick: number) {
  const at = new Date().toISOString()
  const changed = rows.map((row) => {
    const decimals = row.price.split('.')[1]?.length ?? 0
    return { ...row, at, price: (Number(row.price) * (1 + (tick % 50) / 1_000)).toFixed(decimals) }
  })
  return `id: bench-${tick}\nevent: ${event}\ndata: ${JSON.stringify(changed)}\n\n`
}

/** The sample member's dashboard with prices that tick so often, and what it weighs. */
async function openPage(portal: Portal, browser: Browser, everyMs: number) {
  const listed = await (await fetch(`http://127.0.0.1:${portal.port}/api/market`)).json()
  const ticks = await openTicks(listed.data as Row[], everyMs)
  const context = await openSignedInContext(browser, portal)
  const page = await context.newPage()

  await page.route('**/api/market/stream*', (route) => route.continue({ url: ticks.url }))
  await dashboard(page, portal)

  const prices = page.getByRole('table', { name: 'Market prices' })
  const shown = await prices.innerText()

  await pause(SETTLED_MS + everyMs)
  invariant((await prices.innerText()) !== shown, 'the page shows what ticks')

  const close = async () => {
    ticks.close()
    await context.close()
  }
  return { ticks, weigh: await openScales(page), close }
}

/** What a page holds after its waste was collected. */
async function openScales(page: Page) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable')

  return async () => {
    for (let time = 0; time < 2; time++) await tools.send('HeapProfiler.collectGarbage')
    const { metrics } = await tools.send('Performance.getMetrics')
    const getMetric = (name: string) =>
      metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return { megabytes: getMetric('JSHeapUsedSize') / MB, nodes: getMetric('Nodes') }
  }
}

/**
 * The heap of a dashboard left open at six times the normal ticks, beside its beginning and beside
 * one at normal ticks.
 */
export async function memoryFigures(
  portal: Portal,
  browser: Browser,
  minutes: number,
): Promise<void> {
  const busy = await openPage(portal, browser, NORMAL_MS / TIMES)
  const calm = await openPage(portal, browser, NORMAL_MS)

  try {
    const [first, ticksBefore] = [await busy.weigh(), busy.ticks.sent()]
    await pause(minutes * MINUTE_MS)
    invariant(busy.ticks.followers() > 0, 'the page still follows the ticks')

    const [last, beside] = [await busy.weigh(), await calm.weigh()]
    const durationLabel = `after ${minutes} minutes at ${TIMES} times the normal ticks`
    const line = (name: string, value: number, unit: string, baseline: number) =>
      print(name, value, unit, { baseline, ratio: value / baseline })

    line(
      `heap of the dashboard ${durationLabel}, to its beginning`,
      last.megabytes,
      'MB',
      first.megabytes,
    )

    line(
      `heap of the dashboard ${durationLabel}, to one at normal ticks`,
      last.megabytes,
      'MB',
      beside.megabytes,
    )

    line(
      `nodes of the dashboard ${durationLabel}, to its beginning`,
      last.nodes,
      'nodes',
      first.nodes,
    )

    print('ticks meanwhile', busy.ticks.sent() - ticksBefore, 'ticks')
  } finally {
    await busy.close()
    await calm.close()
  }
}
