import type { Page } from '@playwright/test'
import { createMemberWithCash } from './support/cash.ts'
import { createEmailAddress, fillSignUp, PASSWORD, picture } from './support/people.ts'
import { DEEP_ONLY, expect, signIn, test, waitForMail } from './support/sandbox.ts'

/** Counts the pages that a person sees, from the one that is open. Returns them in their order. */
function watchPages(page: Page): readonly string[] {
  const pages = [new URL(page.url()).pathname]
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const { pathname } = new URL(frame.url())
    if (pathname !== pages.at(-1)) pages.push(pathname)
  })

  return pages
}

test(
  'A newcomer gets from the home page to a paid quote in nine pages, by what is visible.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    const email = createEmailAddress('Nadia')
    await page.goto('/')
    const pages = watchPages(page)

    await page.getByRole('link', { name: 'Start Membership' }).first().click()
    await fillSignUp(page, email)
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/verify')

    const { text } = await waitForMail(page, email, /code|verif/i)
    await page.getByLabel('Verification code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()

    await page.getByRole('main').getByRole('link', { name: 'Deposit', exact: true }).first().click()
    await page.getByRole('link', { name: 'Crypto Plans' }).click()
    await page.getByRole('radio', { name: /BASIC/ }).check()
    await page.getByRole('radio', { name: /Bitcoin/ }).check()
    await page.getByRole('textbox', { name: 'Amount' }).fill('1,500')
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page).toHaveURL(/\/deposit-details/)
    await page.locator('input[type=file]').setInputFiles(await picture('newcomer.png'))
    await page.getByRole('button', { name: 'Complete Payment' }).click()
    await expect(page).toHaveURL(/\/deposit-submitted/)

    expect(pages.length, pages.join(' → ')).toBeLessThanOrEqual(9)
  },
)

test(
  'A member turns cash into an investment on the third page from the overview.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMemberWithCash(page, 'Cato', 1_500)
    await page.goto('/dashboard')
    const pages = watchPages(page)

    await page.getByRole('link', { name: 'Our Packages' }).click()
    await page.getByRole('link', { name: 'Crypto Plans' }).click()
    await page.getByRole('radio', { name: /BASIC/ }).check()
    await page.getByRole('radio', { name: /Available cash/ }).check()
    await page.getByRole('textbox', { name: 'Amount' }).fill('1,000')
    await page.getByRole('button', { name: 'Review investment' }).click()
    await page.getByRole('button', { name: 'Invest $1,000.00' }).click()
    await expect(page).toHaveURL(/\/dashboard\/positions\/pos_/)

    expect(pages.length, pages.join(' → ')).toBeLessThanOrEqual(4)
  },
)

test('A member finds the latest return and the income that paid it in three pages.', async ({
  page,
}) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard')
  const pages = watchPages(page)

  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page
    .getByRole('row', { name: /return paid/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Return of / })
    .last()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Return' })
  await expect(drawer).toContainText('from income that two admins recorded')
  await expect(drawer).toContainText('Your share')

  expect(pages.length, pages.join(' → ')).toBeLessThanOrEqual(3)
})
