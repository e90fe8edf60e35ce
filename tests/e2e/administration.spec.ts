import type { Browser, Page } from '@playwright/test'
import { approveProposal } from './support/approvals.ts'
import { focusByTab } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followAddress,
  SAMPLE_PASSWORD,
  test,
  waitForMail,
} from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'

/** Signs a staff member in over HTTP, as the form does. */
async function enter(page: Page, email: string) {
  const who = { email, password: SAMPLE_PASSWORD, session: 'cookie' }
  const answer = await page.request.post('/api/admin/login', { data: who })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Proposes to open what is paused, which stays paused until another admin approves. */
async function openAgain(page: Page, browser: Browser, what: string) {
  await page.getByRole('button', { name: `Resume ${what}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to resume' }).click()

  const pending = page.getByRole('region', { name: 'Pending changes' })
  await expect(pending.getByText(/Waiting for approval. Proposed by Ruth/)).toBeVisible()
  await expect(page.getByRole('button', { name: `Resume ${what}` })).toBeVisible()

  await pending.getByRole('link', { name: 'View proposal' }).click()
  await expect(page).toHaveURL(/approvals\?open=prp_/)

  const second = await (await browser.newContext()).newPage()
  await enter(second, 'ines@example.com')
  await second.goto(page.url())
  await approveProposal(second)
  await second.context().close()

  await page.goto(`${ADMIN}/settings`)
  await expect(page.getByRole('button', { name: `Pause ${what}` })).toBeVisible()
}

test(
  'An owner pauses sign-ups and changes a limit by keyboard, and both are in the history.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    await enter(page, 'ruth@example.com')
    await page.goto(`${ADMIN}/settings`)
    await focusByTab(page, page.getByRole('button', { name: 'Pause sign-ups' }))
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Pause sign-ups?' })
    await dialog.getByLabel('Reason').focus()
    await page.keyboard.type('We move the server on Sunday.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await expect(page.getByText('We move the server on Sunday.').first()).toBeVisible()

    await openAgain(page, browser, 'sign-ups')

    await page.getByRole('button', { name: 'Edit withdrawal controls' }).click()
    await page.getByLabel('Processing time, hours').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()

    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible()

    await page.getByLabel('Processing time, hours').fill('36')
    await page.getByRole('button', { name: 'Save' }).click()

    await expect(page.getByText('36 hours', { exact: true })).toBeVisible()

    const history = page.getByRole('table', { name: 'Setting changes, newest first' })
    await expect(history.getByText('Processing time: from 24 hours to 36 hours')).toBeVisible()
  },
)

test(
  'Public pages show why deposits and withdrawals are paused until they resume.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    const visitor = await (await browser.newContext()).newPage()
    await enter(page, 'ruth@example.com')

    for (const [what, path] of [
      ['deposits', '/plans'],
      ['withdrawals', '/transparency'],
    ] as const) {
      const reason = `We move the wallet of the ${what} on Sunday.`
      await page.goto(`${ADMIN}/settings`)
      await page.getByRole('button', { name: `Pause ${what}` }).click()

      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: `Pause ${what}` }).click()

      await expect(page.getByRole('button', { name: `Resume ${what}` })).toBeVisible()

      await visitor.goto(path)
      await expect(visitor.getByText(reason)).toBeVisible()

      await openAgain(page, browser, what)

      await visitor.goto(path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(visitor.getByText(reason)).toBeHidden()
    }

    await visitor.context().close()
  },
)

test('Countries are selected by name with the keyboard.', DEEP_ONLY, async ({ page }) => {
  await enter(page, 'ruth@example.com')
  await page.goto(`${ADMIN}/settings`)

  const panel = page.getByRole('region', { name: 'Campaign availability' })
  const save = async () => {
    await focusByTab(page, panel.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
  }

  await panel.getByRole('button', { name: /^Edit/ }).click()
  await focusByTab(page, panel.getByRole('checkbox', { name: 'All countries' }))
  await page.keyboard.press('Space')
  await focusByTab(page, panel.getByLabel('Find a country'))

  for (const name of ['swed', 'united kin', 'ger']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }

  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')

  await expect(panel.getByRole('button', { name: 'Remove Germany' })).toHaveCount(0)

  await save()
  await expect(panel.getByText('Sweden, United Kingdom')).toBeVisible()

  await panel.getByRole('button', { name: /^Edit/ }).click()
  await panel.getByRole('checkbox', { name: 'All countries' }).check()
  await save()

  await expect(panel.getByText('All countries')).toBeVisible()
})

test('An invited staff member sets a password, and can’t sign in once suspended.', async ({
  page,
  browser,
}) => {
  await enter(page, 'ruth@example.com')
  await page.goto(`${ADMIN}/staff`)
  await page.getByRole('button', { name: 'Invite…' }).click()

  const invite = page.getByRole('dialog', { name: 'Invite a staff member' })
  await invite.getByLabel('First Name').fill('Noor')
  await invite.getByLabel('Last Name').fill('Haddad')
  await invite.getByLabel('Email Address').fill('noor@example.com')
  await invite.getByLabel('Role').selectOption('support')
  await invite.getByRole('button', { name: 'Send invitation' }).click()

  await expect(page.getByText('Invited', { exact: true }).first()).toBeVisible()

  const { links } = await waitForMail(page, 'noor@example.com', /You’ve been invited/)
  const other = await browser.newContext()
  const hers = await other.newPage()

  await hers.goto(links.find((link) => link.includes('/reset-password/')) ?? '')
  await hers.getByLabel('New Password', { exact: true }).fill('orange kettle seven rivers')
  await hers.getByRole('button', { name: 'Set password' }).click()
  await hers.waitForURL(/password-reset/)
  await expect(hers.getByRole('heading', { name: 'Password set' })).toBeFocused()
  await hers.getByRole('link', { name: 'Log in', exact: true }).first().click()
  await hers.waitForURL(/admin-login/)
  await page.getByRole('button', { name: 'Noor Haddad' }).click()
  await page.getByRole('button', { name: 'Suspend…' }).click()
  await page
    .getByRole('dialog', { name: /Suspend Noor/ })
    .getByLabel('Reason')
    .fill('Left the firm.')

  await page
    .getByRole('dialog', { name: /Suspend Noor/ })
    .getByRole('button', { name: 'Suspend' })
    .click()
  await expect(page.getByText('Left the firm.').first()).toBeVisible()

  await hers.getByLabel('Email').fill('noor@example.com')
  await hers.getByLabel('Password', { exact: true }).fill('orange kettle seven rivers')
  await hers.getByRole('button', { name: 'Login' }).click()

  await expect(hers.getByText(/back office access is suspended/).first()).toBeVisible()

  await other.close()
})

/** From this second of an hour to that one, the hourly comparison may close an open break. */
const COMPARISON = [5 * 60 + 30, 8 * 60 + 30] as const

async function waitForComparison(page: Page) {
  const second = Math.floor(Date.now() / 1000) % 3_600
  const [from, until] = COMPARISON
  if (second > from && second < until) await page.waitForTimeout((until - second) * 1000)
}

test(
  'A bank balance below the books opens a break, which finance takes and two admins explain.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(300_000)
    await waitForComparison(page)
    await enter(page, 'ines@example.com')
    await page.goto(`${ADMIN}/reconciliation`)
    await page.getByRole('button', { name: 'Record the balance of USD bank account' }).click()

    const dialog = page.getByRole('dialog', {
      name: 'Record the external balance of USD bank account',
    })
    await dialog.getByLabel('External balance, USD').fill('1.00')
    await dialog.getByLabel('Evidence').fill('Statement 7 of the bank')
    await dialog.getByRole('button', { name: 'Record balance', exact: true }).click()

    const breaks = page.getByRole('table', { name: 'Breaks, newest first' })
    await breaks
      .getByRole('row', { name: /USD bank account.*Open/ })
      .getByRole('button')
      .first()
      .click()

    const drawer = page.getByRole('dialog', { name: 'Break: USD bank account' })
    await drawer.getByRole('button', { name: 'Assign to me' }).click()

    await expect(drawer.getByText('Assigned to Ines')).toBeVisible()

    await drawer.getByRole('button', { name: 'Resolve with explanation…' }).click()

    const explain = page.getByRole('dialog', { name: /Resolve the break/ })
    await explain.getByLabel('Explanation').fill('Entered by a test, to see a break.')
    await explain.getByRole('button', { name: 'Propose resolution' }).click()

    await expect(drawer.getByText(/Waiting for approval: explained by Ines/)).toBeVisible()

    const context = await browser.newContext()
    const other = await context.newPage()
    await enter(other, 'ruth@example.com')
    await other.goto(`${ADMIN}/approvals`)
    await other
      .getByRole('button', { name: /USD bank account/ })
      .first()
      .click()

    const proposal = other.getByRole('dialog', { name: 'Proposal' })
    await expect(proposal.getByText('Entered by a test, to see a break.')).toBeVisible()
    await proposal.getByRole('button', { name: /^Approve/ }).click()
    await other
      .getByRole('dialog', { name: /^Approve / })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(other.getByText('Proposal approved').first()).toBeVisible()
    await context.close()

    await page.reload()
    await expect(drawer.getByText(/Explained by Ines.*approved by Ruth/)).toBeVisible()
  },
)

test('The ledger lists every row, an account’s T adds up, and the audit log verifies.', async ({
  page,
}) => {
  await enter(page, 'ines@example.com')
  await page.goto(`${ADMIN}/ledger`)
  await page.getByRole('button', { name: 'Verify now' }).click()

  await expect(page.getByText('No problems found.')).toBeVisible({ timeout: 30_000 })

  const dollars = page.getByRole('table', { name: 'Trial balance in USD' })
  const total = dollars.getByRole('row', { name: /Total/ })
  await expect(total.locator('td,th').nth(1)).not.toHaveText('')
  const [debit, credit] = await Promise.all(
    [1, 2].map((cell) => total.locator('td,th').nth(cell).innerText()),
  )

  expect(debit).toBe(credit)

  await page.goto(`${ADMIN}/ledger?view=accounts`)
  await page.getByLabel('Account code or member’s email').fill('equity')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'equity' }).first().click()

  await expect(page.getByRole('heading', { name: 'equity' })).toBeVisible()

  await page.goto(`${ADMIN}/audit?action=setting`)
  await page.getByRole('button', { name: 'Verify now' }).click()

  await expect(page.getByText(/audit events verified/)).toBeVisible()
})

test('The error summary names the field where several fields have the same error.', async ({
  page,
}) => {
  await enter(page, 'ruth@example.com')
  await page.goto(`${ADMIN}/campaigns/new`)
  await page.getByRole('button', { name: 'Save draft' }).click()

  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary.getByRole('link')).toHaveText([
    ...['Amount per claim', 'Budget'].map((field) => `${field}: Please enter a valid amount.`),
    ...['First day', 'Last day'].map(
      (field) => `${field}: Please enter a date such as 2026-11-20.`,
    ),
  ])

  await summary.getByRole('link').first().click()
  await expect(page.getByLabel('Amount per claim')).toBeFocused()
})

test(
  'While transfers are frozen, an owner sees the problems and proposes to unfreeze.',
  DEEP_ONLY,
  async ({ page }) => {
    const found = { invariant: 4, promise: 'Returns paid don’t exceed recorded income' }
    const frozen = {
      because: 'Broken: Returns paid don’t exceed recorded income (4).',
      since: '2026-11-20T09:00:00Z',
      found: [{ ...found, problem: 'payout of 5, the journal has 4', subject: 'pos_1' }],
      proposed: null,
    }

    // The ledger of this sandbox is intact: the answers about a broken one are mocked, and what is
    // sent is refused.
    await page.route('**/api/admin/ledger', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, data: { ...answer.data, frozen } } })
    })
    await enter(page, 'ruth@example.com')
    await page.goto(`${ADMIN}/ledger`)

    await expect(page.getByText('Transfers frozen', { exact: true })).toBeVisible()
    await expect(page.getByText('payout of $0.05, the journal has $0.04')).toBeVisible()

    await expectAccessible(page)
    await focusByTab(page, page.getByRole('button', { name: 'Unfreeze ledger…' }))
    await page.keyboard.press('Enter')

    const ask = page.getByRole('dialog', { name: 'Unfreeze the ledger?' })
    await ask.getByLabel('Reason').fill('oops')
    await ask.getByRole('button', { name: 'Propose to unfreeze' }).click()

    await expect(ask.getByText(/the cause and the fix in 10/).first()).toBeVisible()

    await ask.getByLabel('Reason').fill('A payout was changed by hand and is what it was again.')
    await ask.getByRole('button', { name: 'Propose to unfreeze' }).click()

    await expect(ask.getByText('The ledger is not frozen.').first()).toBeVisible()
    await expect(ask.getByLabel('Reason')).toHaveValue(/changed by hand/)
  },
)

const SCREENS = [
  'settings',
  'staff',
  'audit',
  'jobs',
  'ledger',
  'ledger?view=accounts',
  'ledger?view=journal',
  'ledger/account/equity',
  'reconciliation',
  'testimonials',
  'messages',
]

test('The administration screens are accessible and fit a phone.', DEEP_ONLY, async ({ page }) => {
  test.slow()
  await enter(page, 'ruth@example.com')
  await page.goto(ADMIN)

  for (const screen of SCREENS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await followAddress(page, `${ADMIN}/${screen}`)

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0)

    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await test.step(`${screen} at 390`, () => expectNoSidewaysScroll(page))
  }
})

test('An owner retires an address of a pool, which stays listed.', DEEP_ONLY, async ({ page }) => {
  await enter(page, 'ruth@example.com')
  await page.goto(`${ADMIN}/settings`)
  await page.getByRole('button', { name: 'View addresses… of Ethereum' }).click()

  const pool = page.getByRole('dialog', { name: 'Pool addresses' })
  const row = pool.getByRole('row').filter({ hasText: 'Free' }).first()
  const address = (await row.locator('.mono').textContent()) ?? ''
  await pool.getByRole('button', { name: `Retire ${address}` }).click()
  await page.getByRole('button', { name: 'Retire address' }).click()

  await expect(page.getByText('Address retired. No further deposit gets it.')).toBeVisible()
  const retired = pool.getByRole('row').filter({ hasText: address })
  await expect(retired.getByText('Retired')).toBeVisible()
  await expect(retired.getByRole('button')).toHaveCount(0)
})
