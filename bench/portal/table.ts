import type { Browser, Page } from '@playwright/test'
import { compare, inRounds, median, print, sizeText } from '../engine/figures.ts'
import { openSignedInContext } from './pages.ts'
import type { Portal } from './server.ts'

const SEARCHES = 20
const FEW = 100
const A_PAGE = 5
const DAY_MS = 86_400_000

/** An answer as the list of deposits gives it; of every two rows one was paid in bitcoin. */
const deposits = (count: number) => ({
  message: 'Deposits',
  data: Array.from({ length: count }, (_, at) => ({
    _id: `dep_${at}`,
    investment: { amount: (1000 + at).toFixed(2) },
    plan: 'BASIC',
    payment_method: at % 2 ? 'BITCOIN' : 'USDT',
    status: at % 3 ? 'completed' : 'rejected',
    credited: null,
    received: null,
    receivedIn: null,
    reason: null,
    overdue: false,
    timeline: [],
    createdAt: new Date(Date.UTC(2026, 9, 20, 12) - at * DAY_MS).toISOString(),
    expiresAt: '2026-10-20T12:00:00.000Z',
  })),
})

/**
 * From leaving the search box to the found rows on the screen, with many rows and with few, in
 * turn.
 */
export async function searchFigures(portal: Portal, browser: Browser, rows: number): Promise<void> {
  const many = await openTable(portal, browser, rows)
  const few = await openTable(portal, browser, FEW)
  const took = { many: [] as number[], few: [] as number[] }

  await inRounds(SEARCHES, {
    many: async () => took.many.push(await measureSearch(many, rows)),
    few: async () => took.few.push(await measureSearch(few, FEW)),
  })
  compare(`table search with ${sizeText(rows)} rows, to ${FEW} rows`, 'ms', took.many, took.few)
  print(
    `the slowest of ${SEARCHES} searches in ${sizeText(rows)} rows`,
    Math.max(...took.many),
    'ms',
    {
      baseline: median(took.many),
      ratio: Math.max(...took.many) / median(took.many),
    },
  )

  await many.context().close()
  await few.context().close()
}

async function openTable(portal: Portal, browser: Browser, count: number): Promise<Page> {
  const page = await (await openSignedInContext(browser, portal)).newPage()
  await page.route('**/api/transactions/deposit', (route) =>
    route.fulfill({ json: deposits(count) }),
  )
  await page.goto(`${portal.base}/dashboard/deposit-history`)
  await page.getByText(`Showing 1 of ${count / A_PAGE}`).waitFor()

  return page
}

/** Searches, and then empties the box again, which isn't counted. */
async function measureSearch(page: Page, count: number): Promise<number> {
  const ms = await measureTyping(page, 'bitcoin', `Showing 1 of ${count / A_PAGE / 2}`)
  await measureTyping(page, '', `Showing 1 of ${count / A_PAGE}`)
  return ms
}

/**
 * Milliseconds until a text is below the table, and is painted, after the box was left with a
 * word in it.
 */
const measureTyping = (page: Page, word: string, expectedText: string) =>
  page.evaluate(
    async ([word, expectedText]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const box = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (!box) throw new Error('there is no search box')

      box.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, word)
      box.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()

      const begun = performance.now()
      box.blur()

      const says = () =>
        [...document.querySelectorAll('main [role=status]')].map((each) => each.textContent)
      while (!says().includes(expectedText)) {
        if (performance.now() - begun > 60_000)
          throw new Error(`'${expectedText}' never came: ${says()}`)
        await frame()
      }

      await frame()

      return performance.now() - begun
    },
    [word, expectedText] as const,
  )
