import type { Page } from '@playwright/test'
import { createEmailAddress, fillSignUp, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInByForm,
  SAMPLE_PASSWORD,
  signIn,
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

  await expect(page.getByRole('alert').filter({ hasText: 'code' })).toHaveCount(1)

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

test(
  'The link in the verification email leads to the plan that was chosen before.',
  DEEP_ONLY,
  async ({ page }) => {
    const email = createEmailAddress('Nora')
    await page.goto('/signup?next=%2Fdashboard%2Fcrypto')
    await fillSignUp(page, email)
    await expect(page.getByRole('checkbox')).toHaveCount(2)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL(/\/verify/)

    const { links } = await waitForMail(page, email, /./)
    const mailed = await page.context().newPage()
    await mailed.goto(new URL(links.find((link) => link.includes('/confirm/')) ?? '').pathname)
    await mailed.getByRole('button', { name: 'Verify email' }).click()
    await mailed.waitForURL(/\/login/)
    await mailed.getByLabel('Email').fill(email)
    await mailed.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await mailed.getByRole('button', { name: 'Login' }).click()

    await expect(mailed).toHaveURL('/dashboard/crypto')
  },
)

test('A rejected sign-up shows each error at its field and retains the input.', async ({
  page,
}) => {
  await page.goto('/signup?ref=NOSUCH00')
  await expect(page.getByLabel('Referral Code')).toHaveValue('NOSUCH00')

  await fillSignUp(page, 'nadia.two@', 'short')
  await page.getByRole('button', { name: 'Create Account' }).click()

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link'), 'everything wrong at once').toHaveText([
    'Enter a valid email address.',
    'Use 12 to 128 characters.',
    'We don’t recognise this referral code. Check it or leave the field empty.',
    'Accept the terms and the risk disclosure to continue.',
  ])

  const email = page.getByLabel('Email Address')
  await email.fill('nadia.two@example.com')
  await expect(email, 'a corrected field loses its error').not.toHaveAttribute('aria-invalid')
  await expect(summary.getByRole('link')).toHaveCount(3)
  await expect(email, 'and still has the focus').toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('First Name')).toHaveValue('Nadia')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short')

  const [terms, risk] = [page.getByRole('checkbox').first(), page.getByRole('checkbox').last()]
  await terms.check()
  await risk.uncheck()
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(risk).toHaveAccessibleDescription(/Accept the terms/)
  await expect(terms).not.toHaveAccessibleDescription(/Accept the terms/)
})

test('A public page opens from the login page, and going back returns to it.', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Read the risk disclosure' }).click()
  await expect(page.locator('#summary')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('Login responds the same for known and unknown addresses.', DEEP_ONLY, async ({ page }) => {
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
  await expect(page.getByText(/we’ve sent a link to reset its password/)).toBeVisible()

  const mail = await waitForMail(page, 'nadia@example.com', /password/i)
  const link = mail.links.find((url) => url.includes('/reset-password/')) ?? ''
  const path = new URL(link).pathname

  await page.goto(path)
  await page.getByLabel('New Password').fill('another four plain words')
  await page.getByRole('button', { name: 'Reset Password' }).click()

  await page.waitForURL(/\/password-reset\?reference=aev_/)
  await expect(page.getByRole('heading', { name: 'Password reset successfully' })).toBeFocused()

  await page.reload()
  await expect(page.getByText('Withdrawals are paused for 24 hours')).toBeVisible()
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
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

/** Holds the scripts of every page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('A form that is sent before the scripts run is sent by them, and never as an address.', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('tomas@example.com')
  await page.getByLabel('Password', { exact: true }).fill('open-books-2026')
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('open-books-2026')
  expect(new URL(page.url()).search).toBe('')

  releaseScripts()
  await page.waitForURL(/\/dashboard$/)
})

test('A button that is pressed before the scripts run is pressed by them, once.', async ({
  page,
}) => {
  await signIn(page, 'tomas@example.com')
  const releaseScripts = await holdScripts(page)
  await page.goto('/dashboard/security', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  releaseScripts()

  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog).toBeVisible()
})

test('Of several presses before the scripts run, they repeat the last one alone.', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page)
  const challenges: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') challenges.push(new URL(request.url()).pathname)
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('button', { name: 'Show password' }).click()
  releaseScripts()

  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  expect(challenges).toEqual([])
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

test(
  'Sign-up and login pages are accessible and fit a narrow phone.',
  DEEP_ONLY,
  async ({ page }) => {
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
  },
)

test('Each script and style of the login page is sent compressed, the list of routes too.', async ({
  request,
}) => {
  const html = await (await request.get('/login')).text()
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))
  expect([...paths].some((path) => path.startsWith('/assets/manifest-'))).toBe(true)

  for (const path of paths) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } })
    const isSmall = (await answer.body()).length < 1_024
    if (!isSmall) expect(answer.headers()['content-encoding'], path).toBe('br')
  }
})
