import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { createMember, getErrorSummary, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followAddress,
  logIn,
  SAMPLE_PASSWORD,
  signIn,
  test,
} from './support/sandbox.ts'

const SAMPLE_BTC = 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'
const SAMPLE_ETH = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

/** A real picture of one pixel: the server checks the content. */
const PROOF = {
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Confirms the newest pending deposit as a staff member over HTTP. */
async function confirmNewestDeposit(page: Page) {
  const { token } = await (
    await page.request.post('/api/admin/login', {
      data: { email: 'ines@example.com', password: SAMPLE_PASSWORD },
    })
  ).json()

  const headers = { authorization: `Bearer ${token}` }
  const list = await (await page.request.get('/api/transactions?status=pending', { headers })) // oldest first
    .json()
  const { _id: id } = list.data.at(-1)
  const confirmed = await page.request.post(`/api/transactions/${id}/confirm`, {
    headers: { ...headers, 'idempotency-key': id },
    data: {},
  })

  expect(confirmed.ok(), await confirmed.text()).toBe(true)
}

test('A signed-out visitor is redirected to the login and returns after it.', async ({ page }) => {
  await page.goto('/dashboard/deposit-history')
  await expect(page).toHaveURL(/\/login\?next=/)

  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL(/\/dashboard\/deposit-history$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Deposits history' })).toBeVisible()

  await page.goto('/dashboard/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test(
  'A member deposits, is credited, withdraws, cancels, and sees each ledger entry.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await createMember(page, 'Signe')
    await page.goto('/dashboard')

    await expect(page.getByRole('heading', { name: 'Welcome, Signe' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()

    await expectAccessible(page)

    await test.step('Invalid choices show an error, and a reload retains the choice.', async () => {
      await page.getByRole('link', { name: 'Deposit', exact: true }).click()
      await page.getByRole('link', { name: 'Crypto Plans' }).click()

      await expect(
        page.getByText('sample figures, simulated money'),
        'before a plan is chosen',
      ).toBeVisible()

      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(
        getErrorSummary(page, 'Please select a plan, a payment method, and enter an amount.'),
      ).toBeVisible()

      await page.getByRole('radio', { name: /BASIC/ }).check()
      await expect(page.getByText('BASIC selected')).toBeVisible()

      await page.getByRole('radio', { name: /Bitcoin/ }).check()
      await expect(page.getByText('Bitcoin selected')).toBeVisible()

      await page.getByRole('textbox', { name: 'Amount' }).fill('20')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()

      await expect(
        getErrorSummary(
          page,
          'Please enter an amount between $1,000.00 and $10,000.00 for the BASIC plan.',
        ),
      ).toBeVisible()

      await page.getByRole('textbox', { name: 'Amount' }).fill('2,500')
      await page.reload()

      await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(/2,?500/)
      await expect(page.getByRole('radio', { name: /BASIC/ })).toBeChecked()
      await expect(
        page.getByRole('heading', { name: 'Illustration, not a forecast' }),
      ).toBeVisible()
      await expect(page.getByText('+1,250.00')).toBeVisible()
      await expect(page.getByText('−625.00')).toBeVisible()

      await expectAccessible(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()

      await expect(page).toHaveURL(/deposit-details\?id=dep_/)
    })

    await test.step('The payment step shows the exact amount and address, and requests a proof.', async () => {
      await expect(page.getByText('bitcoin, Bitcoin')).toBeVisible()
      await expect(page.getByRole('img', { name: /QR code for/ })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^(19|20):\d\d$/)

      await page.reload()
      await page.getByRole('button', { name: 'Complete Payment' }).click()

      await expect(
        getErrorSummary(page, 'Please upload proof of payment before completing the payment.'),
      ).toBeVisible()

      await page.locator('input[type=file]').setInputFiles(PROOF)
      await expect(
        getErrorSummary(page, 'Please upload proof of payment before completing the payment.'),
      ).toHaveCount(0)

      await page.locator('input[type=file]').setInputFiles({ ...PROOF, buffer: Buffer.alloc(0) })
      await expect(
        page.getByRole('alert').getByText('This file is empty. Choose another file.'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Remove receipt.png' })).toHaveCount(0)

      await page.locator('input[type=file]').setInputFiles(PROOF)
      await expect(page.getByText('File receipt.png selected successfully!').first()).toBeVisible()

      await expectAccessible(page)
      await page.getByRole('button', { name: 'Complete Payment' }).click()

      await expect(page).toHaveURL(/\/dashboard\/deposit-submitted\?id=dep_/)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Back to dashboard' }).first().click()
      await expect(page.getByRole('heading', { name: 'Deposit in review' })).toBeVisible()
      await expect(
        page.getByText('Not included in your balance yet', { exact: true }),
      ).toBeVisible()
    })

    await test.step('The confirmed deposit appears without a reload, with its journal number.', async () => {
      await confirmNewestDeposit(page)
      await expect(
        page.getByRole('progressbar', { name: /^BASIC.*: \d+ of 30 days/ }),
      ).toBeVisible()
      await expect(page.getByLabel('Balances')).toContainText('$2,500.00 invested')
      await expect(page.getByRole('link', { name: /Ledger entry L-\d+/ }).first()).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('A withdrawal is rejected with its reason, then requested, then cancelled.', async () => {
      await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
      await page.getByRole('link', { name: 'Balance', exact: true }).click()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()

      await expect(
        getErrorSummary(
          page,
          'Please select a payment method, enter an amount, and provide a wallet address.',
        ),
      ).toBeVisible()

      await page.getByRole('radio', { name: /Bitcoin/ }).check()
      await page.getByRole('textbox', { name: 'Amount' }).fill('9000')
      await page.getByRole('textbox', { name: 'Wallet address' }).fill(SAMPLE_BTC)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()

      await expect(
        getErrorSummary(page, 'Please enter a valid amount. You have $2,500.00 available.'),
      ).toBeVisible()

      await page.getByRole('textbox', { name: 'Amount' }).fill('400')
      await expect(page.getByText(/^From BASIC \(crypto\)/).first()).toBeVisible()
      await expect(page.getByText('$395.00')).toBeVisible()

      await expectAccessible(page)
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await page.getByRole('button', { name: 'Request withdrawal' }).click()

      await expect(page).toHaveURL(/\/dashboard\/withdrawal-requested\?id=wdr_/)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Back to dashboard' }).first().click()
      await expect(page.getByRole('heading', { name: 'Withdrawal requested' })).toBeVisible()

      await page.getByRole('link', { name: 'Withdrawals history' }).click()
      await page.getByRole('button', { name: /Withdrawal of \$400\.00/ }).click()

      const drawer = page.getByRole('dialog', { name: /Withdrawal of/ })
      await expect(drawer).toContainText('Requested')

      await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
      await expect(drawer).toContainText('Cancelled, amount returned to the account')

      await expectAccessible(page)
      await page.keyboard.press('Escape')

      await expect(drawer).toBeHidden()
    })
  },
)

test('A confirmation page without a reference leads to the history.', async ({ page }) => {
  await signIn(page, 'maya@example.com')

  await page.goto('/dashboard/withdrawal-requested')
  await expect(page).toHaveURL(/\/dashboard\/withdraw-history$/)

  await page.goto('/dashboard/deposit-submitted')
  await expect(page).toHaveURL(/\/dashboard\/deposit-history$/)
})

test(
  'Withdrawal addresses are validated, saved and shown after a reload.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMember(page, 'Einar')
    await page.goto('/dashboard/update-wallet')
    await page.getByLabel('Ethereum address').fill(SAMPLE_ETH.replace('cf', 'Cf'))
    await page.getByRole('button', { name: 'Save addresses' }).click()

    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
    await expect(page.getByLabel('Ethereum address')).toHaveAttribute('aria-invalid', 'true')

    await page.getByLabel('Ethereum address').fill(SAMPLE_ETH)
    await page.getByRole('button', { name: 'Save addresses' }).click()

    await expect(page.getByText('Wallet address saved successfully')).toBeVisible()

    await page.reload()
    await expect(page.getByText(SAMPLE_ETH, { exact: true })).toBeAttached()
    await expect(page.getByLabel('Ethereum address')).toHaveValue('')

    await expectAccessible(page)
  },
)

test(
  'A password change requires the old password and a matching confirmation.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMember(page, 'Liv')
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Password' }).click()

    const fill = async (old: string, next: string, again: string) => {
      await page.getByLabel('Old password').fill(old)
      await page.getByLabel('New password', { exact: true }).fill(next)
      await page.getByLabel('Confirm new password').fill(again)
      await page.getByRole('button', { name: 'Change password' }).click()
    }

    await fill(PASSWORD, 'seven grey stones in a row', 'seven grey stones')
    await expect(
      getErrorSummary(page, 'New password and confirm password do not match'),
    ).toBeVisible()

    await fill('not the old one at all', 'seven grey stones in a row', 'seven grey stones in a row')
    await expect(page.getByLabel('Old password')).toHaveAttribute('aria-invalid', 'true')

    await fill(PASSWORD, 'seven grey stones in a row', 'seven grey stones in a row')
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()

    await expectAccessible(page)
  },
)

test('On a phone the menu slides over, and no screen scrolls sideways.', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await logIn(page, 'maya@example.com')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: 'Our Packages' })
    .click()

  await expect(page.getByRole('heading', { level: 1, name: 'Our Packages' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()

  for (const screen of [
    '',
    '/crypto',
    '/withdraw-balance',
    '/deposit-history',
    '/withdraw-history',
    '/verification',
    '/update-wallet',
    '/update-password',
  ]) {
    await followAddress(page, `/dashboard${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
