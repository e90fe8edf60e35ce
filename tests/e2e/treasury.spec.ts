import type { Browser, Page } from '@playwright/test'
import { approveProposal } from './support/approvals.ts'
import { createMember } from './support/people.ts'
import { DEEP_ONLY, expect, expectAccessible, logInAdmin, test } from './support/sandbox.ts'

const TREASURY = '/admin-dashboard/treasury'

/** Opens a browser of its own for a staff member. */
async function openAsAdmin(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAdmin(page, email)
  return page
}

async function openEntry(page: Page, label: string) {
  await page.getByRole('button', { name: 'New entry' }).click()
  await page.getByRole('menuitem', { name: `${label}…` }).click()
  return page.getByRole('dialog', { name: label })
}

test(
  'A payment without a deposit is recorded, then credited to the member it belongs to.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    const email = await createMember(page, 'Tilda')
    const staff = await openAsAdmin(browser, 'ines@example.com')
    await staff.goto(TREASURY)

    const entry = await openEntry(staff, 'Record unmatched payment')
    await entry.getByLabel('Amount, USD').fill('312.50')
    await entry.getByRole('button', { name: 'Continue' }).click()
    await expect(entry.getByRole('alert').first(), 'it names the field left out').toContainText(
      /reason/i,
    )
    await expect(entry.getByLabel('Amount, USD')).toHaveValue('312.50')

    await entry
      .getByLabel('Reason')
      .fill('Bank transfer without a reference, statement 7 of 23 Nov.')
    await entry.getByRole('button', { name: 'Continue' }).click()
    await expect(entry).toBeHidden()

    const match = staff.getByRole('button', { name: 'Match 312.50 USD to a member' })
    await match.click()
    const matching = staff.getByRole('dialog', { name: 'Match to a member' })
    await expectAccessible(staff)
    await matching.getByLabel('Find the member').fill(email)
    await expect(matching.getByRole('option', { name: new RegExp(email) })).toHaveCount(1)
    await matching.getByLabel('Member', { exact: true }).selectOption({ index: 1 })
    await matching.getByLabel('Reason').fill('The member sent the transfer slip by email.')
    await matching.getByRole('button', { name: 'Continue' }).click()

    await expect(matching).toBeHidden()
    await expect(match).toHaveCount(0)

    await page.goto('/dashboard')
    await expect(page.getByLabel('Balances')).toContainText('$312.50')
    await staff.context().close()
  },
)

test('Capital is recorded by one admin and approved by another.', async ({ browser }) => {
  const finance = await openAsAdmin(browser, 'ines@example.com')
  await finance.goto(TREASURY)
  const entry = await openEntry(finance, 'Record capital contribution')
  await entry.getByLabel('Amount, USD').fill('1,000.00')
  await entry.getByLabel('Reason').fill('Contribution of the owner, bank statement 8.')
  await entry.getByRole('button', { name: 'Continue' }).click()
  await finance.waitForURL(/approvals\?open=prp_/)

  const owner = await openAsAdmin(browser, 'ruth@example.com')
  await owner.goto(finance.url())
  await approveProposal(owner)
  await owner.goto(TREASURY)
  await expect(owner.getByRole('row', { name: /1,000\.00 USD/ }).first()).toBeVisible()

  await finance.context().close()
  await owner.context().close()
})

test(
  'Each entry of the treasury opens with its fields, and every dialog is accessible.',
  DEEP_ONLY,
  async ({ page }) => {
    await logInAdmin(page, 'ines@example.com')
    await page.goto(TREASURY)
    await page.getByRole('button', { name: 'New entry' }).click()
    const labels = await page.getByRole('menuitem').allTextContents()
    expect(labels).toHaveLength(11)
    await page.keyboard.press('Escape')

    for (const label of labels) {
      const entry = await openEntry(page, label.replace('…', ''))
      await expect(entry.getByLabel(/^Amount/).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(entry).toBeHidden()
    }

    await openEntry(page, 'Convert crypto')
    await expectAccessible(page)
  },
)
