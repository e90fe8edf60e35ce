import type { Page } from '@playwright/test'
import { expect } from './sandbox.ts'

/** Approves the proposal that is open in the approvals screen, as another admin than its proposer. */
export async function approveProposal(page: Page) {
  await page
    .getByRole('dialog', { name: 'Proposal' })
    .getByRole('button', { name: /^Approve/ })
    .click()
  await page
    .getByRole('dialog', { name: /^Approve / })
    .getByRole('button', { name: /^Approve/ })
    .click()

  await expect(page.getByText('Proposal approved').first()).toBeVisible()
}
