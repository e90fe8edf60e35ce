import { fillSignUp, PASSWORD } from './support/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInByForm,
  SAMPLE_PASSWORD,
  test,
  waitForMail,
} from './support/sandbox.ts'

const extractCode = (text: string) => /\b[1-9]\d{5}\b/.exec(text)?.[0] ?? ''

test('A visitor signs up, verifies the email code, logs in and logs out.', async ({ page }) => {
  await page.goto('/signup')
  await fillSignUp(page, 'nadia@example.com')

  await expect(page.getByRole('checkbox')).toHaveCount(2)

  for (const box of await page.getByRole('checkbox').all()) {
    await expect(box).not.toBeChecked()
    await box.check()
  }

  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('/verify')

  await expect(page.getByText('nadia@example.com')).toBeVisible()

  await page.reload()
  await expect(page.getByText('nadia@example.com')).toBeVisible()

  await page.getByLabel('Verification code').fill('100000')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'code' }).first()).toBeVisible()

  const mail = await waitForMail(page, 'nadia@example.com', /./)
  await page.getByLabel('Verification code').fill(extractCode(mail.text))
  await page.getByRole('button', { name: 'Verify', exact: true }).click()

  await expect(page.getByText('Account verified successfully!').first()).toBeVisible()

  await page.waitForURL('/login')

  await logInByForm(page, 'nadia@example.com', PASSWORD)

  await expect(page.getByText('Nadia').first()).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
  await page.goto('/dashboard')
  await page.waitForURL(/\/login\?next=/)
})

test('A rejected sign-up shows each error at its field and retains the input.', async ({
  page,
}) => {
  await page.goto('/signup?ref=NOSUCH00')
  await expect(page.getByLabel('Referral Code')).toHaveValue('NOSUCH00')

  await fillSignUp(page, 'nadia.two@example.com', 'short')
  await page.getByRole('button', { name: 'Create Account' }).click()

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('First Name')).toHaveValue('Nadia')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short')

  const [terms, risk] = [page.getByRole('checkbox').first(), page.getByRole('checkbox').last()]
  await terms.check()
  await risk.uncheck()
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(risk).toHaveAccessibleDescription(/Please read and accept/)
  await expect(terms).not.toHaveAccessibleDescription(/Please read and accept/)
})

test('Login responds the same for known and unknown addresses.', async ({ page }) => {
  const sentences: string[] = []
  for (const email of ['tomas@example.com', 'nobody@example.com']) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the right password')
    await page.getByRole('button', { name: 'Login' }).click()
    sentences.push(
      await page.getByRole('alert').filter({ hasText: 'There is a problem' }).innerText(),
    )
  }

  expect(sentences[0]).toBe(sentences[1])
})

test('A forgotten password is reset by an email link that works once.', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nadia@example.com')
  await page.getByRole('button', { name: 'Send Reset Password Link' }).click()
  await page.waitForURL('/login')

  const mail = await waitForMail(page, 'nadia@example.com', /password/i)
  const link = mail.links.find((url) => url.includes('/reset-password/')) ?? ''
  const path = new URL(link).pathname

  await page.goto(path)
  await page.getByLabel('New Password').fill('another four plain words')
  await page.getByRole('button', { name: 'Reset Password' }).click()

  await expect(page.getByText('Password reset successfully').first()).toBeVisible()

  await page.waitForURL('/login')
  await logInByForm(page, 'nadia@example.com', 'another four plain words')

  await page.goto(path)
  await page.getByLabel('New Password').fill('a third set of words')
  await page.getByRole('button', { name: 'Reset Password' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()
})

test('Staff and members have separate logins.', async ({ page }) => {
  await page.goto('/admin-login')
  await page.getByLabel('Email').fill('tomas@example.com')
  await page.getByLabel('Password', { exact: true }).fill('open-books-2026')
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()

  await logInByForm(page, 'ines@example.com', SAMPLE_PASSWORD, '/admin-login')
  await expect(page.getByText('Back office').first()).toBeVisible()

  await page.goto('/dashboard')
  await page.waitForURL(/\/login\?next=/)
})

test('The login form works by keyboard.', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('tomas@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('open-books-2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
})

const PAGES = [
  '/',
  '/signup',
  '/login',
  '/verify',
  '/forgot-password',
  '/admin-login',
  '/legal/terms',
  '/no-such-page',
]

test('Sign-up and login pages are accessible and fit a narrow phone.', async ({ page }) => {
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)

    if (path === '/signup' || path === '/login') {
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w{4}/)
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
      expect((await page.request.get(new URL(picture ?? '').pathname)).status()).toBe(200)
    }

    await expectAccessible(page)

    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
    }
  }
})
