import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createEmailAddress, createMember, getErrorSummary, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
  waitForMail,
} from './support/sandbox.ts'

const NEXT_PASSWORD = 'orange kettle seven rivers'
const SAMPLE_BTC = 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'
const SAMPLE_ETH = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

const getMailedLink = (links: string[], path: string) => {
  const found = links.find((link) => link.includes(path))
  expect(found, `a link to ${path}`).toBeTruthy()
  return new URL(found ?? '').pathname
}

const everywhere = async (page: Page) => {
  await expectAccessible(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
}

test('A member changes name, phone and country by keyboard.', async ({ page }) => {
  test.setTimeout(120_000)
  await createMember(page, 'Petra')
  await page.goto('/dashboard/user-profile')

  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

  await everywhere(page)
  await page.getByRole('button', { name: 'Edit name' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'First name' }).fill('')
  await page.keyboard.press('Enter')

  await expect(getErrorSummary(page, 'Enter a first name')).toBeVisible()

  await page.getByRole('textbox', { name: 'First name' }).fill('Petronella')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Profile saved.')).toBeVisible()
  await expect(page.getByText('Petronella', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Edit phone and country' }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE')

  await expect(page.getByText('If you move to Germany')).toBeVisible()

  await page.getByRole('textbox', { name: 'Phone number' }).fill('12')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(getErrorSummary(page, /valid phone number/)).toBeVisible()

  await page.getByRole('textbox', { name: 'Phone number' }).fill('030 901820')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('+4930901820')).toBeVisible()
})

test('A second tab shows that the profile changed, retains its input and can save it.', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await createMember(page, 'Tova')
  await page.goto('/dashboard/user-profile')
  await page.getByRole('button', { name: 'Edit name' }).click()

  const { data } = await (await page.request.get('/api/user/profile')).json()
  const save = (version: number) =>
    context.request.patch('/api/user/profile', { data: { version, last_name: 'Elsewhere' } })
  expect((await save(data.version)).ok()).toBe(true)
  expect((await save(data.version)).status(), 'the server refuses an old version').toBe(409)
})

test(
  'A new email address is confirmed, and the previous address can undo the change.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)

    const old = await createMember(page, 'Ebba')
    const newEmail = createEmailAddress('ebba.new')

    await page.goto('/dashboard/user-profile')
    await page.getByRole('button', { name: 'Edit email address' }).click()
    await page.getByLabel('New email address').fill(newEmail)
    await page.getByRole('textbox', { name: 'Your password' }).fill('not this one')
    await page.getByRole('button', { name: 'Send confirmation link' }).click()

    await expect(getErrorSummary(page, 'Wrong password.')).toBeVisible()

    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Send confirmation link' }).click()

    await expect(page.getByText('Email change pending')).toBeVisible()

    const confirm = await waitForMail(page, newEmail, /Confirm your new/)
    await page.goto(getMailedLink(confirm.links, '/confirm-email/'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm email' }).click()

    await expect(page).toHaveURL(/user-profile/)
    await expect(page.getByText(newEmail).first()).toBeVisible()
    await expect(page.getByText('Withdrawals are paused', { exact: true })).toBeVisible()

    const changeMail = await waitForMail(page, old, /email address was changed/)
    await page.goto(getMailedLink(changeMail.links, '/not-me/'))
    await everywhere(page)
    await page.getByRole('button', { name: 'Lock my account' }).click()

    await expect(page.getByText('Your previous email address is restored')).toBeVisible()

    await page.goto('/dashboard/user-profile')
    await expect(page, 'every session has ended').toHaveURL(/\/login/)

    await waitForMail(page, old, /Your account is locked/)
  },
)

test('Withdrawal addresses are validated, saved and removed except the last one.', async ({
  page,
}) => {
  test.setTimeout(120_000)

  const email = await createMember(page, 'Wilma')
  await page.goto('/dashboard/update-wallet')
  await page.getByRole('textbox', { name: 'Bitcoin address' }).fill(SAMPLE_ETH)
  await page.getByRole('button', { name: 'Save addresses' }).click()

  await expect(
    getErrorSummary(page, /Ethereum address\. Please enter a Bitcoin address/),
  ).toBeVisible()

  await page.getByRole('textbox', { name: 'Bitcoin address' }).fill(`${SAMPLE_BTC.slice(0, -1)}z`)
  await page.getByRole('button', { name: 'Save addresses' }).click()

  await expect(getErrorSummary(page, /checksum is wrong/)).toBeVisible()

  await page.getByRole('textbox', { name: 'Bitcoin address' }).fill(SAMPLE_BTC)
  await page.getByRole('textbox', { name: 'Ethereum address' }).fill(SAMPLE_ETH)
  await page.getByRole('button', { name: 'Save addresses' }).click()

  await expect(page.getByText('Wallet address saved successfully')).toBeVisible()

  await everywhere(page)
  await page.getByRole('button', { name: 'Remove Ethereum address' }).click()

  await expect(page.getByRole('button', { name: /^Remove \w+ address/ })).toHaveCount(0)

  await waitForMail(page, email, /withdrawal addresses were changed/)
})

test(
  'A password change shows its strength, follows the contract and notifies the member.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)

    const email = await createMember(page, 'Alva')
    await page.goto('/dashboard/update-password')
    await page.getByLabel('New password', { exact: true }).fill('qwerty123456')

    await expect(page.getByText('Too common')).toBeVisible()

    await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
    await expect(page.getByText('Strong')).toBeVisible()

    await everywhere(page)
    await page.getByLabel('Old password').fill(PASSWORD)
    await page.getByLabel('Confirm new password').fill('something else entirely')
    await page.getByRole('button', { name: 'Change password' }).click()

    await expect(
      getErrorSummary(page, 'New password and confirm password do not match'),
    ).toBeVisible()

    await page.getByLabel('Confirm new password').fill(NEXT_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()

    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()
    await page.reload()
    await expect(page.getByText(/^aev_/), 'the reference').toBeVisible()
    await everywhere(page)
    expect(
      getMailedLink((await waitForMail(page, email, /password was changed/)).links, '/not-me/'),
    ).toContain('/not-me/')
  },
)

test(
  'Notifications appear without a reload, are marked read, and only some can be muted.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await createMember(page, 'Nora')
    await page.goto('/dashboard/notifications')

    await expect(page.getByText('No notifications yet.')).toBeVisible()

    await page.request.put('/api/wallets', { data: { ethereum: SAMPLE_ETH } })
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
    await expect(page.getByText('Your withdrawal addresses were changed')).toBeVisible()

    await everywhere(page)
    await page.getByRole('button', { name: 'Mark all as read' }).click()

    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

    await test.step('The list is filtered, and leaving it marks what was displayed as read.', async () => {
      const list = page.getByRole('region', { name: 'Recent notifications' })
      await list.getByLabel('Show').selectOption('Money')
      await expect(list.getByText('No notifications here.')).toBeVisible()
      await list.getByLabel('Show').selectOption('Security')
      await expect(list.getByText('Your withdrawal addresses were changed')).toBeVisible()
      await list.getByLabel('Show').selectOption('All notifications')

      await page.request.put('/api/wallets', { data: { bitcoin: SAMPLE_BTC } })
      await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
      await expect(list.getByText('New', { exact: true })).toBeVisible()

      await page.getByRole('link', { name: 'Back to dashboard' }).click()
      await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
      await page.goto('/dashboard/notifications')
    })

    const account = page.getByRole('group', { name: 'Account' })
    await account.getByLabel('Email').click()

    await expect(account.getByLabel('Email')).not.toBeChecked()
    await expect(page.getByRole('group', { name: 'Security' }).getByLabel('Email')).toBeDisabled()

    const forced = await page.request.put('/api/notifications/choices', {
      data: { choices: [{ kind: 'security', channel: 'mail', enabled: false }] },
    })
    expect(forced.status(), 'the server refuses what the browser doesn’t allow').toBe(422)
    expect((await forced.json()).errors[0].field).toBe('security.mail')
  },
)

test('A member downloads a data export and closes the account.', async ({ page }) => {
  test.setTimeout(120_000)

  const email = await createMember(page, 'Freja')
  await page.goto('/dashboard/user-profile')
  await page.getByRole('button', { name: 'Request my data' }).click()
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Request data' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click({ timeout: 30_000 })

  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(JSON.parse(file).profile.email).toBe(email)

  await waitForMail(page, email, /Your data export is ready/)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await everywhere(page)
  await page.getByRole('textbox', { name: 'Type CLOSE MY ACCOUNT' }).fill('yes')
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Close my account permanently' }).click()

  await expect(getErrorSummary(page, 'Please type CLOSE MY ACCOUNT to confirm.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Type CLOSE MY ACCOUNT' }).fill('CLOSE MY ACCOUNT')
  await page.getByRole('button', { name: 'Close my account permanently' }).click()

  await expect(page).toHaveURL(/\/account-closed\?reference=aev_/)
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^aev_/), 'the reference').toBeVisible()

  await waitForMail(page, email, /Your account is closed/)
  await page.goto('/dashboard')

  await expect(page).toHaveURL(/\/login/)
})

test('An account with money shows why it can’t be closed, and the server rejects it.', async ({
  page,
}) => {
  await signIn(page, 'maya@example.com')
  await page.goto('/dashboard/user-profile')

  await expect(page.getByText('You can’t close your account yet:')).toBeVisible()

  const refused = await page.request.post('/api/user/closing', {
    data: { password: 'open-books-2026', confirmation: 'CLOSE MY ACCOUNT' },
  })
  expect(refused.status()).toBe(409)
})
