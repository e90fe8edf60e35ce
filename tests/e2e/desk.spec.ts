import type { Browser, Page } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import { createMember } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
  waitForMail,
} from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'
const BASIC = { family: 'crypto', plan: 'BASIC', method: 'USDT' }

async function openAs(browser: Browser, email: string, password?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAdmin(page, email, password)
  return page
}

async function expectFit(page: Page) {
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('A message is answered from its thread, and the answer reaches its writer by email.', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Nadia Visitor')
  await page.getByLabel('Email').fill('nadia.reply@example.com')
  await page.getByLabel('Subject').fill('How is a loss shown?')
  await page.getByLabel('Message').fill('I read the statement twice.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/Your reference is M-\d+\./)).toBeVisible()
  await waitForMail(page, 'nadia.reply@example.com', /We’ve got your message \(M-\d+\)/)

  await logInAdmin(page, 'ruth@example.com')
  await page.goto(`${ADMIN}/messages?state=open`)
  await page.getByRole('button', { name: /Nadia Visitor: How is a loss shown/ }).click()

  const drawer = page.getByRole('dialog', { name: 'How is a loss shown?' })
  await expect(drawer.getByText('No member has this address')).toBeVisible()
  await drawer.getByLabel('Your reply').fill('As plainly as a gain.\n\nSee the last line.')
  await expectFit(page)
  await drawer.getByRole('button', { name: 'Send reply' }).click()

  await expect(drawer.getByText('Answered', { exact: true })).toBeVisible()
  await expect(drawer.getByText('As plainly as a gain.')).toBeVisible()
  await expect(drawer.getByLabel('Your reply')).toHaveValue('')

  const mail = await waitForMail(page, 'nadia.reply@example.com', /^.*Re: How is a loss shown/)
  expect(mail.text).toContain('See the last line.')
  expect(mail.text).toContain('I read the statement twice.')
})

test(
  'A second person sees who works on a deposit, and can still decide.',
  DEEP_ONLY,
  async ({ page, request, browser }) => {
    const tomas = await signInOverHttp(request, 'tomas@example.com')
    await tomas.deposit({ ...BASIC, amount: '1733', colour: '#733' })

    await logInAdmin(page, 'ruth@example.com')
    await page.goto(`${ADMIN}/alltransaction?q=1733`)
    const openRow = (by: Page) =>
      by
        .getByRole('button', { name: /Tomas Vrba/ })
        .first()
        .click()
    const drawer = (by: Page) => by.getByRole('dialog', { name: 'Deposit' })
    await openRow(page)
    await drawer(page).getByRole('button', { name: 'Assign to me' }).click()
    await expect(drawer(page).getByText(/^You, since/)).toBeVisible()
    await expectFit(page)

    const ines = await openAs(browser, 'ines@example.com')
    await ines.goto(`${ADMIN}/alltransaction?q=1733`)
    await expect(ines.getByText('Assigned to Ruth Tanaka')).toBeVisible()
    await openRow(ines)
    await expect(drawer(ines).getByText('Ruth Tanaka is working on this.')).toBeVisible()
    await expect(drawer(ines).getByRole('button', { name: /^Confirm \$1,733/ })).toBeEnabled()

    await drawer(ines).getByLabel('Note').fill('The bank confirmed it by phone.')
    await drawer(ines).getByRole('button', { name: 'Save note' }).click()
    await expect(drawer(page).getByText('The bank confirmed it by phone.')).toBeVisible()
    await ines.context().close()

    await drawer(page).getByRole('button', { name: 'Release' }).click()
    await expect(drawer(page).getByText('Unassigned')).toBeVisible()
  },
)

test(
  'A task is on the dashboard of its assignee until it is done.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    await createMember(page, 'Tessa')
    await logInAdmin(page, 'ruth@example.com')
    await page.goto(`${ADMIN}/alluser?q=tessa`)
    await page
      .getByRole('link', { name: /Manage user.*Tessa/ })
      .first()
      .click()

    const notes = page.getByRole('region', { name: 'Notes and tasks' })
    await notes.getByLabel('Note').fill('Call back about the address.')
    await notes.getByLabel('Task for').selectOption({ label: 'Ines Carvalho' })
    await notes.getByLabel('Due date').fill('2026-01-02')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByText('Overdue')).toBeVisible()
    await expectFit(page)

    const ines = await openAs(browser, 'ines@example.com')
    await ines.goto(ADMIN)
    const tasks = ines.getByRole('region', { name: 'My tasks' })
    await expect(tasks.getByText('Call back about the address.')).toBeVisible()
    await expectFit(ines)
    await tasks.getByRole('button', { name: 'Mark as done' }).first().click()
    await expect(tasks).toBeHidden()
    await ines.context().close()
  },
)

test(
  'The palette opens the suspension of a member and the pause of withdrawals.',
  DEEP_ONLY,
  async ({ page }) => {
    await logInAdmin(page, 'ruth@example.com')
    await page.goto(ADMIN)
    const choose = async (typed: string, command: RegExp) => {
      const finder = page.getByRole('dialog', { name: 'Find or do something' })
      // a dialog that is still closing takes the keys
      await expect(async () => {
        await page.keyboard.press('Control+k')
        await expect(finder).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await finder.getByRole('combobox').fill(typed)
      await finder.getByRole('option', { name: command }).click()
    }

    await choose('suspend maya', /^Suspend Maya Lindqvist…/)
    await expect(page.getByRole('dialog', { name: 'Suspend Maya Lindqvist?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Suspend Maya Lindqvist?' })).toBeHidden()

    await choose('pause withdr', /^Pause or resume withdrawals…/)
    await expect(page.getByRole('dialog', { name: 'Pause withdrawals?' })).toBeVisible()
    await page.keyboard.press('Escape')

    await choose('record income crypto basic', /^Record income for BASIC, crypto…/i)
    await expect(page.getByRole('heading', { level: 1, name: /income/i })).toBeVisible()
  },
)

test(
  'Staff change their own password and choose the emails about work.',
  DEEP_ONLY,
  async ({ page }) => {
    await logInAdmin(page, 'ruth@example.com')
    await page.goto(`${ADMIN}/security`)
    const password = page.getByRole('region', { name: 'Password', exact: true })
    await password.getByLabel('Old password').fill('not this one')
    await password.getByLabel('New password', { exact: true }).fill('orange kettle seven rivers')
    await expect(password.getByText('Strong')).toBeVisible()
    await password.getByLabel('Confirm new password').fill('orange kettle seven rivers')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByRole('alert')).toBeVisible()
    await expectFit(page)

    await page.goto(`${ADMIN}/notifications`)
    await page.getByLabel('New deposits').selectOption({ label: 'Daily summary, 06:00 UTC' })
    await expect(page.getByText('Notification settings saved')).toBeVisible()
    await expectFit(page)
    await page.reload()
    await expect(page.getByLabel('New deposits')).toHaveValue('daily')
  },
)
