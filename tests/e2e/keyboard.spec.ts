import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { createMemberWithCash } from './support/cash.ts'
import { signInOverHttp } from './support/main-job.ts'
import { createEmailAddress, fetchInside, focusByTab, PASSWORD } from './support/people.ts'
import { DEEP_ONLY, expect, expectAccessible, logInAdmin, test } from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'
const TOMAS = 'tomas@example.com'

test.beforeEach(() => test.setTimeout(150_000))

/** Moves to an element by Tab, and presses a key on it. */
async function press(page: Page, target: Locator, key = 'Enter') {
  await focusByTab(page, target)
  await page.keyboard.press(key)
}

/** Moves to a field by Tab, and types into it. */
async function typeInto(page: Page, field: Locator, text: string) {
  await focusByTab(page, field)
  await page.keyboard.type(text)
}

const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name }).first()
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name })

test(
  'A visitor gets from the home page by a plan to an account, by keyboard.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/')
    await expectAccessible(page)

    await press(page, page.getByRole('banner').getByRole('link', { name: 'Plans' }))
    await expect(page).toHaveURL('/plans')
    await expectAccessible(page)

    await press(page, page.getByRole('link', { name: 'Skip to content' }))
    await expect(page.getByRole('main')).toBeFocused()
    await press(page, link(page, /^View plan ?: BASIC/))
    await expect(page).toHaveURL(/\/plans\/./)
    await expectAccessible(page)

    await press(page, link(page, 'Create account to invest'))
    await expect(page).toHaveURL(/\/signup\?next=/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)

    const email = createEmailAddress('Vera')
    for (const [label, text] of [
      ['First Name', 'Vera'],
      ['Last Name', 'Visitor'],
      ['Email Address', email],
      ['Country', 'Sweden'],
      ['Phone Number', '+46 8 5555 0199'],
      ['Password', PASSWORD],
    ] as const)
      await typeInto(page, page.getByLabel(label, { exact: true }), text)
    for (const box of await page.getByRole('checkbox').all()) await press(page, box, 'Space')
    await press(page, button(page, 'Create Account'))

    await expect(page).toHaveURL(/\/verify/)
    await expectAccessible(page)
  },
)

test('A member invests from cash by keyboard.', DEEP_ONLY, async ({ page }) => {
  await createMemberWithCash(page, 'Kajsa', 2_500)
  await page.goto('/dashboard')
  await expectAccessible(page)

  await press(page, page.getByRole('link', { name: 'Our Packages' }))
  await expect(page.getByRole('heading', { name: 'Our Packages' })).toBeFocused()
  await expectAccessible(page)

  await press(page, link(page, 'Crypto Plans'))
  await press(page, page.getByRole('radio', { name: /BASIC/ }), 'Space')
  await typeInto(page, page.getByRole('textbox', { name: 'Amount' }), '1,000')
  // one tab stop for all methods; arrows choose among them
  await page.keyboard.press('Tab')
  const cash = page.getByRole('radio', { name: /Available cash/ })
  for (let presses = 0; presses < 4 && !(await cash.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown')
  await expect(cash).toBeFocused()
  await expect(cash).toBeChecked()
  await press(page, button(page, 'Review investment'))

  const review = page.getByRole('dialog', { name: 'Review your investment' })
  await expect(review).toContainText('$1,500.00')
  await expectAccessible(page)
  await press(page, button(review, 'Invest $1,000.00'))

  await expect(page).toHaveURL(/\/dashboard\/positions\/pos_/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(page)
})

test(
  'Finance confirms several deposits at once by keyboard.',
  DEEP_ONLY,
  async ({ page, request }) => {
    const tomas = await signInOverHttp(request, TOMAS)
    // amounts and proofs of its own, also on a retry
    const first = 2_700 + 2 * randomInt(40)
    for (const amount of [first, first + 1])
      await tomas.deposit({
        family: 'crypto',
        plan: 'BASIC',
        method: 'USDT',
        amount: String(amount),
        colour: `#${randomBytes(3).toString('hex')}`,
      })

    await logInAdmin(page, 'ines@example.com')
    await page.goto(`${ADMIN}/alltransaction?status=pending&min=${first}&max=${first + 1}`)
    await press(page, button(page, 'Select all that passed their checks'))
    await expect(page.getByText('2 of 2 on this page passed their checks.')).toBeVisible()
    await expectAccessible(page)
    await press(page, button(page, 'Confirm selected: 2…'))

    const review = page.getByRole('dialog', { name: 'Confirm 2 deposits?' })
    await expect(review.getByText('checks passed')).toHaveCount(2)
    await expectAccessible(page)
    await press(page, button(review, 'Confirm and post'))
    await expect(review.getByText('2 deposits confirmed.')).toBeVisible()

    await press(page, button(review, 'Close'))
    await expect(review).toBeHidden()
    await expect(page.getByText('No transactions found.')).toBeVisible()
  },
)

test('An owner approves another admin’s proposal by keyboard.', DEEP_ONLY, async ({ page }) => {
  await createMemberWithCash(page, 'Ottilie', 50)
  const { data: member } = await (await page.request.get('/api/user')).json()
  await logInAdmin(page, 'ines@example.com')
  const proposed = await fetchInside(
    page,
    'PATCH',
    `/api/users/${member._id}`,
    { withdrawable_balance: '2050', reason: 'A second transfer arrived.' },
    randomUUID(),
  )
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(202)

  await logInAdmin(page, 'ruth@example.com')
  await press(page, page.getByRole('link', { name: /^Approvals/ }).first())
  await expect(page).toHaveURL(/\/approvals/)
  await expectAccessible(page)

  await press(page, button(page, /Ottilie/).first())
  const drawer = page.getByRole('dialog', { name: 'Proposal' })
  await expect(drawer.getByRole('table', { name: 'Entries to be posted' })).toBeVisible()
  await expectAccessible(page)
  await press(page, button(drawer, /^Approve/))

  const ask = page.getByRole('dialog', { name: /^Approve / })
  await expectAccessible(page)
  await press(page, button(ask, /^Approve/))
  await expect(page.getByText('Proposal approved').first()).toBeVisible()
})
