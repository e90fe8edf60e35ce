import type { Browser, Page } from '@playwright/test'
import { mineBlocks, openChainTools, payOpenDeposit } from './support/chain.ts'
import { createEmailAddress } from './support/people.ts'
import { expect, logInByForm, SAMPLE_PASSWORD, test, waitForMail } from './support/sandbox.ts'

const PASSWORD = 'four unrelated words here'
const EMAIL = createEmailAddress('Iris')
/** The checksummed sample address of EIP-55. */
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

async function signUp(page: Page) {
  await page.goto('/')
  await page
    .getByRole('link', { name: /Create account|Start Membership/ })
    .first()
    .click()
  await page.waitForURL('/signup')
  await page.getByLabel('First Name').fill('Iris')
  await page.getByLabel('Last Name').fill('Okafor')
  await page.getByLabel('Email Address').fill(EMAIL)
  await page.getByLabel('Country').selectOption('NG')
  await page.getByLabel('Phone Number').fill('+234 803 123 4568')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)

  await expect(page.getByRole('checkbox')).toHaveCount(2)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('/verify')

  const mail = await waitForMail(page, EMAIL, /./)
  await page.getByLabel('Verification code').fill(/\b[1-9]\d{5}\b/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.waitForURL('/login')
  await logInByForm(page, EMAIL, PASSWORD)
}

async function deposit(page: Page) {
  await page.goto('/dashboard/deposit')
  await page.getByRole('link', { name: /Crypto Plans/ }).click()
  await page.getByRole('radio', { name: /BASIC/ }).check({ force: true })

  await expect(page.getByText('BASIC selected').first()).toBeVisible()

  await page.getByLabel('Amount').fill('2,500')
  await page.getByRole('radio', { name: /USDT/ }).check({ force: true })
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/deposit-details/)
  await page.reload()

  await expect(page.getByText('usdt, ERC-20 on Ethereum').first()).toBeVisible()

  const tools = await openChainTools(page.context())
  await payOpenDeposit(page, tools)
  await mineBlocks(tools, 'ethereum', 12)
  await tools.close()

  const payment = page.getByRole('region', { name: 'Your payment' })
  await expect(payment.getByText('Confirmed').first()).toBeVisible()
  await page.goto('/dashboard')
}

async function asAdmin(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInByForm(page, 'ruth@example.com', SAMPLE_PASSWORD, '/admin-login')
  return page
}

/** Opens the member's row in a table of the back office. */
async function openRow(page: Page, name: RegExp) {
  await page.getByRole('row', { name }).first().getByRole('button').first().click()
}

test('A member signs up, deposits, is credited, withdraws and is paid.', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  await signUp(page)
  await deposit(page)

  await expect(page.getByText('$0.00').first()).toBeVisible()

  const admin = await asAdmin(browser)
  await admin.goto('/admin-dashboard/alltransaction')
  await openRow(admin, /Iris Okafor/)
  await admin.getByRole('button', { name: /^Confirm \$2,500\.00/ }).click()
  await admin.getByRole('button', { name: 'Confirm and post' }).click()

  await expect(admin.getByText('Payment Confirmed').first()).toBeVisible()

  await expect(page.getByText('$2,500.00').first(), 'without a reload').toBeVisible({
    timeout: 15_000,
  })

  await waitForMail(page, EMAIL, /confirmed|credited/i)

  await page.goto('/dashboard/withdraw')
  await page.getByRole('link', { name: 'Balance', exact: true }).click()
  await page.getByLabel('Amount').fill('400')
  await page.getByRole('radio', { name: /USDT/ }).check({ force: true })
  await page.getByLabel('Wallet address').fill(WALLET)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('button', { name: 'Request withdrawal' }).click()

  await expect(page.getByText(/Withdrawal successful!/).first()).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText('$2,100.00').first()).toBeVisible()

  await admin.goto('/admin-dashboard/withdrawals')
  await openRow(admin, /Iris Okafor/)
  await admin.getByRole('button', { name: /^Approve/ }).click()
  await admin.getByLabel(/I’ve reviewed the address/).check()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()

  await admin.getByRole('button', { name: /paid/i }).first().click()
  await admin.getByLabel(/transaction id/i).fill(`0x${'ab'.repeat(32)}`)
  await admin.getByRole('dialog').getByRole('button', { name: /paid/i }).last().click()

  await page.goto('/dashboard/withdraw-history')

  await expect(page.getByRole('row', { name: /400\.00.*(Sent|Completed|Paid)/i })).toBeVisible({
    timeout: 15_000,
  })

  await admin.context().close()
})
