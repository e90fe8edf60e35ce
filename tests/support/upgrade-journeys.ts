import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../scripts/debian.js'

const PASSWORD = 'open-books-2026'
const PATIENCE_MS = 180_000
/** The smallest PNG: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Something that a person is in the middle of. */
export type Journey = {
  name: string
  begin(page: Page): Promise<void>
  /** Continues with what was entered; throws when some of it is gone. */
  finish(page: Page): Promise<void>
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** Opens a page of its own session; what goes wrong on it is added to `complaints`. */
export async function openPage(browser: Browser, baseURL: string, complaints: string[]) {
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, locale: 'en-US' })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()

  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`script: ${error}`))
  page.on('response', (answer) => {
    if (answer.status() >= 500) complaints.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // the page itself left, or closed a stream
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason} ${request.url()}`)
  })

  return page
}

async function enterLogin(page: Page, path: string, email: string) {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

async function submitLogin(page: Page, home: RegExp) {
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(home)
}

const MEMBER_HOME = /\/dashboard$/
const ADMIN_HOME = /\/admin-dashboard/

const assertValue = async (page: Page, label: string, value: string) => {
  const found = await page.getByLabel(label, { exact: true }).inputValue()
  if (found !== value) throw new Error(`${label} has "${found}", not "${value}"`)
}

/** A member has entered the e-mail address and the password. */
export const signingIn = (email: string): Journey => ({
  name: 'signing in',
  begin: (page) => enterLogin(page, '/login', email),
  finish: async (page) => {
    await assertValue(page, 'Password', PASSWORD)
    await submitLogin(page, MEMBER_HOME)
    await page.getByRole('heading').first().waitFor()
  },
})

/** A member has a quote and has chosen the file that shows the payment. */
export const depositing = (email: string): Journey => ({
  name: 'depositing',
  begin: async (page) => {
    await enterLogin(page, '/login', email)
    await submitLogin(page, MEMBER_HOME)
    await page.goto('/dashboard/crypto')
    await page.getByRole('radio', { name: /BASIC/ }).check()
    await page.getByRole('textbox', { name: 'Amount' }).fill('2500')
    await page.getByRole('radio', { name: /^USDT/ }).check()
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.waitForURL(/deposit-details/)
    await page.getByRole('img', { name: /QR code for/ }).waitFor()

    const file = { name: 'receipt.png', mimeType: 'image/png', buffer: PIXEL }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('File receipt.png selected successfully!').first().waitFor()
  },
  finish: async (page) => {
    await page.getByRole('button', { name: 'Complete Payment' }).click()
    await page.waitForURL(/deposit-submitted/)
  },
})

/** Shown because all deposits of the drill come with the same picture. */
const getReviewBox = (page: Page) => page.getByRole('checkbox', { name: /I have reviewed/ })

/** One of the staff has reviewed a member's deposit in the dialog that confirms it. */
export const confirming = (email: string, member: RegExp): Journey => ({
  name: 'confirming',
  begin: async (page) => {
    await enterLogin(page, '/admin-login', email)
    await submitLogin(page, ADMIN_HOME)
    await page.goto('/admin-dashboard/alltransaction')
    await page.getByRole('row', { name: member }).first().getByRole('button').first().click()
    await page.getByRole('button', { name: /^Confirm \$/ }).click()
    await getReviewBox(page).check()
  },
  finish: async (page) => {
    if (!(await getReviewBox(page).isChecked())) throw new Error('The review is gone')
    await page.getByRole('button', { name: 'Confirm and post' }).click()
    await page.getByText('Payment Confirmed').first().waitFor()
  },
})
