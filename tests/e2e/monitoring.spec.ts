import { approveProposal } from './support/approvals.ts'
import { complete, fileInput, quote } from './support/deposit.ts'
import { createMember, picture } from './support/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

test('A deposit over the limit that an owner sets waits for two admins, and its member reads no reason.', async ({
  page,
  browser,
}) => {
  test.slow()
  const owner = await (await browser.newContext()).newPage()
  await logInAdmin(owner, 'ruth@example.com')
  await owner.goto('/admin-dashboard/settings')
  await owner.getByRole('button', { name: 'Edit transaction monitoring' }).click()
  await owner.getByLabel('Large sum from').fill('3000000')
  await owner.getByLabel('Sum over, days').fill('0')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('enter at least 1 day').first()).toBeVisible()
  await owner.getByLabel('Sum over, days').fill('30')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('$3,000,000.00 in 30 days')).toBeVisible()

  await createMember(page, 'Magnus')
  const id = await quote(page, { plan: 'PLATINUM', amount: '3000000' })
  await fileInput(page).setInputFiles(await picture())
  await complete(page).click()
  await page.waitForURL(/deposit-submitted/)

  const staff = await (await browser.newContext()).newPage()
  await logInAdmin(staff, 'ines@example.com')
  await staff.getByRole('link', { name: /^Compliance/ }).click()
  await staff.getByRole('link', { name: 'Transaction monitoring', exact: true }).click()
  const row = staff.getByRole('row').filter({ hasText: 'Magnus Walker' }).first()
  await expect(row).toContainText('Large sum', { timeout: 30_000 })
  await expectAccessible(staff)

  await page.goto(`/dashboard/deposit-details?id=${id}`)
  await expect(page.getByText('We review this deposit')).toBeVisible()
  await expect(page.getByText(/sum|limit|monitoring|suspicious/i)).toHaveCount(0)

  await row.locator('[data-row-action]').click()
  const drawer = staff.getByRole('dialog', { name: 'Large sum: Magnus Walker' })
  await expect(drawer).toContainText('$3,000,000.00 of deposits in 30 days')
  await drawer.getByLabel('New note').fill('Asked for the contract of sale.')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(drawer.getByText('Ines Carvalho,')).toBeVisible()
  await expectAccessible(staff)
  await staff.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(staff)

  const download = staff.waitForEvent('download')
  await drawer.getByRole('link', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^monitoring-case-mon_\w+\.pdf$/)

  await drawer.getByRole('button', { name: 'Clear transaction…' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Clear this transaction of Magnus Walker?' })
  await dialog.getByRole('button', { name: 'Propose clearance' }).click()
  await expect(staff.getByText('Please give a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('The sale of a flat, by the contract.')
  await dialog.getByRole('button', { name: 'Propose clearance' }).click()
  await expect(drawer).toContainText('clearance proposed by Ines Carvalho')

  await owner.goto('/admin-dashboard/approvals')
  const proposed = owner.getByRole('row').filter({ hasText: 'Clearing of a transaction' }).first()
  await proposed.locator('[data-row-action]').click()
  await expect(owner.getByRole('dialog', { name: 'Proposal' })).toContainText(
    'The sale of a flat, by the contract.',
  )
  await approveProposal(owner)

  await expect(drawer).toContainText('Cleared, proposed by Ines Carvalho')
  await staff.context().close()
  await owner.context().close()
})
