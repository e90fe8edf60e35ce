import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { getCookieName } from '#modules/identity/model.ts'
import { PROJECT } from '../../tests/support/launcher.ts'
import { compare, print } from '../engine/figures.ts'
import { SAMPLE_TOKEN } from './members.ts'
import type { Portal } from './server.ts'

const ALLOWED_KB = 200
const LOADS = 7
const QUIET_MS = 2_000
const CODE = /^\/assets\/.+\.(js|css)$/
/** What draws a price's days, fetched when a member opens one. */
const CHARTS = /\/candle-canvas-/

/** A browser that was never here, in which the sample member is signed in. */
export async function openSignedInContext(
  browser: Browser,
  { base }: Portal,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([
    { name: getCookieName('member', base), value: SAMPLE_TOKEN, url: base },
  ])
  await context.addInitScript(() => {
    const markBalances = () => {
      if (!document.querySelector('[aria-label="Balances"][aria-busy="false"]')) return
      performance.mark('balances')
      watching.disconnect()
    }

    const watching = new MutationObserver(markBalances)
    watching.observe(document, { subtree: true, childList: true, attributes: true })
  })

  return context
}

export const dashboard = async (page: Page, { base }: Portal) => {
  await page.goto(`${base}/dashboard`)
  await waitForBalances(page)
}

const waitForBalances = (page: Page) =>
  page.locator('[aria-label="Balances"][aria-busy="false"]').waitFor()

/**
 * Everything of our code that the browser fetches until the dashboard is at rest, each file as gzip
 * makes it.
 */
export async function firstLoadFigures(portal: Portal, browser: Browser): Promise<void> {
  const context = await openSignedInContext(browser, portal)
  const page = await context.newPage()
  const files = new Set<string>()

  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (CODE.test(pathname)) files.add(pathname)
  })
  await dashboard(page, portal)

  for (let known = -1; known < files.size; ) {
    known = files.size
    await pause(QUIET_MS)
  }

  await context.close()

  const weigh = (isIncluded: (file: string) => boolean, weight = computeGzipSize) =>
    [...files].filter(isIncluded).reduce((sum, file) => sum + weight(file), 0) / 1000
  const script = weigh((file) => file.endsWith('.js') && isBeforeCharts(file))
  const style = weigh((file) => file.endsWith('.css') && isBeforeCharts(file))
  const all = script + style

  print('first load of the dashboard, script and style, gzip, to what is allowed', all, 'KB', {
    baseline: ALLOWED_KB,
    ratio: all / ALLOWED_KB,
  })
  print('of it script', script, 'KB')
  print('of it style', style, 'KB')
  print(
    'the same as a browser that reads brotli is sent it',
    weigh(isBeforeCharts, computeTransferSize),
    'KB',
  )

  print(
    'besides, what draws the days of a price',
    weigh((file) => !isBeforeCharts(file)),
    'KB',
  )

  print('of our files', files.size, 'files')
}

const isBeforeCharts = (file: string) => !CHARTS.test(file)
const toBuildPath = (file: string) => join(PROJECT, 'build/client', file)
const computeGzipSize = (file: string) => gzipSync(readFileSync(toBuildPath(file))).length
/** Small files have no copy in brotli and go as they are. */
const computeTransferSize = (file: string) =>
  statSync(existsSync(`${toBuildPath(file)}.br`) ? `${toBuildPath(file)}.br` : toBuildPath(file))
    .size

/**
 * From asking for the dashboard to its balances, in a browser that has nothing of us, and again
 * when it has.
 */
export async function balancesFigures(portal: Portal, browser: Browser): Promise<void> {
  const timings = { cold: [] as number[], warm: [] as number[] }
  for (let round = 0; round <= LOADS; round++) {
    const context = await openSignedInContext(browser, portal)
    const page = await context.newPage()
    await dashboard(page, portal)

    const cold = await readBalancesTime(page)
    await dashboard(page, portal)

    const warm = await readBalancesTime(page)
    await context.close()

    if (round === 0) continue // the server's own first time

    timings.cold.push(cold)
    timings.warm.push(warm)
  }

  compare(
    'time to balances on a cold load, to the same with the cache of the browser',
    'ms',
    timings.cold,
    timings.warm,
  )
}

const readBalancesTime = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('balances')[0]?.startTime ?? Number.NaN)
