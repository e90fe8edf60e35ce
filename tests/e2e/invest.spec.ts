import { createMemberWithCash } from './support/cash.ts'
import { getErrorSummary } from './support/people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/sandbox.ts'

test('Available cash is invested after a review, in three pages from the overview.', async ({
  page,
}) => {
  await createMemberWithCash(page, 'Cassia', 2_500)
  await page.goto('/dashboard')
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances).toContainText('Gain $0.00 since')
  await expect(balances, 'no rate on the first day').not.toContainText('The percentage')
  await page.goto('/dashboard/crypto')

  await page.getByRole('radio', { name: /BASIC/ }).check()
  await page.getByRole('radio', { name: /Available cash/ }).check()
  await page.getByRole('textbox', { name: 'Amount' }).fill('900')
  await page.getByRole('button', { name: 'Review investment' }).click()
  await expect(
    getErrorSummary(
      page,
      'Please enter an amount between $1,000.00 and $10,000.00 for the BASIC plan.',
    ),
  ).toBeVisible()

  await page.getByRole('textbox', { name: 'Amount' }).fill('2,600')
  await page.getByRole('button', { name: 'Review investment' }).click()
  await expect(getErrorSummary(page, 'You have $2,500.00 in cash to invest.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Amount' }).fill('1,200')
  await page.reload()
  await expect(page.getByRole('radio', { name: /Available cash/ })).toBeChecked()
  await page.getByRole('button', { name: 'Review investment' }).click()

  const review = page.getByRole('dialog', { name: 'Review your investment' })
  await expect(review).toContainText('$1,300.00')
  await expect(review).toContainText('You can lose all the money you invest.')
  await expectAccessible(page)

  await review.getByLabel('When this investment matures').selectOption('reinvest_principal')
  await review.getByRole('button', { name: 'Invest $1,200.00' }).click()

  await expect(page).toHaveURL(/\/dashboard\/positions\/pos_/)
  await expect(page.getByRole('radio', { name: /Reinvest the principal/ })).toBeChecked()

  await page.getByRole('link', { name: 'Portfolio' }).click()
  await expect(page.getByRole('row', { name: /BASIC/ })).toContainText('1,200.00')

  await page.goto('/dashboard/crypto')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('radio', { name: /Available cash/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
