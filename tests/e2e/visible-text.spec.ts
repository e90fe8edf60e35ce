import type { Page } from '@playwright/test'
import { createMember, focusByTab, getErrorSummary } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'

/** Sends a visitor's message by the form of the page. */
async function write(page: Page, subject: string) {
  const form = await (await page.request.get('/contact')).text()
  const shown = /name="shown"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''

  const message = {
    kind: 'contact',
    name: 'Nadia Visitor',
    email: 'nadia@example.com',
    subject,
    shown,
  }

  const sent = await page.request.post('/api/enquiries', {
    multipart: { ...message, message: 'How long does a withdrawal take?', website: '' },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
}

test(
  'A visitor’s message is open on the overview until staff answer it by keyboard.',
  DEEP_ONLY,
  async ({ page }) => {
    await write(page, 'A question of mine')
    await logInAdmin(page, 'ines@example.com')
    await focusByTab(page, page.getByRole('main').getByRole('link', { name: 'Messages' }))
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(/messages\?state=open/)

    const row = page.getByRole('button', { name: /Nadia Visitor: A question of mine/ })
    await focusByTab(page, row)
    await page.keyboard.press('Enter')

    const drawer = page.getByRole('dialog', { name: 'A question of mine' })
    await expect(drawer.getByText('How long does a withdrawal take?')).toBeVisible()
    await expect(drawer.getByText('Read', { exact: true })).toBeVisible()

    await drawer.getByLabel('Assigned to').selectOption({ label: 'Ines Carvalho (you)' })
    await focusByTab(page, drawer.getByRole('button', { name: 'Mark as answered' }))
    await page.keyboard.press('Enter')

    await expect(drawer.getByText('Answered', { exact: true })).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(row).toBeHidden()

    await page.goto(`${ADMIN}/messages?state=answered`)
    await expect(row).toBeVisible()
  },
)

const TESTIMONIAL = 'I could check my balance myself, and that is what I wanted.'

test(
  'A testimonial is published with consent and removed everywhere on withdrawal.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    await createMember(page, 'Thea')
    await page.goto('/dashboard/user-profile')

    const panel = page.getByRole('region', { name: 'Your testimonial' })
    await focusByTab(page, panel.getByRole('button', { name: 'Write a testimonial' }))
    await page.keyboard.press('Enter')
    await panel
      .getByRole('textbox', { name: 'Testimonial' })
      .fill('Profits here are guaranteed for all of us.')
    await panel.getByLabel('Display name').fill('Thea W.')
    await panel.getByRole('button', { name: 'Submit' }).click()

    await expect(getErrorSummary(page, /give your consent/)).toBeVisible()

    await panel.getByRole('checkbox', { name: /I wrote this testimonial myself/ }).check()
    await panel.getByRole('button', { name: 'Submit' }).click()

    await expect(getErrorSummary(page, /“guaranteed” reads like a promise/)).toBeVisible()

    await panel.getByRole('textbox', { name: 'Testimonial' }).fill(TESTIMONIAL)
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Submit' }).click()

    await expect(panel.getByText('Pending review')).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)

    const staff = await (await browser.newContext()).newPage()
    await logInAdmin(staff, 'ruth@example.com')
    await staff.goto(`${ADMIN}/testimonials`)
    await staff.getByRole('button', { name: 'Thea W.' }).click()

    const drawer = staff.getByRole('dialog', { name: 'Thea W.' })
    await expect(drawer.getByText(/agree to its publication/)).toBeVisible()

    await drawer.getByRole('button', { name: 'Publish' }).click()
    await expect(panel.getByText('Published')).toBeVisible()

    const home = async () => await (await page.request.get('/')).text()
    expect(await home()).toContain(TESTIMONIAL)

    await panel.getByRole('button', { name: 'Withdraw…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()

    await expect(panel.getByRole('button', { name: 'Write a testimonial' })).toBeVisible()
    expect(await home()).not.toContain(TESTIMONIAL)
    await expect(drawer.getByText('Consent withdrawn')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Publish' })).toHaveCount(0)

    await staff.context().close()
  },
)
