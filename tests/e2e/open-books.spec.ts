import { expect, expectAccessible, expectNoSidewaysScroll, logIn, test } from './support/sandbox.ts'

test('A member’s browser finds the own balance in the published total, and remembers the log.', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'maya@example.com')
  await page.goto('/dashboard/verify')
  await page.getByRole('button', { name: 'Run the check' }).click()
  await expect(
    page.getByText(/Your balance of \$[\d,.]+ is included in the published total/),
  ).toBeVisible()
  await page.getByText('How this was checked').click()
  await expect(page.getByText('this browser remembers them for your next check')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect(page.getByText(/which begin with those of your last check/)).toBeAttached()
})

test('The open books show the log, and its files can be read.', async ({ page, request }) => {
  await page.goto('/transparency')
  await expect(page.getByText('Proof of liabilities.')).toBeVisible()
  const checkpoint = await request.get('/open-books/log/checkpoint')
  expect(checkpoint.status()).toBe(200)
  expect(await checkpoint.text()).toContain('/open-books/log\n')
  await expectAccessible(page)
})
