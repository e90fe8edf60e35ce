import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { ensureChromium } from '../scripts/debian.js'
import { assertDiskSpace } from './engine/installation.ts'
import { apiFigures } from './portal/api.ts'
import { memoryFigures } from './portal/memory.ts'
import { balancesFigures, firstLoadFigures } from './portal/pages.ts'
import { openPortal, type Portal } from './portal/server.ts'
import { searchFigures } from './portal/table.ts'

/**
 * The portal as `npm start` serves it, with many members on a server that syncs to disk: what the
 * dashboard fetches, how soon it shows balances, search in a long table, memory while prices tick,
 * and what members call most at a steady rate beside a call that only reads the session. Prints one
 * JSON line a figure.
 */
const { values: options } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    rows: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'load,balances,search,memory,api' },
  },
})
const ONLY = options.only.split(',')
const MEMBERS = Number(options.members)
const [RATE, SECONDS, ROUNDS] = [
  Number(options.rate),
  Number(options.seconds),
  Number(options.rounds),
]
const MINUTES = Number(options.minutes)
const ROWS = Number(options.rows)
const SERVER = process.env.DATABASE_URL ?? ''

async function inBrowser(portal: Portal) {
  const browser = await chromium.launch({
    ...config.use?.launchOptions,
    handleSIGINT: false,
    handleSIGTERM: false,
  })

  try {
    if (ONLY.includes('load')) await firstLoadFigures(portal, browser)
    if (ONLY.includes('balances')) await balancesFigures(portal, browser)
    if (ONLY.includes('search')) await searchFigures(portal, browser, ROWS)
    if (ONLY.includes('memory')) await memoryFigures(portal, browser, MINUTES)
  } finally {
    await browser.close()
  }
}

if (!SERVER) throw new Error('DATABASE_URL names no server: npm run bench -- portal starts one.')
if (!(MEMBERS >= 1_000 && RATE >= 1 && SECONDS >= 1 && ROUNDS >= 1 && MINUTES > 0 && ROWS >= 100))
  throw new Error(
    '--members takes 1000 or more, --rows 100 or more, everything else a number above zero.',
  )
const wantsBrowser = ONLY.some((part) => part !== 'api')
if (wantsBrowser) ensureChromium()
await assertDiskSpace(Math.ceil(2 + MEMBERS / 50_000))
const portal = await openPortal(SERVER, MEMBERS)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void portal.close().finally(() => process.exit(1)))
try {
  if (wantsBrowser) await inBrowser(portal)
  if (ONLY.includes('api'))
    await apiFigures(portal, { rate: RATE, seconds: SECONDS, rounds: ROUNDS })
} finally {
  await portal.close()
}
