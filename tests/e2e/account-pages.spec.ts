import { createMember } from './support/people.ts'
import { expect, followAddress, logIn, logInAdmin, signIn, test } from './support/sandbox.ts'

/** Pages of the account, each with the menu item that leads to its kind. */
const MENU = {
  '/dashboard/': 'Dashboard',
  '/dashboard/markets': 'Dashboard',
  '/dashboard/crypto': 'Our Packages',
  '/dashboard/positions': 'Portfolio',
  '/dashboard/withdraw': 'Withdrawals history',
  '/dashboard/update-wallet': 'Withdrawal Gateway',
}

/** A value farther from its label than this is read beside the wrong one. */
const FAR_PX = 400

test('Every page of the account has its one item in the menu.', async ({ page }) => {
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
