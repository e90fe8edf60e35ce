import { approveProposal } from './support/approvals.ts'
import { createMember } from './support/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

test('A member who resembles a listed person becomes a case, which two admins dismiss.', async ({
  page,
  browser,
}) => {
  test.slow()
  await createMember(page, 'Oleksiy', 'Petrenkov')

  const staff = await (await browser.newContext()).newPage()
  await logInAdmin(staff, 'ines@example.com')
  await staff.getByRole('link', { name: /^Compliance/ }).click()
  await staff.getByRole('link', { name: 'Screening', exact: true }).click()
  const row = staff.getByRole('row').filter({ hasText: 'Oleksiy Petrenkov' }).first()
  await expect(row).toBeVisible()
  await expect(row).toContainText('Open')
  await expectAccessible(staff)

  await row.locator('[data-row-action]').click()
  const drawer = staff.getByRole('dialog', { name: /Screening: Oleksiy Petrenkov/ })
  await expect(drawer).toContainText(/(SDN|consolidated|sanctions) list/)
  await expect(drawer).toContainText('Matched name')
  await expectAccessible(staff)
  await staff.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(staff)

  await drawer.getByRole('button', { name: 'False positive…' }).click()
  const dialog = staff.getByRole('dialog', { name: /Is Oleksiy Petrenkov a false positive/ })
  await dialog.getByRole('button', { name: 'Propose dismissal' }).click()
  await expect(staff.getByText('Please give a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('Another date of birth, by the passport.')
  await dialog.getByRole('button', { name: 'Propose dismissal' }).click()
  await expect(drawer).toContainText('Waiting for approval: dismissal proposed by Ines Carvalho')

  const owner = await (await browser.newContext()).newPage()
  await logInAdmin(owner, 'ruth@example.com')
  await owner.goto('/admin-dashboard/approvals')
  const proposed = owner.getByRole('row').filter({ hasText: 'Screening case dismissal' }).first()
  await proposed.locator('[data-row-action]').click()
  const proposal = owner.getByRole('dialog', { name: 'Proposal' })
  await expect(proposal).toContainText('Another date of birth, by the passport.')
  await expect(proposal.getByRole('link', { name: 'Oleksiy Petrenkov' })).toHaveAttribute(
    'href',
    /manage-user\/mem_/,
  )
  await expectAccessible(owner)
  await proposal.getByRole('link', { name: 'View screening case' }).click()
  await expect(owner.getByRole('dialog', { name: /Screening: Oleksiy/ })).toBeVisible()
  await owner.goBack()
  await approveProposal(owner)

  await expect(drawer).toContainText(
    'False positive, proposed by Ines Carvalho and approved by Ruth Tanaka',
  )
  await staff.context().close()
  await owner.context().close()
})
