import { getErrorSummary } from './support/people.ts'
import { expect, expectAccessible, signIn, test } from './support/sandbox.ts'

const STATEMENT = 'I have read the terms of use and agree to them.'

/** The layout's data for a member who agreed to an older text: one statement is missing. */
function withOneMissing(text: string): string {
  const sent = JSON.parse(text) as unknown[]
  const at = sent.indexOf('missing') + 1
  expect(sent[at], 'nothing is missing of this member').toEqual([])

  const pairs = ['document', 'terms', 'path', '/legal/terms', 'statement', STATEMENT]
  const first = sent.length + 1
  const statement = Object.fromEntries(
    [0, 2, 4].map((pair) => [`_${first + pair}`, first + pair + 1]),
  )

  sent[at] = [sent.length]

  return `${JSON.stringify([...sent, statement, ...pairs])}\n`
}

test('A consent request leaves reading possible, rejects an empty form and accepts a tick.', async ({
  page,
}) => {
  await signIn(page, 'tomas@example.com')
  await page.goto('/dashboard')
  await page.route(
    '**/*.data?*',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: withOneMissing(await response.text()) })
    },
    { times: 1 },
  )

  await page.getByRole('link', { name: 'Deposits history' }).click()
  await expect(
    page.getByRole('heading', { name: 'Our terms have changed', level: 1 }),
  ).toBeVisible()

  const box = page.getByRole('checkbox', { name: STATEMENT })
  await expect(box).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Read it' })).toHaveAttribute('href', '/legal/terms')

  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(getErrorSummary(page, /Tick every box/).first()).toBeVisible()

  await expectAccessible(page)
  await page.getByRole('button', { name: 'Not now' }).click()

  await expect(page.getByRole('heading', { name: 'Deposits history' })).toBeVisible()
  await expect(page.getByText('To deposit, accept the new terms.')).toBeVisible()

  await page.getByRole('button', { name: 'Review terms' }).click()
  await box.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'I agree' }).press('Enter')

  await expect(page.getByRole('heading', { name: 'Deposits history' })).toBeVisible()
  await expect(page.getByText('Our terms have changed')).toHaveCount(0)
})
