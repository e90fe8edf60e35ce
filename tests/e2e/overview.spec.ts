import { createMember } from './support/people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logIn, test } from './support/sandbox.ts'

const SERVER_BUSY = { status: 404, json: {} }

test('The overview shows every figure of the contract, a correct sum and its entries.', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await logIn(page, 'maya@example.com')

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Maya' })).toBeVisible()

  const band = page.getByRole('region', { name: 'Balances' })
  for (const label of [
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
  for (const title of ['Account Balance', 'Total Deposit', 'Total Withdrawals']) {
    const cell = band.locator('div', { has: page.getByText(title, { exact: true }) }).last()
    const figure = page.getByRole('link', { name: /see what it is made of/ })
    const shown = await cell.locator('..').getByRole('link').first().innerText()

    await figure.and(cell.locator('..').getByRole('link')).first().click()

    const drawer = page.getByRole('dialog', { name: title })
    const rows = drawer.getByRole('row')
    const older = drawer.getByRole('button', { name: 'Show older entries' })

    await expect(drawer.getByText(/^All of them/)).toBeVisible()

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
  await expect(accrued.getByText(/is not part of any balance/)).toBeVisible()
  await expect(accrued.getByText(/No return is promised/)).toBeVisible()

  await expectAccessible(page)
})

test('Value and income charts have a sentence, keyboard reading and an exact table.', async ({
  page,
}) => {
  await logIn(page, 'maya@example.com')

  const value = page.getByRole('region', { name: 'Value over time' })
  await expect(value.getByText(/all that is owed to you went from \$/)).toBeVisible()

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
  await expect(value.getByRole('columnheader', { name: 'Owed to you, USD' })).toBeVisible()

  const income = page.getByRole('region', { name: 'Income by month' })
  await expect(income.getByText(/^From \w+ \d{4} to \w+ \d{4} /)).toBeVisible()

  await income.getByRole('button', { name: 'Table' }).click()
  await expect(income.getByRole('row')).toHaveCount(14) // header, twelve months, total

  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('Copying the affiliate link shows Copied!, and pending items show their timeline.', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, 'maya@example.com')

  const link = page.getByRole('region', { name: 'Your affiliate link' })
  const copy = link.getByRole('button')
  await copy.click()

  await expect(copy).toHaveText('Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/[A-Z0-9]{8}$/)

  await page.waitForTimeout(2_500)
  await expect(copy).toHaveText('Copied!')
  await expect(copy).toHaveText('Copy', { timeout: 2_000 })

  const review = page.getByRole('region', { name: 'Deposit in review' })
  await expect(review.getByText('Now: ')).toHaveCount(1)
  await expect(review.getByText('Not part of your balance yet')).toBeVisible()
})

test('Slow panels show bars instead of zeros, and failed panels can be retried.', async ({
  page,
}) => {
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
})

test('An empty account shows the first step.', async ({ page }) => {
  await createMember(page, 'Nora')
  await page.goto('/dashboard')

  const first = page.getByRole('region', { name: 'Your first step' })
  await expect(first.getByText('Choose a plan and an amount')).toBeVisible()

  await expectAccessible(page)
  await first.getByRole('link', { name: 'See our packages' }).click()

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
    'Affiliate',
    'Deposits history',
    'Our Packages',
    'Withdrawals history',
    'Statements',
    'Verify my balance',
    'Profile',
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

  await expect(page.getByRole('region', { name: 'They match' })).toBeVisible({ timeout: 30_000 })

  const table = page.getByRole('table', { name: 'Your entries and their hashes' })
  await expect(table.getByText('Matches').first()).toBeVisible()

  const says = await page
    .getByRole('region', { name: 'They match' })
    .getByRole('status')
    .innerText()
  const hash = /[0-9a-f]{64}/.exec(says)?.[0] ?? ''
  await page.getByRole('textbox', { name: 'Hash (optional)' }).fill(hash)

  await expect(page.getByText('It is in the chain.')).toBeVisible()

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
  await expect(page.getByRole('region', { name: 'They do not match' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText(/^L-\d+ differ$/)).toBeVisible()
})
