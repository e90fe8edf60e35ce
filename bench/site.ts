import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { ensureChromium } from '../scripts/debian.js'
import { PAGES } from '../src/web/site/pages.ts'
import { lighthouse } from './support/lighthouse.ts'

/**
 * The public site as `npm start` serves it: what each page brings to a browser, compressed; how far
 * its layout shifts, also where fonts come late; how long the server takes for a page at a steady
 * rate beside a static file; and what Lighthouse says of it (`--only lighthouse --rounds 1 --pages
 * /,/plans` for a quick look). Prints one JSON line a figure.
 */
const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: 'bytes,server,lighthouse' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string' },
  },
})
const [RATE, SECONDS] = [Number(options.rate), Number(options.seconds)]
/** One of each kind, to be timed. */
const TIMED = [
  '/',
  '/company',
  '/career',
  '/contact',
  '/realestate',
  '/plans',
  '/transparency',
  '/legal/terms',
]
const PORT = 3980
const ADDRESS = `http://localhost:${PORT}`
/** To reach: KB of JavaScript, as gzip, and how far anything shifts. */
const MAX_KB: Record<string, number> = { '/': 10, '/legal/terms': 0 }
const MAX_SHIFT = 0.02
const MAX_RATIO = 4
/** One page of each kind for Lighthouse, and the minimum scores. */
const READ = ['/', '/realestate', '/plans', '/transparency', '/contact', '/company', '/legal/terms']
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

const printFigure = (name: string, value: number, unit: string, baseline: number | null = null) => {
  const roundFigure = (figure: number) => Math.round(figure * 1000) / 1000
  const ratio = baseline ? roundFigure(value / baseline) : null
  process.stdout.write(
    `${JSON.stringify({ name, value: roundFigure(value), unit, baseline, ratio })}\n`,
  )
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'candor-site-'))
  const { DATABASE_URL: _none, ...inherited } = process.env
  const limits = { CALLS_PER_PERSON: '0', CALLS_PER_SOURCE: '0' } // one machine plays all visitors
  const environment = {
    ...inherited,
    ...limits,
    PORT: String(PORT),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    INDEXABLE: '1',
    PUBLIC_URL: ADDRESS,
  }

  const server = spawn(process.execPath, ['scripts/start.js'], {
    env: environment,
    stdio: 'ignore',
  })

  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`${ADDRESS}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break

    await pause(1_000)
  }

  return async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

const KINDS = { js: /\.js$/, css: /\.css$/, fonts: /\.woff2$/, pictures: /\.(png|svg|webp|jpg)$/ }

/** The delay of fonts on a slow line, where they may move nothing either. */
const FONT_DELAY_MS = 1_500

async function measureBytes(browser: Browser, path: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 844 } })
  await page.route(/\.woff2$/, async (route) => {
    await pause(FONT_DELAY_MS)
    await route.continue()
  })

  const sums: Record<string, number> = { html: 0, js: 0, css: 0, fonts: 0, pictures: 0 }
  const reading: Promise<void>[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    const kind = Object.entries(KINDS).find(([, name]) => name.test(pathname))?.[0] ?? 'html'
    const read = async () => {
      const body = await answer.body().catch(() => Buffer.alloc(0))
      const packed =
        kind === 'fonts' || kind === 'pictures' ? body.length : gzipSync(body, { level: 9 }).length
      sums[kind] = (sums[kind] ?? 0) + packed
      if (kind === 'js') sums.brotli = (sums.brotli ?? 0) + brotliCompressSync(body).length
    }

    reading.push(read())
  })

  await page.addInitScript(() => {
    const shiftWindow = window as unknown as { shifted: number }
    shiftWindow.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
      }[])
        if (!entry.hadRecentInput) shiftWindow.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto(`${ADDRESS}${path}`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_500)
  await Promise.all(reading)

  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
  await page.close()

  return { sums, shifted }
}

async function bytes() {
  ensureChromium()

  const browser = await chromium.launch({ ...config.use?.launchOptions })
  for (const { path } of PAGES) {
    const wide = await measureBytes(browser, path, 1440)
    const { sums, shifted: narrow } = await measureBytes(browser, path, 390)
    const shifted = Math.max(wide.shifted, narrow)

    for (const [kind, size] of Object.entries(sums))
      printFigure(`${path} ${kind}`, size / 1024, 'KB')
    printFigure(`${path} layout shift`, shifted, 'CLS', MAX_SHIFT)

    const maxKb = MAX_KB[path]
    if (maxKb !== undefined && (sums.js ?? 0) / 1024 > maxKb)
      reportFailure(`${path} brings more than ${maxKb} KB of JavaScript`)
    if (shifted > MAX_SHIFT) reportFailure(`${path} shifts by ${shifted}`)
  }

  await browser.close()
}

const reportFailure = (why: string) => {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}

/**
 * Asked at a steady rate, whatever the answers take: the middle and the slowest twentieth, in
 * milliseconds.
 */
async function measureTimes(path: string) {
  const took: number[] = []
  const requests = Array.from({ length: RATE * SECONDS }, async (_, at) => {
    await pause((at * 1000) / RATE)
    const began = performance.now()
    await (await fetch(`${ADDRESS}${path}`)).arrayBuffer()
    took.push(performance.now() - began)
  })

  await Promise.all(requests)
  took.sort((a, b) => a - b)

  return {
    median: took[Math.floor(took.length / 2)] ?? 0,
    slow: took[Math.floor(took.length * 0.95)] ?? 0,
  }
}

async function serverTimes() {
  const html = await (await fetch(`${ADDRESS}/`)).text()
  const file = /\/assets\/instrument-sans-latin-wght[^"]+/.exec(html)?.[0] ?? '/favicon.svg'

  for (const path of [...TIMED, file]) await measureTimes(path).then(() => pause(200)) // warm

  const still = await measureTimes(file)
  printFigure(`a static file at ${RATE} a second`, still.median, 'ms median')

  for (const path of TIMED) {
    const { median, slow } = await measureTimes(path)
    printFigure(`${path} at ${RATE} a second`, median, 'ms median', still.median)
    printFigure(`${path} at ${RATE} a second, slowest twentieth`, slow, 'ms')
    if (median > MAX_RATIO * still.median)
      reportFailure(`${path} takes more than ${MAX_RATIO} times a static file`)
  }
}

async function readByLighthouse() {
  ensureChromium()

  for (const path of options.pages?.split(',') ?? READ) {
    const { scores, lost } = await lighthouse(`${ADDRESS}${path}`, Number(options.rounds))
    for (const [name, minimum] of Object.entries(MIN_SCORES)) {
      const score = scores[name as keyof typeof MIN_SCORES]
      printFigure(`${path} lighthouse ${name}`, score, 'of 100', minimum)
      if (score < minimum) reportFailure(`${path} has ${score} of 100 for ${name}`)
    }

    if (lost.length > 0) process.stderr.write(`${path}: ${lost.join(', ')}\n`)
  }
}

const stop = await startServer()
try {
  if (options.only.includes('bytes')) await bytes()
  if (options.only.includes('server')) await serverTimes()
  if (options.only.includes('lighthouse')) await readByLighthouse()
} finally {
  await stop()
}
