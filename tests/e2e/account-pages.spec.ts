import { randomBytes, randomInt } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import { createMember } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  followAddress,
  logIn,
  logInAdmin,
  signIn,
  test,
} from './support/sandbox.ts'

/** Pages of the account, each with the menu item that leads to its kind. */
const MENU = {
  '/dashboard/': 'Dashboard',
  '/dashboard/markets': 'Dashboard',
  '/dashboard/crypto': 'Our Packages',
  '/dashboard/positions': 'Portfolio',
  '/dashboard/withdraw': 'Withdrawals history',
  '/dashboard/verification': 'Verification',
  '/dashboard/update-wallet': 'Withdrawal Gateway',
}

/** A value farther from its label than this is read beside the wrong one. */
const FAR_PX = 400

test('Every page of the account has its one item in the menu.', DEEP_ONLY, async ({ page }) => {
  await logIn(page, 'maya@example.com')
  const current = page.getByRole('navigation', { name: 'Member account' }).locator('[aria-current]')

  for (const [address, item] of Object.entries(MENU)) {
    await followAddress(page, address)
    await expect(current, address).toHaveText(item)
  }
})

test('An empty list and one that can’t be read have no page numbers.', async ({ page }) => {
  await createMember(page, 'Ellen')
  await page.goto('/dashboard/withdraw-history')
  await expect(page.getByText('No data available')).toBeVisible()
  await expect(page.getByText(/^Showing /)).toHaveCount(0)

  await page.route('**/api/withdraw', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found' } }),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText(/^Showing /)).toHaveCount(0)
})

test('An investment that has ended shows first what it paid.', async ({ page }) => {
  await signIn(page, 'maya@example.com')
  const { data } = await (await page.request.get('/api/positions')).json()
  const ended = data.find(({ maturedOn, returnPaid }: Record<string, string | null>) =>
    Boolean(maturedOn && Number(returnPaid) > 0),
  )
  await page.goto(`/dashboard/positions/${ended._id}`)

  await expect(page.getByRole('region', { name: 'Figures' })).toHaveText(/^Paid/)
})

test('Each value of the profile is beside its label.', async ({ page }) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/user-profile')
  const labels = page.locator('main dt:visible')
  await expect(labels.first()).toBeVisible()

  for (const label of await labels.all()) {
    const value = label.locator('xpath=following-sibling::dd[1]')
    const [left, right] = [await label.boundingBox(), await value.boundingBox()]
    const distance = (right?.x ?? 0) - (left?.x ?? 0)
    expect(distance, await label.innerText()).toBeLessThanOrEqual(FAR_PX)
  }
})

test('Each month with a return or a loss has its figure in the chart.', async ({ page }) => {
  await signIn(page, 'maya@example.com')
  const { data } = await (await page.request.get('/api/user/course')).json()
  const months = data.months as { returns: string; losses: string }[]
  const figures = months.flatMap(({ returns, losses }) =>
    [returns, losses].filter((amount) => Number(amount) !== 0),
  )
  expect(figures.length).toBeGreaterThan(1)

  await page.goto('/dashboard/statements')
  const chart = page.getByRole('region', { name: 'Income by month' }).locator('svg text')
  await expect(chart.first()).toBeVisible()
  const drawn = await chart.allTextContents()
  for (const figure of figures) {
    const dollars = Math.abs(Number(figure)).toLocaleString('en-US', { minimumFractionDigits: 2 })
    expect(drawn.join(' '), dollars).toContain(dollars)
  }
})

test('The whole menu of the back office is in a window of 900 pixels.', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAdmin(page, 'ines@example.com')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 })
})

test(
  'A deposit that was just confirmed fits the table of the back office, each name on one line.',
  DEEP_ONLY,
  async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const maya = await signInOverHttp(request, 'maya@example.com')
    const amount = String(5_100 + randomInt(400))
    await maya.deposit({
      family: 'crypto',
      plan: 'BASIC',
      method: 'USDT',
      amount,
      colour: `#${randomBytes(3).toString('hex')}`,
    })
    await logInAdmin(page, 'ines@example.com')
    await page.goto(`/admin-dashboard/alltransaction?q=${amount}`)

    await page.getByRole('button', { name: 'Confirm…' }).click()
    await page.getByRole('button', { name: 'Confirm and post' }).click()
    await expect(page.getByRole('button', { name: 'Payment Confirmed' })).toBeVisible()

    const table = page.getByRole('table', { name: 'Deposits' })
    const { tooWide, lines } = await table.evaluate((element) => {
      const name = [...element.querySelectorAll('td span')].find((one) =>
        one.textContent?.includes('Maya'),
      )

      return {
        tooWide: element.scrollWidth - (element.parentElement?.clientWidth ?? 0),
        lines: name?.getClientRects().length,
      }
    })
    expect(tooWide, 'wider than its panel').toBeLessThanOrEqual(0)
    expect(lines, 'lines of the name').toBe(1)
  },
)

test('Target, term and the warning about both are as large as body text for members.', async ({
  page,
}) => {
  await signIn(page, 'maya@example.com')

  for (const [address, texts] of Object.entries({
    '/dashboard/crypto': [/^Target 50% over 30 days/, /^This target is far above/],
    '/dashboard': [/^Day \d+ of \d+/, /^\$[\d,.]+ \(\d+%\)$/, /^This target is far above/],
  })) {
    await page.goto(address)
    for (const text of texts) {
      const shown = page.getByRole('main').getByText(text).first()
      await expect(shown).toBeVisible()
      const pixels = await shown.evaluate((element) => [
        Number.parseFloat(getComputedStyle(element).fontSize),
        Number.parseFloat(getComputedStyle(document.body).fontSize),
      ])
      expect(pixels[0], `${text} on ${address}`).toBeGreaterThanOrEqual(pixels[1] ?? 16)
    }
  }
})

test('On a phone the facts and risks of a plan come before its amount; one of many is a round mark.', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/crypto')
  const plan = page.getByRole('radio', { name: /BASIC/ })
  await plan.check()

  const getTop = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const main = page.getByRole('main')
  const amount = await getTop(main.getByRole('textbox', { name: 'Amount' }))
  for (const fact of [
    /^Target 50% over 30 days/,
    /^This target is far above/,
    'You can lose all the money you invest.',
    /^Deposits are free/,
  ])
    expect(await getTop(main.getByText(fact).first()), String(fact)).toBeLessThan(amount)

  const mark = plan.locator('xpath=ancestor::label//span[@aria-hidden="true"]').last()
  await expect(mark).toHaveCSS('border-radius', '50%')
})

test('Texts of the contact page share one edge, and the bar of the company page lies over no drawing.', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/contact')
  const left = async (text: string) =>
    (await page.getByRole('main').getByText(text).first().boundingBox())?.x
  expect(await left('We read every message')).toBe(await left('Head office'))

  await page.goto('/company')
  const button = page.getByRole('banner').getByRole('link', { name: 'Start Membership' })
  const bar = await button.boundingBox()
  const drawing = await page.locator('main canvas').first().boundingBox()
  expect(drawing?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 10)
})
