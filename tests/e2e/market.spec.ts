import type { Page, Route } from '@playwright/test'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const screener = (page: Page) => page.getByRole('region', { name: 'Markets' })
const locateRow = (page: Page, label: string) =>
  screener(page).getByRole('row').filter({ hasText: label })
const ticker = (page: Page) => page.getByRole('list', { name: 'Market prices in US dollars' })
const labels = async (page: Page) =>
  (await screener(page).locator('tbody tr td:first-child b').allTextContents()).join(' ')

type Row = { symbol: string; price: string; stale: boolean; change24h: string | null }

/** Reads the list's answer, to be sent again with changes. */
async function readMarketList(page: Page): Promise<Row[]> {
  return ((await (await page.request.get('/api/market')).json()) as { data: Row[] }).data
}

const fulfilStream = (route: Route, id: string, event: string, rows: object[]) =>
  route.fulfill({
    headers: { 'content-type': 'text/event-stream' },
    body: `retry: 50\n\nid: ${id}\nevent: ${event}\ndata: ${JSON.stringify(rows)}\n\n`,
  })

test.describe('market data for members', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page, 'maya@example.com')
    await page.goto('/dashboard/markets')
  })

  test('The overview shows five prices with one source, and leads to all of them.', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    await expect(screener(page).getByRole('row')).toHaveCount(6)
    await expect(screener(page).getByText(/Simulated feed, .*Simulated prices/)).toBeVisible()
    await screener(page).getByRole('link', { name: 'All markets' }).click()

    await expect(page).toHaveURL(/\/dashboard\/markets$/)
    await expect(screener(page).getByRole('row')).toHaveCount(11)
  })

  test('The ticker and screener show every price with feed and time, without the chart library.', async ({
    page,
  }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.reload()

    await expect(ticker(page).getByText('EUR/USD')).toBeVisible()
    await expect(ticker(page).getByText('Simulated feed,')).toBeVisible()
    await expect(screener(page).getByRole('row')).toHaveCount(11)

    const bitcoin = locateRow(page, 'Bitcoin')
    await expect(bitcoin.getByText(/^Simulated feed, \d+ \w+ 2\d{3}, \d\d:\d\d$/)).toBeVisible()
    await expect(bitcoin.getByText(/^[+−]\d+\.\d\d%$/)).toHaveCount(2)
    await expect(bitcoin.locator('svg path').last()).toBeAttached()
    await expect(screener(page).getByText('Simulated prices')).toBeVisible()
    expect(loaded.some((address) => address.includes('candle-canvas'))).toBe(false)
  })

  test(
    'The screener is searched, filtered, sorted and paged by keyboard with its state stored.',
    DEEP_ONLY,
    async ({ page }) => {
      const search = screener(page).getByRole('searchbox')
      await search.fill('gold')

      await expect(screener(page).getByRole('row')).toHaveCount(2)
      await expect(locateRow(page, 'XAU')).toBeVisible()

      await search.fill('')
      await expect(screener(page).getByRole('row')).toHaveCount(11)

      const forex = screener(page).getByRole('button', { name: 'Forex' })
      await forex.focus()
      await page.keyboard.press('Enter')

      await expect(screener(page).getByRole('row')).toHaveCount(3)

      const price = screener(page).getByRole('button', { name: /Price, USD/ })
      await price.focus()
      await page.keyboard.press('Enter')

      await expect(screener(page).locator('th[aria-sort="ascending"]')).toHaveCount(1)
      await expect.poll(() => labels(page)).toBe('EUR/USD GBP/USD')

      await page.keyboard.press('Enter')
      await expect.poll(() => labels(page)).toBe('GBP/USD EUR/USD')

      await page.reload()
      await expect.poll(() => labels(page)).toBe('GBP/USD EUR/USD')
      await expect(forex).toHaveAttribute('aria-pressed', 'true')

      await screener(page).getByRole('button', { name: 'All', exact: true }).click()
      await screener(page).getByRole('button', { name: 'Next' }).click()

      await expect(screener(page).getByText('Showing 2 of 2')).toBeVisible()
      await expect(screener(page).getByRole('row')).toHaveCount(3)
    },
  )

  test('New prices appear without a reload, also after a connection loss; others stay.', async ({
    page,
  }) => {
    const [bitcoin] = (await readMarketList(page)).filter(({ symbol }) => symbol === 'BTC')
    const all = await readMarketList(page)
    let requestCount = 0

    await page.route('**/api/market/stream*', async (route) => {
      requestCount += 1

      const first = requestCount === 1
      await fulfilStream(
        route,
        `run-${requestCount}`,
        first ? 'all' : 'some',
        first ? all : [{ ...bitcoin, price: '123456.78' }],
      )
    })

    await page.reload()
    await expect(ticker(page).getByText('123,456.78')).toBeVisible()
    await expect(locateRow(page, 'Bitcoin').getByText('123,456.78')).toBeVisible()
    await expect(locateRow(page, 'Solana')).toBeVisible()
  })

  test(
    'While feeds are down, the last prices stay and are marked stale.',
    DEEP_ONLY,
    async ({ page }) => {
      const stale = (await readMarketList(page)).map((row) => ({
        ...row,
        stale: true,
        change24h: null,
      }))
      await page.route('**/api/market/stream*', (route) =>
        fulfilStream(route, 'run-1', 'all', stale),
      )
      await page.reload()

      await expect(locateRow(page, 'Bitcoin').getByText('Stale')).toBeVisible()
      await expect(locateRow(page, 'Bitcoin').getByText('Unavailable')).toBeVisible()
      await expect(ticker(page).getByText('Stale').first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()

      await expectAccessible(page)
    },
  )

  test(
    'A failed or empty price list says so, and the rest of the page works.',
    DEEP_ONLY,
    async ({ page }) => {
      await page.route('**/api/market/stream*', (route) =>
        route.fulfill({ status: 429, body: '{}' }),
      )
      await page.route('**/api/market', (route) =>
        route.fulfill({ status: 429, json: { message: 'No', code: 'x' } }),
      )
      await page.reload()

      await expect(
        screener(page).getByText('An error occurred while fetching the data.'),
      ).toBeVisible()
      await expect(ticker(page).getByText('No current prices')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()

      await expectAccessible(page)
      await page.unroute('**/api/market')
      await page.route('**/api/market', (route) =>
        route.fulfill({ json: { message: 'Prices', data: [] } }),
      )
      await screener(page).getByRole('button', { name: 'Try again' }).click()

      await expect(screener(page).getByText('No prices are available right now.')).toBeVisible()

      await page.unroute('**/api/market')
      await page.reload()

      await expect(locateRow(page, 'Bitcoin')).toBeVisible()

      await page.route('**/api/market', (route) =>
        route.fulfill({ status: 429, json: { message: 'No', code: 'x' } }),
      )
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      )

      await expect(screener(page).getByText('Prices couldn’t be refreshed.')).toBeVisible()
      await expect(locateRow(page, 'Bitcoin')).toBeVisible()
    },
  )

  test(
    'The market panels are accessible and fit phone and desktop.',
    DEEP_ONLY,
    async ({ page }) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(locateRow(page, 'BTC')).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    },
  )
})

test.describe('market data for staff', () => {
  const panel = (page: Page) => page.getByRole('region', { name: 'Market price action' })

  test.beforeEach(async ({ page }) => {
    await logInAdmin(page, 'ruth@example.com')
  })

  test(
    'Price history is shown as candles, sentence and table for any asset and period.',
    DEEP_ONLY,
    async ({ page }) => {
      const picture = panel(page).getByRole('img', { name: /^BTC was at \$[\d,]+\.\d\d on / })
      await expect(picture).toBeVisible()
      await expect(picture.locator('canvas').first()).toBeVisible()
      await expect(panel(page).getByText(/^Simulated feed, .* Days in UTC/)).toBeVisible()
      await expect(panel(page).getByRole('link', { name: 'tradingview.com' })).toHaveAttribute(
        'href',
        'https://www.tradingview.com/',
      )

      await panel(page).getByLabel('Asset').selectOption('EUR')
      await expect(
        panel(page).getByRole('img', { name: /^EUR\/USD was at \$1\.\d+ on / }),
      ).toBeVisible()

      await panel(page).getByRole('button', { name: '30 days' }).focus()
      await page.keyboard.press('Enter')
      await panel(page).getByRole('button', { name: 'Table' }).focus()
      await page.keyboard.press('Enter')

      const table = panel(page).getByRole('table', { name: 'EUR/USD day by day' })
      await expect(table.getByRole('row')).toHaveCount(11)
      await expect(panel(page).getByText('Showing 1 of 3')).toBeVisible()
      await expect(panel(page).getByRole('button', { name: 'Export CSV' })).toBeVisible()

      await expectAccessible(page)
    },
  )

  test(
    'The candle chart follows the theme, fits phone and desktop and violates no policy.',
    DEEP_ONLY,
    async ({ page }) => {
      const canvas = panel(page).locator('canvas').first()
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(canvas).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }

      await page.emulateMedia({ colorScheme: 'light' })

      const light = await canvas.screenshot()
      await page.emulateMedia({ colorScheme: 'dark' })

      await expect.poll(async () => (await canvas.screenshot()).equals(light)).toBe(false)
    },
  )

  test(
    'A missing price history shows a retry, and the rest of the page works.',
    DEEP_ONLY,
    async ({ page }) => {
      await page.route('**/api/market/BTC/candles*', (route) =>
        route.fulfill({ status: 429, json: { message: 'No', code: 'x' } }),
      )
      await page.reload()

      await expect(
        panel(page).getByText('An error occurred while fetching the data.'),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Open work' })).toBeVisible()

      await page.unroute('**/api/market/BTC/candles*')
      await panel(page).getByRole('button', { name: 'Try again' }).click()

      await expect(panel(page).locator('canvas').first()).toBeVisible()
    },
  )
})
