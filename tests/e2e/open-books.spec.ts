import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectNoSidewaysScroll, logIn, test } from './support/sandbox.ts'

/** Runs the script as a member does; it throws unless it ends with 0. */
const checkOffline = (args: string[]) =>
  execFileSync(process.execPath, ['scripts/verify-proof.mjs', ...args], { encoding: 'utf8' })

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
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof', exact: true }).click(),
  ])
  const path = await file.path()
  const { vkeys, email, amounts } = JSON.parse(readFileSync(path, 'utf8'))
  const invested = (Number(amounts.invested) / 100).toFixed(2)
  const own = ['--key', vkeys[0], '--email', email, '--invested', invested]
  expect(checkOffline([path, ...own])).toMatch(/^Your balance of .* is included/)

  await page.getByText('How this was checked').click()
  await expect(page.getByText('this browser remembers them for your next check')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Run it again' }).click()
  await expect(page.getByText(/which begin with those of your last check/)).toBeAttached()
})

test('A member downloads the proof of an entry, and the offline check accepts it.', async ({
  page,
}) => {
  test.slow()
  await logIn(page, 'maya@example.com')
  await page.goto('/dashboard/verify')
  await page.getByRole('button', { name: 'Run the check' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download proof of L-\d+$/ })
      .first()
      .click(),
  ])
  await expect(page.getByText(/The proof of L-\d+ is correct and downloaded/)).toBeVisible()

  const path = await file.path()
  const { vkeys } = JSON.parse(readFileSync(path, 'utf8'))
  expect(checkOffline([path, '--key', vkeys[0]])).toMatch(/^Entry L-\d+ is in the public log/)
})

test('The open books show the log, and its files can be read.', async ({ page, request }) => {
  await page.goto('/transparency')
  await expect(page.getByText('Proof of liabilities.')).toBeVisible()
  const checkpoint = await request.get('/open-books/log/checkpoint')
  expect(checkpoint.status()).toBe(200)
  expect(await checkpoint.text()).toContain('/open-books/log\n')
  await expectAccessible(page)
})
