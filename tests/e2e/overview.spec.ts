import { createMember } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followAddress,
  logIn,
  test,
} from './support/sandbox.ts'

const EXPIRED_LINE = {
  _id: 'dep_expired',
  investment: { amount: 1000 },
  quoted: 1000,
  payment_method: 'USDT',
  status: 'expired',
  plan: 'BASIC',
  createdAt: '2026-11-22T10:00:00.000Z',
  expiresAt: '2026-11-22T10:30:00.000Z',
  inProgress: true,
  received: null,
  receivedIn: null,
  credited: null,
  reason: null,
  overdue: false,
  timeline: [{ what: 'Quote created', at: '2026-11-22T10:00:00.000Z' }],
}

const SERVER_BUSY = { status: 404, json: {} }

test('The overview shows every figure of the contract, a correct sum and its entries.', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await logIn(page, 'maya@example.com')

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Maya' })).toBeVisible()

  const band = page.getByRole('region', { name: 'Balances' })
  for (const label of [
    'Portfolio value',
    'Account Balance',
    'Total Deposit',
    'Total Withdrawals',
    'Accumulated Interest',
    'Accrued',
    'Due',
  ])
    await expect(band.getByText(label, { exact: true })).toBeVisible()

  await expect(band.getByText(/deposited/)).toBeVisible()

  const cents = (text: string) => BigInt(text.replaceAll(/[^\d]/g, ''))
  const user = (await (await page.request.get('/api/user')).json()).data
  const value = cents(user.portfolio_value.toFixed(2))
  expect(
    [user.withdrawable_balance, user.total_balance, user.held].reduce(
      (sum: bigint, part: number) => sum + cents(part.toFixed(2)),
      0n,
    ),
    'the portfolio value is balance, profit and pending withdrawals',
  ).toBe(value)

  const line = await band
    .getByText(/deposited/)
    .locator('xpath=../..')
    .innerText()
  const [terms = '', total = ''] = line.split('=')
  const signed = [...terms.matchAll(/([+\u2212]?)\s*([\d,]+\.\d\d)/g)].map(
    ([, sign, amount = '']) => (sign === '\u2212' ? -cents(amount) : cents(amount)),
  )
  expect(signed.length).toBeGreaterThan(3)
  expect(signed.reduce((sum, each) => sum + each, 0n)).toBe(value)
  expect(cents(total)).toBe(value)
  for (const title of ['Account Balance', 'Total Deposit', 'Total Withdrawals']) {
    const cell = band.locator('div', { has: page.getByText(title, { exact: true }) }).last()
    const figure = page.getByRole('link', { name: /view breakdown/ })
    const shown = await cell.locator('..').getByRole('link').first().innerText()

    await figure.and(cell.locator('..').getByRole('link')).first().click()

    const drawer = page.getByRole('dialog', { name: title })
    const rows = drawer.getByRole('row')
    const older = drawer.getByRole('button', { name: 'Show older entries' })

    await expect(
      drawer.getByText('Total', { exact: true }).or(drawer.getByText(/^Total, including/)),
    ).toBeVisible()

    while (await older.isVisible()) {
      const before = await rows.count()
      await older.click()
      await expect.poll(() => rows.count()).toBeGreaterThan(before)
    }

    const changes = await rows.locator('td:last-child').allInnerTexts()
    const signed = changes.map((text) => (text.includes('\u2212') ? -cents(text) : cents(text)))
    const total = signed.pop()

    expect(
      signed.reduce((sum, each) => sum + each, 0n),
      title,
    ).toBe(total)
    expect(total, title).toBe(cents(shown.split(',\n')[0]?.replace(/, see.*/s, '') ?? ''))
    await expect(drawer.getByRole('link', { name: /^Ledger entry L-/ }).first()).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }

  await page.goto('/dashboard?figure=accrued')

  const accrued = page.getByRole('dialog', { name: 'Accrued' })
  await expect(accrued.getByText(/aren’t included in your balance/)).toBeVisible()
  await expect(accrued.getByText(/Returns are not guaranteed/)).toBeVisible()

  await expectAccessible(page)
})

test(
  'The charts of value and income have a sentence, keyboard reading and an exact table.',
  DEEP_ONLY,
  async ({ page }) => {
    await logIn(page, 'maya@example.com')

    const value = page.getByRole('region', { name: 'Value over time' })
    await expect(value.getByText(/your portfolio value went from \$/)).toBeVisible()

    const days = value.getByRole('slider', { name: 'Value over time, by day' })
    await days.focus()

    const today = await days.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowLeft')

    await expect(days).not.toHaveAttribute('aria-valuetext', today ?? '')

    await page.keyboard.press('Home')
    await expect(days).toHaveAttribute('aria-valuenow', '0')

    await value.getByRole('button', { name: 'Table' }).click()
    await expect(value.getByRole('table', { name: 'Value over time' })).toBeVisible()

    await value.getByRole('button', { name: 'All' }).click()
    await expect(value.getByRole('columnheader', { name: 'Portfolio value, USD' })).toBeVisible()

    await expectAccessible(page)
    await page.goto('/dashboard/statements')

    const income = page.getByRole('region', { name: 'Income by month' })
    await expect(income.getByText(/^Returns from \w+ \d{4} to \w+ \d{4}: /)).toBeVisible()

    await income.getByRole('button', { name: 'Table' }).click()
    await expect(income.getByRole('row')).toHaveCount(14) // header, twelve months, total

    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'Copying the affiliate link shows Copied!, and pending items show their timeline.',
  DEEP_ONLY,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logIn(page, 'maya@example.com')

    const link = page.getByRole('region', { name: 'Your affiliate link' })
    const copy = link.getByRole('button')
    await copy.click()

    await expect(copy).toHaveText('Copied!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/[A-Z0-9]{8}$/)

    await page.waitForTimeout(1_500)
    await expect(copy).toHaveText('Copied!')
    await expect(copy).toHaveText('Copy')

    const review = page.getByRole('region', { name: 'Deposit in review' })
    await expect(review.getByText('Now: ')).toHaveCount(1)
    await expect(review.getByText('Not included in your balance yet')).toBeVisible()
  },
)

test(
  'Slow panels show bars instead of zeros, and failed panels can be retried.',
  DEEP_ONLY,
  async ({ page }) => {
    await logIn(page, 'maya@example.com')
    await page.goto('/dashboard/statements')

    let hold = true
    await page.route('**/api/user', async (route) => {
      while (hold) await new Promise((resolve) => setTimeout(resolve, 50))
      await route.continue()
    })
    await page.goto('/dashboard')

    const band = page.getByRole('region', { name: 'Balances' })
    await expect(band).toHaveAttribute('aria-busy', 'true')
    await expect(band).not.toContainText('$0.00')

    hold = false
    await expect(band).toHaveAttribute('aria-busy', 'false')

    await page.unroute('**/api/user')

    await page.route('**/api/user/course', (route) => route.fulfill(SERVER_BUSY))
    await page.route('**/api/user', (route) => route.fulfill(SERVER_BUSY))
    await page.goto('/dashboard')

    await expect(page.getByText('An error occurred while fetching the data.').first()).toBeVisible()

    await expectAccessible(page)
    await page.unroute('**/api/user/course')
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Try again' }).first().click()

    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Maya' })).toBeVisible()
  },
)

test('An empty account shows the first step.', async ({ page }) => {
  await createMember(page, 'Nora')
  await page.goto('/dashboard')

  const first = page.getByRole('region', { name: 'Get started' })
  await expect(first.getByText('Choose a plan and an amount')).toBeVisible()

  await expectAccessible(page)
  await first.getByRole('link', { name: 'View plans' }).click()

  await expect(page).toHaveURL(/\/dashboard\/deposit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Our Packages' })).toBeVisible()
})

test('The menu has the groups of the contract; on a phone it slides over and closes.', async ({
  page,
}) => {
  await logIn(page, 'maya@example.com')

  const menu = page.getByRole('navigation', { name: 'Member account' })
  for (const group of ['MEMBER ACCOUNT', 'FINANCE', 'SETTINGS'])
    await expect(menu.getByRole('heading', { name: group })).toBeVisible()

  await expect(menu.locator('a, button')).toHaveText([
    'Dashboard',
    'Your checklist',
    'Affiliate',
    'Our Packages',
    'Portfolio',
    'Deposits history',
    'Withdrawals history',
    'Statements',
    'Verify my balance',
    'Profile',
    'Verification',
    'Withdrawal Gateway',
    'Password',
    'Security',
    'Log out',
  ])

  await page.setViewportSize({ width: 650, height: 900 })
  await expect(menu).toBeVisible()

  await page.setViewportSize({ width: 649, height: 900 })
  await expect(menu).toBeHidden()

  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()

  await expect(sheet).toBeVisible()

  await page.setViewportSize({ width: 767, height: 900 })
  await expect(sheet).toBeVisible()

  await page.setViewportSize({ width: 768, height: 900 })
  await expect(sheet).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await sheet.getByRole('link', { name: 'Deposits history' }).click()

  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Deposits history' })).toBeVisible()
})

test('The browser verifies a member’s entry hashes, finds a stored one and shows a mismatch.', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await logIn(page, 'maya@example.com')
  await page.getByRole('link', { name: 'Verify my balance' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Verify my balance' })).toBeVisible()

  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run the check' }).click()

  await expect(page.getByRole('region', { name: 'Your entries match' })).toBeVisible({
    timeout: 30_000,
  })

  const table = page.getByRole('table', { name: 'Your entries and their hashes' })
  await expect(table.getByText('Matches').first()).toBeVisible()

  const says = await page
    .getByRole('region', { name: 'Your entries match' })
    .getByRole('status')
    .innerText()
  const hash = /[0-9a-f]{64}/.exec(says)?.[0] ?? ''
  await page.getByRole('textbox', { name: 'Hash (optional)' }).fill(hash)

  await expect(page.getByText('This hash is in the chain')).toBeVisible()

  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.route('**/api/user/chain-blocks*', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({
      body: text.replace('deposit_confirmed\\"', 'deposit_reversed\\"'),
      contentType: 'application/json',
    })
  })

  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect(page.getByRole('region', { name: 'Your entries don’t match' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(/^L-\d+ differ$/)).toBeVisible()
})

test(
  'On a phone the overview with a history fits in 2,500 pixels, with every figure of the contract.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logIn(page, 'maya@example.com')

    const band = page.getByRole('region', { name: 'Balances' })
    for (const label of [
      'Portfolio value',
      'Account Balance',
      'Total Deposit',
      'Total Withdrawals',
      'Accumulated Interest',
      'Accrued',
      'Due',
    ])
      await expect(band.getByText(label, { exact: true })).toBeVisible()

    for (const panel of [
      'Your investments',
      'Value over time',
      'Latest entries',
      'Your affiliate link',
    ])
      await expect(page.getByRole('region', { name: panel })).toBeVisible()
    await expect(page.getByText('you can lose money', { exact: false }).first()).toBeVisible()

    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(2_500)

    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await expectNoSidewaysScroll(page)
  },
)

test(
  'A quote that expired unpaid stays in progress on the overview for seven days.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMember(page, 'Tove')
    const lines = await page.request.get('/api/transactions/deposit')
    await page.route('**/api/transactions/deposit', (route) =>
      route.fulfill({ response: lines, json: { message: 'Deposits', data: [EXPIRED_LINE] } }),
    )
    await page.goto('/dashboard')

    const panel = page.getByRole('region', { name: 'Quote expired' })
    await expect(panel.getByText('Get a new quote')).toBeVisible()
    await expect(panel.getByText(/If you’ve already paid, upload your proof/)).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Details' })).toHaveAttribute(
      'href',
      '/dashboard/deposit-details?id=dep_expired',
    )
  },
)

test(
  'On a phone each row of a table is a card with all its facts.',
  DEEP_ONLY,
  async ({ page }) => {
    await logIn(page, 'maya@example.com')

    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      for (const [path, labels] of [
        ['positions', ['Status', 'Opened', 'Matures', 'Matured return', 'Return paid']],
        ['affiliate', ['Ref Code (Level 1)', 'Parent', 'Client Status', 'Date Registered']],
        ['deposit-history', ['Payment Method', 'Status', 'Date']],
      ] as const) {
        await followAddress(page, `/dashboard/${path}`)
        const row = page.getByRole('main').getByRole('table').first().locator('tbody tr').first()
        for (const label of labels) {
          const cell = row.locator(`td[data-label="${label}"]`)
          await expect(cell, `${label} on ${path} at ${width} px`).toBeVisible()
          await expect(cell).not.toBeEmpty()
        }
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    }
  },
)

test('The close button of the phone menu does not cover the logo.', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, 'maya@example.com')
  await page.getByRole('button', { name: 'Open menu' }).click()

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  const [close, logo] = await Promise.all(
    [
      menu.getByRole('button', { name: 'Close menu' }),
      menu.getByRole('link', { name: 'Candor' }),
    ].map((part) => part.boundingBox()),
  )
  expect(close?.x).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0))
})
