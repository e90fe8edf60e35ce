import { approveProposal } from './support/approvals.ts'
import { createMember } from './support/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const BRITON = { country: 'GB', phoneNumber: '+44 20 7946 0018' }

test('A member of a country with rules sees each step, does it, and waits for the cooling-off.', async ({
  page,
}) => {
  test.slow()
  await createMember(page, 'Edith', 'Marlow', BRITON)
  await page.goto('/dashboard')
  await expect(page.getByText('5 steps left before you deposit')).toBeVisible()

  for (const path of ['/dashboard/deposit', '/dashboard/crypto']) {
    await page.goto(path)
    await expect(page.getByText(/^Sample Don't invest unless you're prepared/)).toBeVisible()
  }
  await page.getByLabel('Amount').fill('1500')
  await page.getByRole('link', { name: 'Take 2 mins to learn more' }).click()
  await expect(page).toHaveURL(/\/legal\/risk-disclosure#summary$/)
  await expect(page.locator('#summary')).toBeInViewport()
  await page.goBack()
  await expect(page.getByLabel('Amount')).toHaveValue('1,500.00')
  await page.getByRole('radio', { name: /BASIC/ }).check()
  await page.getByRole('radio', { name: /USDT/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const step = page.getByRole('alert').getByText('Verify your identity (basic)')
  await expect(step, 'each step is named once').toHaveCount(1)
  await expect(page.getByLabel('Amount')).toHaveValue('1,500.00')
  await expectAccessible(page)

  await page.goto('/dashboard/eligibility')
  await expect(page.getByText('These are sample rules.').first()).toBeVisible()
  for (const id of ['warning', 'your-category', 'questions'])
    await expect(page.locator(`#${id}`).getByText('Sample', { exact: true })).toBeVisible()
  const panels = page.locator('#warning, #cooling-off, #your-category, #questions')
  expect(await panels.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'warning',
    'cooling-off',
    'your-category',
    'questions',
  ])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Confirm warning' }).click()
  await expect(page.getByText('Please confirm that you have read').first()).toBeVisible()
  await page.getByLabel('I have read this warning').check()
  await page.getByRole('button', { name: 'Confirm warning' }).click()
  await expect(page.locator('#warning')).toContainText('Confirmed')

  await page.getByRole('radio', { name: /^Restricted investor/ }).check()
  await page.getByLabel(/My net assets/).fill('50000')
  await page.getByRole('button', { name: 'Save declaration' }).click()
  await expect(page.getByRole('alert')).toContainText('investments: Please tick this')
  await expect(page.getByLabel(/My net assets/)).toHaveValue('50,000.00')
  for (const box of await page.locator('#your-category').getByRole('checkbox').all())
    await box.check()
  await page.getByRole('button', { name: 'Save declaration' }).click()
  await expect(page.locator('#your-category')).toContainText('Your declaration counts until')

  const questions = page.locator('#questions')
  await questions.getByRole('button', { name: 'Submit answers' }).click()
  await expect(
    questions.getByRole('link', {
      name: 'What does a target return say? Please choose an answer.',
    }),
    'each message names its question',
  ).toBeVisible()
  const groups = questions.getByRole('group')
  for (const group of await groups.all()) await group.getByRole('radio').first().check()
  await questions.getByRole('button', { name: 'Submit answers' }).click()
  await expect(questions).toContainText('You can answer the questions again from')

  await page.getByRole('button', { name: 'Start cooling-off' }).click()
  await expect(page.locator('#cooling-off')).toContainText('Your cooling-off period ends on')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('Verification says what it is required for under the rules of the member’s country.', async ({
  page,
}) => {
  await createMember(page, 'Harold', 'Marlow', BRITON)
  await page.goto('/dashboard/verification')
  const levels = page.getByRole('region', { name: 'Your level' })
  await expect(levels).toContainText('It is required before you deposit, invest or withdraw.')
  await expect(levels).toContainText(
    'It is required before you withdraw or deposit $10,000.00 or more in total.',
  )
  await expect(page.getByText('can be required')).toHaveCount(0)
  await expectAccessible(page)
})

test('Withdraw says which step is left, and promises nothing before it.', async ({ page }) => {
  await createMember(page, 'Maud', 'Marlow', BRITON)
  await page.goto('/dashboard/withdraw')
  await expect(page.getByText('Verify your identity (full) before you withdraw.')).toBeVisible()
  const panel = page.getByRole('region', { name: 'How withdrawals work' })
  await expect(panel).toContainText('Complete the steps above. Then you can withdraw')
  await expect(panel).not.toContainText('You can withdraw your balance at any time.')
  await expectAccessible(page)
})

test('An owner proposes a new version from a sample, which another admin puts into force.', async ({
  page,
  browser,
}) => {
  test.slow()
  await logInAdmin(page, 'ruth@example.com')
  await page.goto('/admin-dashboard/settings')
  await page.getByRole('link', { name: 'Eligibility rules' }).click()
  await expect(page.getByRole('heading', { name: 'Eligibility rules' })).toBeVisible()
  await expectAccessible(page)

  const row = page.getByRole('row').filter({ hasText: 'United States' }).first()
  await row.locator('[data-row-action]').click()
  const drawer = page.getByRole('dialog', { name: 'United States, version 1' })
  await expect(drawer).toContainText('Accredited investor')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Use this sample' }).click()

  const dialog = page.getByRole('dialog', { name: 'Propose eligibility rules' })
  const field = dialog.getByLabel('Rules as JSON')
  const rules = JSON.parse(await field.inputValue())
  await field.fill(JSON.stringify({ ...rules, countries: ['XX'] }))
  await dialog.getByRole('button', { name: 'Propose rules' }).click()
  await expect(dialog.getByText(/countries\.0: no country/).first()).toBeVisible()
  await field.fill(
    JSON.stringify({ ...rules, key: 'e2e-rules', name: 'Test rules', countries: [] }),
  )
  await dialog.getByRole('button', { name: 'Propose rules' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Test rules' })).toContainText(
    'Waiting for approval',
  )

  const second = await (await browser.newContext()).newPage()
  await logInAdmin(second, 'ines@example.com')
  await second.goto('/admin-dashboard/approvals')
  const proposed = second.getByRole('row').filter({ hasText: 'Eligibility rules' }).first()
  await proposed.locator('[data-row-action]').click()
  await expect(second.getByRole('dialog', { name: 'Proposal' })).toContainText(
    'Test rules, version 1',
  )
  const link = second.getByRole('dialog').getByRole('link', { name: 'Test rules, version 1' })
  await second.goto(String(await link.getAttribute('href')))
  const opened = second.getByRole('dialog', { name: 'Test rules, version 1' })
  await expect(opened).toContainText('passport')
  await expect(opened).toContainText('Waiting for approval')
  await second.goBack()
  await approveProposal(second)

  await expect(page.getByRole('row').filter({ hasText: 'Test rules' })).toContainText('In force')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await second.context().close()
})
