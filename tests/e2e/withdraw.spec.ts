import type { Page } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import {
  callAsStaff,
  createMember,
  fetchInside,
  focusByTab,
  getErrorSummary,
  PASSWORD,
} from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  SAMPLE_PASSWORD,
  signIn,
  test,
  waitForMail,
} from './support/sandbox.ts'

const ETHEREUM = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })
const send = (page: Page) => page.getByRole('button', { name: 'Request withdrawal' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const check = (page: Page) => page.getByRole('heading', { name: /^Review your withdrawal of/ })

/**
 * Creates a member with two positions of 1,500 and 1,000 dollars, the second one newer, without a
 * notice period.
 */
async function investor(page: Page, name: string): Promise<string> {
  const email = await createMember(page, name)
  const member = await signInOverHttp(page.request, email, PASSWORD)

  for (const [dollars, colour] of [
    ['1500', `#${name.length}a3`],
    ['1000', `#${name.length}b7`],
  ] as const) {
    const depositInput = {
      family: 'crypto',
      plan: 'BASIC',
      amount: dollars,
      method: 'USDT',
      colour,
    }
    const id = await member.deposit(depositInput)
    await callAsStaff(page.request, `/api/transactions/${id}/confirm`)
  }

  return email
}

async function fill(page: Page, dollars: string, address = ETHEREUM) {
  await amount(page).fill(dollars)
  await page.getByRole('radio', { name: /^USDT/ }).check()
  await page.getByRole('textbox', { name: 'Wallet address' }).fill(address)
}

async function expectGood(page: Page) {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

/** Returns the member's own list, newest first. */
const requests = async (page: Page) =>
  (await fetchInside(page, 'GET', '/api/withdraw', {})).body.data

test(
  'A withdrawal is previewed, edited, sent, followed and cancelled by keyboard.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(150_000)
    await investor(page, 'Hedda')
    await page.goto('/dashboard/withdraw')

    await expect(page.getByText('You can withdraw your balance at any time.')).toBeVisible()
    await expect(
      page.getByText('You can withdraw profit only once an investment has matured'),
    ).toBeVisible()

    await expectGood(page)
    await focusByTab(page, page.getByRole('link', { name: 'Balance', exact: true }))
    await page.keyboard.press('Enter')

    await test.step('Errors are shown at their field, and the input is retained.', async () => {
      await focusByTab(page, proceed(page))
      await page.keyboard.press('Enter')

      await expect(
        getErrorSummary(
          page,
          'Please select a payment method, enter an amount, and provide a wallet address.',
        ),
      ).toBeVisible()

      await fill(page, '12.345', ETHEREUM.replace('cf', 'Cf'))
      await page.keyboard.press('Enter')

      await expect(
        getErrorSummary(page, 'Please enter an amount with at most two decimals.'),
      ).toBeVisible()

      await amount(page).fill('1,400')
      await page.keyboard.press('Enter')

      await expect(page.getByRole('textbox', { name: 'Wallet address' })).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await expect(amount(page)).toHaveValue('1,400.00')
      await expect(page.getByText('Fee $3.00').first()).toBeVisible()

      const nav = page.getByRole('navigation', { name: 'Member account' }).first()
      await expect(nav.locator('[aria-current]')).toHaveText('Withdrawals history')

      await expectGood(page)
    })

    await test.step('The review shows positions, accrual, queue, address and time before sending.', async () => {
      await page.getByRole('textbox', { name: 'Wallet address' }).fill(ETHEREUM)
      await focusByTab(page, proceed(page))
      await page.keyboard.press('Enter')

      await expect(check(page)).toBeFocused()
      await expect(page.getByText('$1,397.00')).toBeVisible()
      await expect(page.getByText('New address, saved with this request')).toBeVisible()
      await expect(page.getByText('Queue position')).toBeVisible()
      await expect(page.getByText('Target return forgone').first()).toBeVisible()
      await expect(page.getByText('Crypto transfers can’t be reversed.')).toBeVisible()
      expect(await requests(page), 'nothing was asked for yet').toEqual([])

      await expectGood(page)
    })

    await test.step('Going back and a reload retain the input; another position is selected.', async () => {
      await focusByTab(page, page.getByRole('button', { name: 'Edit', exact: true }))
      await page.keyboard.press('Enter')

      await expect(amount(page)).toHaveValue('1,400.00')

      await page.reload()
      await expect(amount(page)).toHaveValue('1,400.00')
      await expect(page.getByRole('radio', { name: /^USDT/ })).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'Wallet address' })).toHaveValue(ETHEREUM)

      await focusByTab(page, page.getByRole('checkbox', { name: /\$1,500\.00/ }))
      await page.keyboard.press('Space')
      await focusByTab(page, proceed(page))
      await page.keyboard.press('Enter')

      await expect(check(page)).toBeVisible()
    })

    await test.step('The payment is sent, emailed and visible on every screen.', async () => {
      await focusByTab(page, send(page))
      await page.keyboard.press('Enter')

      await page.waitForURL(/\/dashboard\/withdrawal-requested\?id=wdr_/)
      await expect(page.getByRole('heading', { name: 'Withdrawal successful!' })).toBeFocused()
      await expect(page.getByText('Requested. Waiting for approval.')).toBeVisible()

      await page.reload()
      await expect(page.getByText(/^wdr_/), 'the reference').toBeVisible()
      await expect(page.getByText(/Expected by/)).toBeVisible()
      expect(await requests(page), 'a reload requests nothing').toHaveLength(1)
      await expectGood(page)

      const positions = (await fetchInside(page, 'GET', '/api/positions', {})).body.data
      const left = positions.map(({ remaining }: { remaining: number }) => remaining)
      expect(left.sort((one: number, other: number) => other - one)).toEqual([1000, 100])

      await page.goto('/dashboard/withdraw-balance')
      await expect(amount(page), 'the form is cleared').toHaveValue('')
    })

    await test.step('The saved address is masked, and the request can be cancelled.', async () => {
      await page.getByRole('radio', { name: /^USDT/ }).check()
      await expect(page.getByRole('radio', { name: /0xD1 220A … b9/i })).toHaveCount(0)
      await expect(page.getByRole('radio', { name: /^0xD1 220A …/ })).toBeChecked()

      await expectGood(page)
      await page.goto('/dashboard/withdraw-history')
      await page.getByRole('button', { name: /Withdrawal of \$1,400\.00/ }).click()

      const drawer = page.getByRole('dialog')
      await expect(drawer.getByText('Waiting for approval')).toBeVisible()
      await expect(drawer.getByText(/Queue position \d+\. Expected by/)).toBeVisible()

      await drawer.getByRole('button', { name: 'Cancel withdrawal' }).click()
      await expect(drawer.getByText('Cancelled, amount returned to the account')).toBeVisible()
    })
  },
)

test(
  'While withdrawals are paused, the screens say until when and take no input.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(90_000)
    const email = await createMember(page, 'Ylva')
    await page.request.post('/api/user/forget-pass', { data: { email } })
    const { links } = await waitForMail(page, email, /reset/i)
    const token = new URL(links.find((link) => link.includes('/reset-password/')) ?? '').pathname
      .split('/')
      .at(-1)
    const password = `${PASSWORD} again`
    const reset = await page.request.post(`/api/user/change/${token}`, { data: { password } })
    expect(reset.ok(), await reset.text()).toBe(true)
    await signIn(page, email, password)

    for (const path of ['withdraw', 'withdraw-balance', 'withdraw-profit']) {
      await page.goto(`/dashboard/${path}`)
      const main = page.getByRole('main')

      await expect(main.getByText('Withdrawals are paused', { exact: true })).toBeVisible()
      await expect(
        main.getByText(/withdrawals are paused until \d+ \w{3} \d{4}, \d\d:\d\d/),
      ).toBeVisible()
      await expect(main.locator('form, input, select, textarea')).toHaveCount(0)
      await expect(main.getByRole('button')).toHaveCount(0)
      await expect(main.getByText('Available to withdraw')).toHaveCount(0)
      await expect(main.getByRole('link', { name: 'Balance', exact: true })).toHaveCount(0)

      await expectGood(page)
    }
  },
)

test('Profit withdrawals show what matures when and are limited to paid returns.', async ({
  page,
}) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/withdraw-profit')

  await expect(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible()
  await expect(page.getByText(/SILVER \(\w+\), \d+ \w{3} \d{4}: accrued, matures/)).toBeVisible()

  await page.getByRole('radio', { name: /^USDT/ }).check()
  await amount(page).fill('900000')
  await proceed(page).click()

  await expect(getErrorSummary(page, /^Please enter a valid amount\. You have/)).toBeVisible()

  await expectGood(page)
})

test.describe('on a line that breaks', () => {
  test.use({ breaksConnection: true })

  test('Connection losses lose nothing, and a retried request is sent once.', async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    await investor(page, 'Odd')
    await page.goto('/dashboard/withdraw-balance')
    await fill(page, '250')
    await context.setOffline(true)

    await expect(page.getByText('You’re offline')).toBeVisible()

    await proceed(page).click()
    await expect(page.getByText('We can’t reach the server. Nothing is lost').first()).toBeVisible()

    await context.setOffline(false)
    await proceed(page).click()

    await expect(check(page)).toBeVisible()

    const keys: (string | undefined)[] = []
    await page.route('**/api/withdraw', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })

    await send(page).click()
    await expect(page.getByText('We can’t reach the server. Nothing is lost').first()).toBeVisible()
    await expect(check(page)).toBeVisible()

    await send(page).click()
    await page.waitForURL(/withdrawal-requested/)

    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
    expect(await requests(page)).toHaveLength(1)
  })

  test(
    'An unknown outcome is repeated with the same key until the true result is shown.',
    DEEP_ONLY,
    async ({ page }) => {
      test.setTimeout(120_000)
      await investor(page, 'Runa')
      await page.goto('/dashboard/withdraw-balance')
      await fill(page, '260')
      await proceed(page).click()
      await expect(check(page)).toBeVisible()

      const keys: (string | undefined)[] = []
      const unknown = { message: 'Unknown.', code: 'outcome_unknown', errors: [] }
      let isAway = true
      await page.route('**/api/withdraw', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        keys.push(route.request().headers()['idempotency-key'])
        if (!isAway) return route.continue()
        if (keys.length === 1) await route.fetch()
        await route.fulfill({ status: 503, json: unknown })
      })

      await send(page).click()
      await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
      await expect(
        page.getByText('Your request may or may not have been carried out').first(),
      ).toBeVisible({ timeout: 30_000 })
      await expect(check(page), 'nothing that was typed is lost').toBeVisible()

      isAway = false
      await send(page).click()
      await page.waitForURL(/withdrawal-requested/)

      expect(new Set(keys).size).toBe(1)
      expect(keys).toHaveLength(6)
      expect(await requests(page)).toHaveLength(1)
    },
  )
})

test(
  'Step-up retains the withdrawal form, and a slow request is sent once.',
  DEEP_ONLY,
  async ({ page }) => {
    await investor(page, 'Sol')
    await page.goto('/dashboard/withdraw-balance')
    await fill(page, '300')
    await proceed(page).click()

    await expect(check(page)).toBeVisible()

    const refused = {
      message: 'Please confirm that it is you.',
      code: 'step_up_needed',
      errors: [],
    }
    await page.route('**/api/withdraw', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: refused })
        : route.continue(),
    )

    await send(page).click()
    await page
      .getByRole('dialog', { name: 'Confirm that it’s you' })
      .getByRole('button', { name: 'Go back' })
      .click()

    await expect(check(page)).toBeVisible()
    expect(await requests(page), 'nothing was asked for').toEqual([])

    await page.reload()
    await expect(amount(page)).toHaveValue('300.00')
    await expect(page.getByRole('textbox', { name: 'Wallet address' })).toHaveValue(ETHEREUM)

    await page.unroute('**/api/withdraw')
    await page.route('**/api/withdraw', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await proceed(page).click()
    await send(page).dblclick()

    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()

    await page.waitForURL(/withdrawal-requested/)
    await page.unroute('**/api/withdraw')

    expect(await requests(page)).toHaveLength(1)
  },
)

test(
  'Each decision appears on every open device without a reload.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(120_000)

    const email = await investor(page, 'Pernille')
    const member = await signInOverHttp(page.request, email, PASSWORD)
    const id = await member.withdraw({ amount: '200', method: 'USDT', address: ETHEREUM })
    const other = await (await browser.newContext()).newPage()

    await signIn(other, email, PASSWORD)

    for (const device of [page, other]) {
      await device.goto('/dashboard/withdraw-history')
      await device.getByRole('button', { name: /Withdrawal of \$200\.00/ }).click()
      await expect(device.getByRole('dialog').getByText('Waiting for approval')).toBeVisible()
    }

    await callAsStaff(page.request, `/api/admin/withdrawals/${id}/approve`, {
      addressReviewed: true,
    })
    for (const device of [page, other])
      await expect(device.getByRole('dialog').getByText('We send the payment')).toBeVisible()
    await callAsStaff(page.request, `/api/admin/withdrawals/${id}/paid`, { txid: `sandbox-${id}` })

    for (const device of [page, other]) {
      await expect(
        device.getByRole('dialog').getByText('Sent', { exact: false }).first(),
      ).toBeVisible()
      await expect(device.getByRole('dialog').getByText('Completed')).toBeVisible()
    }

    await other.context().close()
  },
)

test('A new address shows its cool-down before and its end after the request.', async ({
  page,
}) => {
  await signIn(page, 'tomas@example.com')
  await page.route('**/api/operator', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...rest, data: { ...data, walletCoolDownHours: 24 } },
    })
  })

  await page.goto('/dashboard/withdraw-balance')
  await expect(
    page.getByText('A new address can be used after 24 hours, and your request waits until then'),
  ).toBeVisible()

  await amount(page).fill('1')
  await page.getByRole('radio', { name: /^Bitcoin/ }).check()
  await page.getByRole('textbox', { name: 'Wallet address' }).fill(ETHEREUM)
  await proceed(page).click()

  await expect(page.getByRole('textbox', { name: 'Wallet address' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )

  await expectAccessible(page)
})

test('The server rejects invalid withdrawals, and another member’s data is not found.', async ({
  page,
}) => {
  await logIn(page, 'tomas@example.com')

  const maya = await signInOverHttp(page.request, 'maya@example.com', SAMPLE_PASSWORD)
  const theirs = await maya.withdraw({ amount: '25', method: 'USDT', address: ETHEREUM })
  const withdrawalInput = { amount: 100, payment_channel: 'USDT', wallet_address: ETHEREUM }

  for (const path of ['/api/withdraw', '/api/withdraw/preview'])
    for (const wrong of [
      { amount: 0 },
      { amount: '1e3' },
      { amount: 10_000_000 },
      { source: 'profit' },
      { wallet_address: 'me' },
    ]) {
      const { status, body } = await fetchInside(
        page,
        'POST',
        path,
        { ...withdrawalInput, ...wrong },
        crypto.randomUUID(),
      )

      expect([400, 422], `${path} ${JSON.stringify(wrong)}`).toContain(status)
      expect(body.errors[0].field).toBeTruthy()
    }

  expect(
    (await fetchInside(page, 'POST', '/api/withdraw', withdrawalInput)).status,
    'without a key',
  ).toBe(400)

  for (const [method, path] of [
    ['GET', (id: string) => `/api/withdraw/${id}`],
    ['POST', (id: string) => `/api/withdraw/${id}/cancel`],
  ] as const) {
    const [other, nothing] = await Promise.all(
      [theirs, 'wdr_nothing'].map((id) =>
        fetchInside(page, method, path(id), {}, crypto.randomUUID()),
      ),
    )

    expect(other?.status).toBe(404)
    expect(other).toEqual(nothing)
  }
})
