import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createMember } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/sandbox.ts'

/** Returns the lines of the file that 'Export CSV' downloads. */
async function exportCsv(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trim().split('\r\n') }
}

/** Builds an answer of the deposit list with any number of rows. */
const manyDeposits = (count: number) => ({
  message: 'Deposits',
  data: Array.from({ length: count }, (_, at) => ({
    _id: `dep_${at}`,
    investment: { amount: (1000 + at).toFixed(2) },
    payment_method: 'USDT',
    status: at % 2 ? 'completed' : 'rejected',
    plan: 'BASIC',
    credited: null,
    received: null,
    receivedIn: null,
    reason: 'A reason that is as long as reasons get when an admin explains. '.repeat(4),
    createdAt: new Date(Date.UTC(2026, 9, 20, 12) - at * 86_400_000).toISOString(),
    timeline: [],
    expiresAt: '2026-10-20T12:00:00.000Z',
  })),
})

test(
  'The deposit history sorts newest first, pages by five, filters and exports.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await signIn(page, 'maya@example.com')
    await page.goto('/dashboard/deposit-history')

    const table = page.getByRole('table', { name: 'Deposits' })
    await expect(table.getByRole('columnheader')).toHaveText([
      'Amount',
      'Payment Method',
      'Status',
      'Date',
    ])

    await expect(table.locator('tbody tr')).toHaveCount(5)
    // rows of a list that still loads have no times
    await expect(table.locator('tbody time')).not.toHaveCount(0)

    const times = await table
      .locator('tbody time')
      .evaluateAll((all) => all.map((t) => t.getAttribute('datetime')))
    expect(times).toEqual([...times].sort().reverse())
    // other tests of the sandbox can add deposits
    const shown = (await page.getByText(/^Showing 1 of [2-9]$/).textContent()) ?? ''

    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText(shown.replace('Showing 1', 'Showing 2'))).toBeVisible()
    await expect(page).toHaveURL(/page=2/)

    await page.getByRole('searchbox').fill('bitcoin')
    await expect(page.getByText('Showing 1 of 1')).toBeVisible()
    await expect(page).not.toHaveURL(/page=2/)

    await page.getByRole('searchbox').fill('')
    await expect(page.getByText(shown)).toBeVisible()

    await page.getByLabel('Status').selectOption({ label: 'Rejected' })
    await expect(page).toHaveURL(/status=rejected/)
    await expect(table.locator('tbody tr')).toHaveCount(1)

    await page.reload()
    await expect(table.locator('tbody tr')).toHaveCount(1)

    const { name, lines } = await exportCsv(page)
    expect(name).toMatch(/^deposits/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Rejected')

    await page.getByLabel('To').fill('2026-05-01')
    await expect(page.getByText('No data available')).toBeVisible()

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table.locator('tbody tr')).toHaveCount(5)

    await expectAccessible(page)
  },
)

test(
  'A row opens its timeline by keyboard, stores it in the address and restores the focus.',
  DEEP_ONLY,
  async ({ page }) => {
    await signIn(page, 'maya@example.com')
    await page.goto('/dashboard/withdraw-history')

    const first = page.getByRole('button', { name: /^Withdrawal of \$/ }).first()
    await first.focus()
    await page.keyboard.press('Enter')

    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(page).toHaveURL(/open=wdr_/)

    await page.reload()
    await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()

    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await expect(drawer).toBeHidden()
    await expect(page).not.toHaveURL(/open=/)

    await page.getByRole('link', { name: 'statements', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()
  },
)

test('Columns sort ascending, descending and not at all, and the address stores the choice.', async ({
  page,
}) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/withdraw-history')

  const table = page.getByRole('table', { name: 'Withdrawals' })
  const head = table.getByRole('columnheader', { name: 'Amount' })
  const amounts = async () =>
    (await table.locator('tbody td:first-child button').allInnerTexts()).map((text) =>
      Number(text.replaceAll(/[$,]/g, '')),
    )

  // rows of a list that still loads have no buttons
  await expect(table.locator('tbody td:first-child button').first()).toBeVisible()

  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')

  // the sorted list comes a moment later
  const isAscending = async () => {
    const shown = await amounts()
    return shown.length > 1 && String(shown) === String(shown.toSorted((a, b) => a - b))
  }
  await expect.poll(isAscending).toBe(true)

  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-amount/)

  await head.getByRole('button').click()
  await expect(head).not.toHaveAttribute('aria-sort', /.*/)
})

test(
  'Histories show loading, failed and empty states, and a failure can be retried.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await createMember(page, 'Nils')
    await page.route('**/api/withdraw', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      await route.continue()
    })
    await page.goto('/dashboard/withdraw-history')

    await expect(page.getByText('Loading...')).toBeVisible()
    await expect(page.getByText('No data available')).toBeVisible({ timeout: 30_000 })

    await page.unroute('**/api/withdraw')
    await page.route('**/api/withdraw', (route) => route.fulfill({ status: 404, json: {} }))
    await page.reload()

    await expect(page.getByText('An error occurred while fetching the data.')).toBeVisible()

    await expectAccessible(page)
    await page.unroute('**/api/withdraw')
    await page.getByRole('button', { name: 'Try again' }).click()

    await expect(page.getByText('No data available')).toBeVisible({ timeout: 30_000 })
  },
)

test('Long histories and reasons fit a phone, and the export has every matching row.', async ({
  page,
}) => {
  await signIn(page, 'tomas@example.com')
  await page.route('**/api/transactions/deposit', (route) =>
    route.fulfill({ json: manyDeposits(237) }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/deposit-history?status=rejected')

  await expect(page.getByText('Showing 1 of 24')).toBeVisible()

  await expectNoSidewaysScroll(page)
  expect((await exportCsv(page)).lines).toHaveLength(1 + 119)

  await page
    .getByRole('button', { name: /^Deposit of \$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
