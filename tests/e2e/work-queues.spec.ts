import type { APIRequestContext, Page } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'
const DEPOSITS = `${ADMIN}/alltransaction`
const TOMAS = 'tomas@example.com'
const BASIC = { family: 'crypto', plan: 'BASIC', method: 'USDT' }
const OPEN_QUOTES = 4
/** A shared machine confirms one deposit in seconds. */
const DECISION_TIMEOUT_MS = 240_000

test.beforeEach(async ({ page }) => {
  await logInAdmin(page, 'ines@example.com')
})

/** Creates deposits with a proof each, of amounts that count up. */
async function createDeposits(request: APIRequestContext, count: number, from: number) {
  const tomas = await signInOverHttp(request, TOMAS)
  const create = (at: number) =>
    tomas.deposit({
      ...BASIC,
      amount: String(from + at),
      colour: `#${(0x100000 + from * 64 + at).toString(16)}`,
    })

  // no more than a member may have quotes open
  for (let at = 0; at < count; at += OPEN_QUOTES)
    await Promise.all(
      Array.from({ length: Math.min(OPEN_QUOTES, count - at) }, (_, next) => create(at + next)),
    )
}

const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

test(
  'Fifty deposits whose checks passed are confirmed in at most ten clicks.',
  DEEP_ONLY,
  async ({ page, request }) => {
    test.setTimeout(480_000)
    await createDeposits(request, 50, 3310)

    let clicks = 0
    const click = async (target: ReturnType<Page['getByRole']>) => {
      clicks += 1
      await target.click()
    }

    await page.goto(DEPOSITS)
    await click(page.getByRole('link', { name: /^Pending/ }))
    await click(page.getByRole('button', { name: 'More filters' }))
    await page.getByLabel('Amount from').fill('3,310')
    await page.getByLabel('Amount to').fill('3359')
    await page.keyboard.press('Enter')
    clicks += 1 // the page size is a list: one choice
    await page.getByLabel('Rows a page').selectOption('50')

    await expect(page.getByText('Showing 1–50 of 50')).toBeVisible()

    await click(page.getByRole('button', { name: 'Select all that passed their checks' }))
    await expect(page.getByText('50 of 50 on this page passed their checks.')).toBeVisible()

    await click(page.getByRole('button', { name: 'Confirm selected: 50…' }))

    const review = dialog(page, /^Confirm 50 deposits\?/)
    await expect(review.getByText('$166,725.00').first()).toBeVisible()
    await expect(review.getByText('checks passed')).toHaveCount(50)
    await expectAccessible(page)

    await click(review.getByRole('button', { name: 'Confirm and post' }))
    const close = review.getByRole('button', { name: 'Close' })
    await expect(close).toBeVisible({ timeout: DECISION_TIMEOUT_MS })
    await expect(review.getByRole('status').first()).toHaveText('50 deposits confirmed.')
    await click(close)

    expect(clicks).toBeLessThanOrEqual(10)
    await expect(page.getByText('No transactions found.')).toBeVisible()

    await page.goto(`${DEPOSITS}?status=completed&q=tomas&min=3310&max=3359`)
    await expect(page.getByText('Showing 1–10 of 50')).toBeVisible()
  },
)

test('A deposit that fails says why, and the others are confirmed.', async ({ page, request }) => {
  await createDeposits(request, 3, 4100)
  await page.goto(`${DEPOSITS}?status=pending&min=4100&max=4102`)
  await page.getByRole('button', { name: 'Select all that passed their checks' }).click()
  await page.getByRole('button', { name: 'Confirm selected: 3…' }).click()

  const review = dialog(page, /^Confirm 3 deposits\?/)
  await expect(review.getByText('checks passed')).toHaveCount(3)

  // meanwhile the second one is rejected by another admin
  const id = await findDeposit(page, '4101')
  await page.route(`**/api/transactions/${id}/confirm`, async (route) => {
    await page.request.post(`/api/transactions/${id}/reject`, { data: { reason: 'A test.' } })
    await route.continue()
  })

  await review.getByRole('button', { name: 'Confirm and post' }).click()
  await expect(review.getByText(/^2 deposits confirmed\. 1 failed/)).toBeVisible()
  await expect(review.getByText('Payment Confirmed')).toHaveCount(2)
  await expect(review.getByText(/already rejected/i)).toBeVisible()
})

test(
  'A deposit whose checks did not all pass is left out, and the reason is named.',
  DEEP_ONLY,
  async ({ page, request }) => {
    const tomas = await signInOverHttp(request, TOMAS)
    await tomas.deposit({ ...BASIC, amount: '4201', colour: '#345678' })
    await tomas.deposit({ ...BASIC, amount: '4202', colour: '#345678' })
    await page.goto(`${DEPOSITS}?status=pending&min=4201&max=4202`)

    await page.getByRole('button', { name: 'Select all that passed their checks' }).click()
    await expect(page.getByText('0 of 2 on this page passed their checks.')).toBeVisible()

    await page.getByRole('checkbox', { name: /Select: Deposit of \$4,201/ }).check()
    await page.getByRole('button', { name: 'Confirm selected: 1…' }).click()

    const review = dialog(page, /^Confirm 0 deposits\?/)
    await expect(review.getByText('Not included: 1')).toBeVisible()
    await expect(review.getByText('Same proof uploaded for another deposit')).toBeVisible()
    await expect(review.getByRole('button', { name: 'Confirm and post' })).toHaveCount(0)
  },
)

test(
  'Withdrawals to a new address are not approved together; the reason is named.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto(`${ADMIN}/withdrawals?status=pending`)
    const boxes = page.getByRole('checkbox', { name: /^Select: Withdrawal/ })
    await expect(boxes.first()).toBeVisible()
    await boxes.first().check()
    await page.getByRole('button', { name: 'Approve selected: 1…' }).click()

    const review = dialog(page, /^Approve [01] withdrawals?\?/)
    await expect(review.getByText(/Not included: 1|Net payout/).first()).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'Page size, page and filters are in the address, and a page is reached by its number.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto(`${DEPOSITS}?status=completed`)
    await expect(page.getByText(/^Showing 1–/)).toBeVisible()
    await page.getByLabel('Rows a page').selectOption('25')
    await expect(page).toHaveURL(/size=25/)
    await page.getByLabel('Rows a page').selectOption('10')
    await expect(page).not.toHaveURL(/size=/)

    const shown = await page.getByText(/^Showing 1–10 of [\d,]+$/).textContent()
    const total = Number(/of ([\d,]+)/.exec(shown ?? '')?.[1]?.replaceAll(',', ''))
    const last = Math.ceil(total / 10)
    await page.getByLabel('Page', { exact: true }).fill('99999')
    await page.keyboard.press('Enter')
    if (last > 1) await expect(page).toHaveURL(new RegExp(`page=${last}`))
    await expect(page.getByLabel('Page', { exact: true })).toHaveValue(String(last))

    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Amount from').fill('1,500')
    await page.keyboard.press('Enter')
    await page.getByLabel('Country of the member').selectOption('CZ')
    await page.getByLabel('Plan').selectOption({ label: 'BASIC (crypto)' })
    for (const expected of [/min=1500/, /country=CZ/, /plan=pln_/])
      await expect(page).toHaveURL(expected)

    await page.reload()
    await expect(page.getByLabel('Amount from')).toHaveValue('1,500.00')
    await expect(page.getByLabel('Country of the member')).toHaveValue('CZ')
  },
)

test(
  'Filters are saved under a name, chosen on another device and deleted.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    await page.goto(`${ADMIN}/alluser?min=1000&sort=-balance`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save or delete views…' }).click()

    const manage = dialog(page, /^Saved views/)
    await manage.getByLabel('Name').fill('Large balances')
    await expectAccessible(page)
    await manage.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('button', { name: 'View: Large balances' })).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    await logInAdmin(other, 'ines@example.com')
    await other.goto(`${ADMIN}/alluser`)
    await other.getByRole('button', { name: 'Saved views' }).click()
    await other.getByRole('menuitem', { name: 'Large balances' }).click()
    await expect(other).toHaveURL(/min=1000/)
    await expect(other).toHaveURL(/sort=-balance/)

    await other.getByRole('button', { name: 'View: Large balances' }).click()
    await other.getByRole('menuitem', { name: 'Save or delete views…' }).click()
    await dialog(other, /^Saved views/)
      .getByRole('button', { name: 'Delete Large balances' })
      .click()
    await expect(other.getByText('View deleted')).toBeVisible()
    await dialog(other, /^Saved views/)
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(other.getByRole('button', { name: 'Saved views' })).toBeVisible()
    await other.context().close()
  },
)

test('The lists with their filters open fit a phone.', DEEP_ONLY, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/alltransaction?status=pending',
    '/withdrawals?status=pending',
    '/alluser',
  ]) {
    await page.goto(`${ADMIN}${path}`)
    await expect(page.getByText(/^Showing/).first()).toBeVisible()
    await page.getByRole('button', { name: 'More filters' }).click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

async function findDeposit(page: Page, amount: string): Promise<string> {
  const response = await page.request.get(`/api/transactions?min=${amount}&max=${amount}`)
  return ((await response.json()) as { data: { _id: string }[] }).data[0]?._id ?? ''
}
