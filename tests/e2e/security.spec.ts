import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createEmailAddress, createMember, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  logInByForm,
  test,
  waitForMail,
} from './support/sandbox.ts'

/**
 * A member of this file only, created by the first test, whose second factors affect no other test.
 */
let member = ''

/** Computes an authenticator code for a key (RFC 6238), independently of the server. */
function appCode(key: string, steps = 0): string {
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')

  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))

  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash[19] ?? 0) & 15

  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Adds a virtual authenticator with a fingerprint reader to the browser. */
async function withDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const password = async (page: Page) => {
  await page.getByLabel('Email').fill(member)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
const logOut = async (page: Page) => {
  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

let key = ''
let codes: string[] = []
let used = 0
/**
 * Returns a code of a time step that no earlier step used, from the previous one to the next one:
 * each works once.
 */
async function computeUnusedCode(page: Page): Promise<string> {
  const now = () => Math.floor(Date.now() / 30_000)
  if (used > now()) await page.waitForTimeout((used - now()) * 30_000 - (Date.now() % 30_000))
  const step = Math.max(used + 1, now() - 1)
  used = step
  return appCode(key, step - now())
}

test.describe.configure({ mode: 'serial', timeout: 150_000 })

test('A member sets up an authenticator app, saves recovery codes and gets an email.', async ({
  page,
}) => {
  member = await createMember(page, 'Tove')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Security' }).click()

  await expect(page.getByText('Your account is protected only by a password')).toBeVisible()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()

  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up' }).click()

  const setUp = dialog(page, 'Set up authenticator app')
  await expect(setUp.getByRole('img', { name: 'Key for your authenticator app' })).toBeVisible()

  key = (await setUp.locator('code').innerText()).replace(/\s/g, '')

  const { data } = await (await page.request.get('/api/user/profile')).json()
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') begun.push(request.url())
  })

  const readAgain = page.waitForResponse((answer) => answer.url().endsWith('/api/user/security'))
  const changed = { version: data.version, phone_number: '+49 30 1234567' }
  expect((await page.request.patch('/api/user/profile', { data: changed })).ok()).toBe(true)

  await readAgain
  expect(begun, 'a secret that was scanned stays the one that is asked for').toEqual([])

  await expectAccessible(page)
  await setUp.getByLabel('Code', { exact: true }).fill('000000')
  await setUp.getByRole('button', { name: 'Turn on' }).click()

  await expect(setUp.getByText('That code is wrong').first()).toBeVisible()

  await setUp.getByLabel('Code', { exact: true }).fill(await computeUnusedCode(page))
  await setUp.getByRole('button', { name: 'Turn on' }).click()

  const recoveryDialog = dialog(page, 'Save your recovery codes')
  await expect(recoveryDialog.getByRole('listitem')).toHaveCount(10)

  codes = await recoveryDialog.getByRole('listitem').allInnerTexts()
  await expectAccessible(page)
  await recoveryDialog.getByRole('button', { name: 'I’ve saved them' }).click()

  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()
  await expect(page.getByText(codes[0] ?? 'none')).toHaveCount(0)

  const mail = await waitForMail(page, member, /Authenticator app added/)
  expect(mail.links.some((link) => link.includes('/not-me/'))).toBe(true)
})

test(
  'Login requires the code after the password; a recovery code replaces it once.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/login')
    await password(page)

    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expect(page.getByText('Lost your device and recovery codes?')).toBeVisible()

    await expectAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Login', exact: true }).click()

    await expect(page.getByText('That code is wrong').first()).toBeVisible()

    await page.getByLabel('Code', { exact: true }).fill(await computeUnusedCode(page))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard/)
    await logOut(page)

    await page.goto('/login')
    await password(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(/\/dashboard/)
    await page.goto('/dashboard/security')

    await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()
    await expect(page.getByRole('cell', { name: /Wrong 2FA code/ }).first()).toBeVisible()
  },
)

test('A passkey is added, renamed, used to sign in and removed.', async ({ page }) => {
  await withDevice(page)
  await page.goto('/login')
  await password(page)
  await page.getByLabel('Code', { exact: true }).fill(await computeUnusedCode(page))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(/\/dashboard/)
  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page, 'Add a passkey').getByLabel('Name').fill('Laptop')
  await dialog(page, 'Add a passkey').getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('Passkey added.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog(page, 'Rename Laptop').getByLabel('Name').fill('Work laptop')
  await dialog(page, 'Rename Laptop').getByRole('button', { name: 'Rename' }).click()

  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()

  await logOut(page)

  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(/\/dashboard/)
  await logOut(page)
  await page.goto('/login')
  await password(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(/\/dashboard/)

  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await dialog(page, 'Remove Work laptop?').getByRole('button', { name: 'Remove' }).click()

  await expect(page.getByText('No passkeys yet.')).toBeVisible()
})

test('A sensitive action asks for step-up and then continues with the input.', async ({ page }) => {
  await page.goto('/login')
  await password(page)
  await page.getByLabel('Code', { exact: true }).fill(await computeUnusedCode(page))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(/\/dashboard/)

  let refused = 0
  await page.route('**/api/wallets', async (route) => {
    if (route.request().method() !== 'PUT' || refused++ > 0) return await route.continue()
    const body = { message: 'Please confirm that it is you.', code: 'step_up_needed', errors: [] }
    await route.fulfill({ status: 403, json: body })
  })

  await page.goto('/dashboard/update-wallet')
  await page
    .getByLabel(/Ethereum/)
    .first()
    .fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await page.getByRole('button', { name: /Save/ }).click()

  const ask = dialog(page, 'Confirm that it’s you')
  await expect(ask.getByLabel('Code', { exact: true })).toBeVisible()

  await expectAccessible(page)
  await ask.getByLabel('Code', { exact: true }).fill(await computeUnusedCode(page))
  await ask.getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByText('Wallet address saved successfully').first()).toBeVisible()
  await expect(ask).toHaveCount(0)
})

test(
  'Sessions are listed and ended, and the page fits a phone.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const other = await browser.newContext()
    const second = await other.newPage()
    const email = await createMember(page, 'Sefa')

    await logInByForm(second, email, PASSWORD)
    await page.goto('/dashboard/security')

    const others = page.getByRole('button', { name: /End the session of/ })
    await expect(others).not.toHaveCount(0)

    const before = await others.count()
    await others.first().click()

    await expect(page.getByText('Session ended.').first()).toBeVisible()
    await expect(others).toHaveCount(before - 1)

    await second.getByRole('link', { name: 'Statements' }).click()
    await second.waitForURL(/\/login\?/)
    expect(new URL(second.url()).searchParams.get('next')).toBe('/dashboard/statements')
    await expect(second.getByText(/Please log in to continue\./)).toBeVisible()
    await other.close()

    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }

    const mail = await waitForMail(page, email, /New login/)
    expect(mail.text).toContain('Chrome on Linux')
  },
)

test('Staff have the same security page, and see only whether a member has a factor.', async ({
  page,
}) => {
  await logInAdmin(page, 'ruth@example.com')
  await page.getByRole('link', { name: 'Security' }).click()

  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible()

  await expectAccessible(page)
  await page.goto('/admin-dashboard/alluser?q=Tove')
  await page.getByText('Tove Walker').first().click()

  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await expect(panel.getByText('On', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Reset 2FA' }).click()

  const ask = dialog(page, 'Reset 2FA for Tove Walker?')
  await ask.getByLabel('Reason').fill('He rang from the number we know.')
  await ask.getByRole('button', { name: 'Reset 2FA' }).click()

  await expect(
    panel.getByText('Two-factor authentication isn’t set up, so there’s nothing to reset.'),
  ).toBeVisible()

  await waitForMail(page, member, /two-factor authentication was reset/)
  await logInByForm(page, member, PASSWORD)
})

test('Reporting “this wasn’t me” takes one press, and a new password unlocks the account.', async ({
  page,
}) => {
  const mail = await waitForMail(page, member, /two-factor authentication was reset/)
  const link = mail.links.find((url) => url.includes('/not-me/')) ?? ''
  await page.goto(new URL(link).pathname)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Lock my account' }).click()

  await expect(page.getByRole('heading', { name: 'Your account is locked' })).toBeVisible()

  await page.goto('/login')
  await password(page)

  await expect(page.getByText('Wrong email or password.').first()).toBeVisible()

  const reset = await waitForMail(page, member, /Your account is locked/)
  await page.goto(
    new URL(reset.links.find((url) => url.includes('/reset-password/')) ?? '').pathname,
  )
  await page.getByLabel('New Password').fill('four unrelated words here')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.waitForURL(/password-reset/)
  await page.goto('/login')
  await logInByForm(page, member, 'four unrelated words here')
})

test(
  'An owner resets a staff factor, a link resets the password, and old logins fail.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const email = createEmailAddress('edda')
    const [first, second] = ['orange kettle seven rivers', 'four quiet geese in a row']

    await logInAdmin(page, 'ruth@example.com')

    const invited = { firstName: 'Edda', lastName: 'Sand', email, role: 'support' }
    const headers = { 'idempotency-key': email }
    expect((await page.request.post('/api/admin/staff', { headers, data: invited })).ok()).toBe(
      true,
    )

    const context = await browser.newContext()
    const hers = await context.newPage()
    const choose = async (subject: RegExp, chosen: string) => {
      const { links } = await waitForMail(page, email, subject)
      await hers.goto(
        new URL(links.find((link) => link.includes('/reset-password/')) ?? '').pathname,
      )
      await hers.getByLabel('New Password', { exact: true }).fill(chosen)
      await hers.getByRole('button', { name: 'Reset Password' }).click()
      await hers.waitForURL(/password-reset/)
      await hers.getByRole('link', { name: 'Log in', exact: true }).first().click()
      await hers.waitForURL(/admin-login/)
    }

    const logIn = async (chosen: string) => {
      await hers.goto('/admin-login')
      await hers.getByLabel('Email').fill(email)
      await hers.getByLabel('Password', { exact: true }).fill(chosen)
      await hers.getByRole('button', { name: 'Login', exact: true }).click()
    }

    const endSession = async () => {
      // an open page would notice, and lead to the login by itself
      await hers.goto('about:blank')
      await context.clearCookies()
    }

    await choose(/You’ve been invited/, first)
    await logIn(first)
    await hers.waitForURL(/admin-dashboard/)
    await hers.goto('/admin-dashboard/security')
    await hers.getByRole('button', { name: 'Set up' }).click()

    const setUp = dialog(hers, 'Set up authenticator app')
    const itsKey = (await setUp.locator('code').innerText()).replace(/\s/g, '')
    await setUp.getByLabel('Code', { exact: true }).fill(appCode(itsKey))
    await setUp.getByRole('button', { name: 'Turn on' }).click()
    await dialog(hers, 'Save your recovery codes')
      .getByRole('button', { name: 'I’ve saved them' })
      .click()
    await endSession()

    await logIn(first)

    await expect(hers.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expect(hers.getByText(/An owner can start a reset of your 2FA/)).toBeVisible()

    await expectAccessible(hers)
    await page.goto('/admin-dashboard/staff')
    await page.getByRole('row', { name: email }).getByRole('button', { name: 'Edda Sand' }).click()
    await page.getByRole('button', { name: 'Reset 2FA…' }).click()

    const ask = dialog(page, 'Reset 2FA for Edda Sand?')
    await ask.getByRole('button', { name: 'Reset 2FA' }).click()

    await expect(ask.getByText(/reason/i).first()).toBeVisible()

    await ask.getByLabel('Reason').fill('She is beside me now.')
    await ask.getByRole('button', { name: 'Reset 2FA' }).click()

    await expect(ask).toHaveCount(0)

    await waitForMail(page, email, /2FA is scheduled to be reset/)
    await waitForMail(page, 'ines@example.com', /Edda Sand’s 2FA/)
    await logIn(first)
    await hers.waitForURL(/admin-dashboard/)

    await endSession()
    await hers.goto('/admin-login')
    await hers.getByRole('link', { name: 'Forgot Password' }).click()
    await expect(hers.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
    await hers.getByLabel('Email').fill(email)
    await hers.getByRole('button', { name: 'Send Reset Password Link' }).click()
    await hers.waitForURL(/admin-login/)
    await choose(/Reset your password/, second)
    await logIn(first)

    await expect(hers.getByText('Wrong email or password.').first()).toBeVisible()

    await logIn(second)
    await hers.waitForURL(/admin-dashboard/)
    await context.close()
  },
)
