import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  test,
} from './support/sandbox.ts'

test('A member sees the terms and their referrals with no more data than the contract allows.', async ({
  page,
}) => {
  await logIn(page, 'maya@example.com')
  await page.getByRole('link', { name: 'Affiliate' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Affiliate' })).toBeVisible()

  const table = page.getByRole('table', { name: 'People you’ve invited' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Client Name',
    'Ref Code (Level 1)',
    'Parent',
    'Client Status',
    'Date Registered',
  ])

  const tomas = table.getByRole('row', { name: /Tomas Vrba/ })
  await expect(tomas.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('tomas@example.com')
  await expect(page.getByRole('region', { name: 'Terms' })).toContainText('direct referrals only')

  await page.getByRole('searchbox').fill('an unknown name')
  await expect(page.getByText('No data available')).toBeVisible()
  await expect(page).toHaveURL(/q=an(\+|%20)unknown/)

  await page.getByRole('searchbox').fill('')
  await expect(tomas).toBeVisible()

  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Referrals are listed ten per page.', DEEP_ONLY, async ({ page }) => {
  await logIn(page, 'maya@example.com')
  await page.route('**/api/users/affiliates', async (route) => {
    const answer = await (await route.fetch()).json()
    const [one] = answer.data
    const data = Array.from({ length: 31 }, (_, at) => ({
      ...one,
      last_name: `Long-Double-Barrelled-Name-${at}`.repeat(at % 7 === 0 ? 2 : 1),
      referral_code: `CODE${String(at).padStart(4, '0')}`,
      ...(at % 3 ? {} : { status: 'Not Active', parent: 'Unknown' }),
    }))

    await route.fulfill({ json: { ...answer, data } })
  })

  await page.goto('/dashboard/affiliate')
  await expect(page.getByText('Showing 1 of 4')).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 2 of 4')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test(
  'Without referrals there is no menu item or link, and the address explains it.',
  DEEP_ONLY,
  async ({ page }) => {
    const login = await page.request.post('/api/admin/login', {
      data: { email: 'ruth@example.com', password: 'open-books-2026' },
    })
    const headers = { authorization: `Bearer ${(await login.json()).token}` }
    const before = (await (await page.request.get('/api/admin/incentives', { headers })).json())
      .data
    const set = (data: unknown) => page.request.put('/api/admin/incentives', { headers, data })
    const off = await set({ ...before, referral: { ...before.referral, on: false } })

    expect(off.ok(), await off.text()).toBe(true)

    try {
      await logIn(page, 'maya@example.com')
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Maya' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Affiliate' })).toHaveCount(0)
      await expect(page.getByText('Your affiliate link')).toHaveCount(0)

      await page.goto('/dashboard/affiliate')
      await expect(page.getByText('Referrals are off')).toBeVisible()
      await expect(page.getByText('Your affiliate link')).toHaveCount(0)

      await expectAccessible(page)
    } finally {
      await set(before)
    }
  },
)

test(
  'The sign-up page discloses that the inviting member earns a reward.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    await logIn(page, 'maya@example.com')

    const { data } = await (await page.request.get('/api/user')).json()
    const guest = await (await browser.newContext()).newPage()
    const says = guest.getByText(/The person who invited you earns 1% of your first deposit/)

    await guest.goto(`/${data.referral_code}`)
    await expect(guest.getByLabel('Referral Code')).toHaveValue(data.referral_code)
    await expect(says).toBeVisible()

    await expectAccessible(guest)
    await guest.getByLabel('Referral Code').fill('')

    await expect(says).toBeHidden()

    await guest.getByLabel('Referral Code').fill(data.referral_code.toLowerCase())
    await expect(says).toBeVisible()

    const { data: campaign } = await (await guest.request.get('/api/campaign')).json()
    await guest.goto(`/signup?campaign=${campaign.code}`)

    await expect(guest.getByText(`You’re claiming ${campaign.name}`)).toBeVisible()

    await expectAccessible(guest)
    await guest.goto('/signup?campaign=of-nobody')
    await guest.getByLabel('Country').selectOption('DE')

    await expect(guest.getByText('This offer isn’t available')).toBeVisible()

    await guest.context().close()
  },
)
