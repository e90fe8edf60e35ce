import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfPages } from '../support/pdf-text.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  signIn,
  test,
} from './support/sandbox.ts'

/** Returns the content of the file that a button downloads. */
async function downloadFile(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('A member reads a yearly statement and downloads it as PDF and CSV.', async ({ page }) => {
  test.setTimeout(120_000)
  await logIn(page, 'maya@example.com')
  await page.getByRole('link', { name: 'Statements' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()

  await page.getByLabel('Period').selectOption({ label: 'This year' })
  await expect(page).toHaveURL(/period=this-year/)

  const sheet = page.getByRole('table', { name: /^Statement from/ })
  await expect(sheet.getByRole('rowheader', { name: 'Opening balance' })).toBeVisible()
  await expect(sheet.getByRole('rowheader', { name: /^Deposit credited/ }).first()).toBeVisible()
  await expect(sheet.getByRole('rowheader', { name: 'Closing balance' })).toBeVisible()

  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const pdf = await downloadFile(page, 'Download as PDF')
  expect(pdf.name).toMatch(/^statement-\d{4}-01-01-to-.*\.pdf$/)

  const text = pdfPages(pdf.bytes).flat().join('\n')
  expect(text).toContain('Closing balance')
  expect(text).toMatch(/Page 1 of \d+$/m)

  const csv = await downloadFile(page, 'Download as CSV')
  expect(csv.bytes.toString('utf8')).toMatch(/^\uFEFFDate,Description,Details/)
})

test(
  'Any two days form a period, an invalid one shows why, and the address stores it.',
  DEEP_ONLY,
  async ({ page }) => {
    await signIn(page, 'maya@example.com')
    await page.goto('/dashboard/statements?from=2026-01-01&to=2026-01-31')

    await expect(page.getByLabel('Period')).toHaveValue('any')
    await expect(page.getByRole('heading', { name: '1 Jan 2026 to 31 Jan 2026' })).toBeVisible()

    await page.getByLabel('From').fill('2026-01-10')
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(/from=2026-01-10/)

    await page.goto('/dashboard/statements?from=2026-02-01&to=2026-01-31')
    await expect(page.getByText('The end date must be on or after the start date.')).toBeVisible()
    await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')

    await page.getByLabel('End of day on').fill('2026-01-01')
    await expect(page.getByRole('heading', { name: 'Portfolio value on a date' })).toBeVisible()
  },
)

test('A statement that fails to load shows an error and a retry.', async ({ page }) => {
  await signIn(page, 'maya@example.com')
  await page.route('**/api/user/statement?*', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/dashboard/statements')

  await expect(page.getByText('An error occurred while fetching the data.').first()).toBeVisible({
    timeout: 30_000,
  })

  await page.unroute('**/api/user/statement?*')
  await page.getByRole('button', { name: /again/i }).first().click()

  const empty = page.getByText('No activity in this period.')
  await expect(
    empty.or(page.getByRole('rowheader', { name: 'Closing balance' })).first(),
  ).toBeVisible()
})

test('Statements fit a phone without sideways scroll.', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/statements?period=this-year')

  await expect(page.getByRole('table', { name: /^Statement from/ })).toBeVisible()
  await expect(page.getByRole('table', { name: /^Months of/ })).toBeVisible()

  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoSidewaysScroll(page)
})

test('The yearly summary shows every column at each width.', DEEP_ONLY, async ({ page }) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/statements')
  const months = page.getByRole('table', { name: /^Months of/ })
  await expect(months.getByRole('row').last()).toBeVisible()

  for (const width of [1440, 1280, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const cut = await months.locator('tfoot td').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const { right, width: own } = cell.getBoundingClientRect()
          const panel = cell.closest('section')?.getBoundingClientRect()
          return own === 0 || !panel || right > panel.right
        })
        .map((cell) => cell.getAttribute('data-label')),
    )
    expect(cut, `at ${width} px`).toEqual([])
    for (const label of ['Opening', 'Withdrawals', 'Closing'])
      await expect(months.locator(`tfoot td[data-label="${label}"]`)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
