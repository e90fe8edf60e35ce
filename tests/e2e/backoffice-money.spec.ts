import type { Browser, Page } from '@playwright/test'
import { PLAN_TERMS, TEXT_TERM_NAMES } from '../../src/modules/plans/model.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followAddress,
  logInAdmin,
  signIn,
  test,
  waitForMail,
} from './support/sandbox.ts'

const PLANS = '/admin-dashboard/plans'
const APPROVALS = '/admin-dashboard/approvals'
/** The smallest PNG: one pixel. */
const EVIDENCE = {
  name: 'report.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Opens a browser of its own for another staff member. */
async function asAdmin(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAdmin(page, email)
  return page
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Proposal' })
const ask = (page: Page) => page.getByRole('dialog', { name: /^(Approve|Reject|Take back) / })

async function openPlan(page: Page, name: RegExp) {
  await page.goto(PLANS)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function proposeIncome(page: Page, amount: string, source: string) {
  await openPlan(page, /^PLATINUM Real estate/)
  await page.getByRole('link', { name: 'Record income' }).click()
  await page.getByRole('radio', { name: /^Income/ }).check()
  await page.getByLabel('Amount, USD').fill(amount)
  await page.getByLabel('First day of the period').fill('2026-07-01')
  await page.getByLabel('Last day of the period').fill('2026-09-30')
  await page.getByLabel('Source').fill(source)
  await page.locator('input[type=file]').setInputFiles(EVIDENCE)
  await page.getByRole('button', { name: 'Propose income' }).click()

  await expect(page).toHaveURL(/approvals\?open=prp_/)
  await expect(drawer(page).getByText(source)).toBeVisible()
}

async function approve(page: Page) {
  await drawer(page)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await ask(page)
    .getByRole('button', { name: /^Approve/ })
    .click()
}

test('Two admins record income: the proposer can’t approve, and the rows shown are posted.', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await logInAdmin(page, 'ines@example.com')
  await openPlan(page, /^PLATINUM Real estate/)
  await page.getByRole('link', { name: 'Record income' }).click()
  await page.getByRole('button', { name: 'Propose income' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()

  await proposeIncome(page, '512.34', 'Rent of the third quarter')
  await expect(
    drawer(page).getByText('You proposed this yourself, so another admin has to approve it.'),
  ).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expect(drawer(page).getByText('Waiting for approval', { exact: true })).toBeVisible()

  await expectAccessible(page)

  const ruth = await asAdmin(browser, 'ruth@example.com')
  await ruth.goto(new URL(page.url()).pathname + new URL(page.url()).search)

  const rows = drawer(ruth).getByRole('table', { name: 'Entries to be posted' })
  await expect(rows.getByText('512.34').first()).toBeVisible()
  await expect(drawer(ruth).getByRole('link', { name: 'Download evidence' })).toBeVisible()

  await approve(ruth)
  await expect(ruth.getByText('Proposal approved').first()).toBeVisible()
  await expect(drawer(ruth).getByRole('table', { name: 'Posted entries' })).toBeVisible()

  await openPlan(ruth, /^PLATINUM Real estate/)
  await ruth.getByRole('link', { name: 'Income and losses' }).click()

  const income = ruth.getByRole('row').filter({ hasText: 'Rent of the third quarter' })
  await expect(income).toContainText('+512.34')

  await income.getByRole('button', { name: 'Reverse…' }).click()

  const reversal = ruth.getByRole('dialog', { name: 'Reverse the income of $512.34?' })
  await expect(
    reversal
      .getByRole('table', { name: 'Entries to be posted by the reversal' })
      .getByText('512.34')
      .first(),
  ).toBeVisible()
  await reversal.getByLabel('Reason').fill('It was the rent of another building.')
  await reversal.getByRole('button', { name: 'Propose reversal' }).click()
  await expect(reversal).toBeHidden()

  await income.getByRole('button', { name: 'Reverse…' }).click()
  const path = await ruth.getByRole('link', { name: 'View proposal' }).getAttribute('href')

  await page.goto(path ?? APPROVALS)
  await expect(drawer(page).getByText('It was the rent of another building.')).toBeVisible()
  await approve(page)
  await expect(page.getByText('Proposal approved').first()).toBeVisible()

  await ruth.reload()
  await expect(income).toContainText('approved by Ines Carvalho')
  await expect(income.getByRole('button', { name: 'Reverse…' })).toHaveCount(0)

  await ruth.context().close()
})

test(
  'Of two simultaneous approvals one succeeds, and the other admin sees that.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(120_000)
    await logInAdmin(page, 'ines@example.com')
    await page.goto('/admin-dashboard/campaigns')
    await page.getByRole('button', { name: 'Fund promotion…' }).click()

    const fund = page.getByRole('dialog', { name: 'Fund the promotion account?' })
    await fund.getByLabel('Amount').fill('77')
    await fund.getByLabel('Reason').fill('Rewards of December')
    await fund.getByRole('button', { name: 'Propose funding' }).click()

    await expect(page).toHaveURL(/approvals\?open=prp_/)

    const here = new URL(page.url()).pathname + new URL(page.url()).search

    const [one, other] = [
      await asAdmin(browser, 'ruth@example.com'),
      await asAdmin(browser, 'ruth@example.com'),
    ]

    for (const who of [one, other]) {
      await who.goto(here)
      await drawer(who)
        .getByRole('button', { name: /^Approve/ })
        .click()
      await expect(ask(who)).toBeVisible()
    }

    await other.route('**/api/admin/approvals/prp_*', (route) => route.abort())
    await ask(one)
      .getByRole('button', { name: /^Approve/ })
      .click()

    await expect(one.getByText('Proposal approved').first()).toBeVisible()

    await other.unroute('**/api/admin/approvals/prp_*')
    await ask(other)
      .getByRole('button', { name: /^Approve/ })
      .click()

    await expect(
      ask(other).getByText('This proposal has already been decided.').first(),
    ).toBeVisible()

    await ask(other).getByRole('button', { name: 'Go back' }).click()
    await expect(drawer(other).getByText('Approved by Ruth Tanaka')).toBeVisible()

    for (const who of [one, other]) await who.context().close()
  },
)

test(
  'A rejected loss shows its reason to the proposer and posts nothing.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(120_000)
    await logInAdmin(page, 'ines@example.com')
    await openPlan(page, /^PLATINUM Real estate/)
    await page.getByRole('link', { name: 'Record a loss' }).click()
    await page.getByLabel('Amount, USD').fill('33.40')
    await page.getByLabel('First day of the period').fill('2026-10-01')
    await page.getByLabel('Last day of the period').fill('2026-10-31')
    await page.getByLabel('Cause').fill('A broken window')
    await page.locator('input[type=file]').setInputFiles(EVIDENCE)
    await page.getByRole('button', { name: 'Propose loss' }).click()

    await expect(page).toHaveURL(/approvals\?open=prp_/)
    await expect(drawer(page).getByText(/Owed to Maya Lindqvist, invested/)).toBeVisible()
    await expect(drawer(page).getByText(/Owed to Amara Mensah, invested/)).toBeVisible()

    const ruth = await asAdmin(browser, 'ruth@example.com')
    await ruth.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await drawer(ruth).getByRole('button', { name: 'Reject…' }).click()
    await ask(ruth).getByRole('button', { name: 'Reject' }).click()

    await expect(
      ask(ruth).getByRole('alert').filter({ hasText: 'There is a problem' }),
    ).toBeFocused()

    await ask(ruth).getByLabel('Reason').fill('The insurance pays for it.')
    await ask(ruth).getByRole('button', { name: 'Reject' }).click()

    await expect(drawer(ruth).getByText(/The insurance pays for it\./)).toBeVisible()

    await page.reload()
    await expect(drawer(page).getByText('Rejected by Ruth Tanaka')).toBeVisible()

    await ruth.context().close()
  },
)

test(
  'A balance adjustment shows its reason to the member; derived balances can’t be set.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await logInAdmin(page, 'ruth@example.com')
    await page.goto('/admin-dashboard/alluser?q=Tomas')
    await page.getByRole('link', { name: /Manage user.*Tomas Vrba/ }).click()

    const edit = page.getByRole('region', { name: 'Edit' })
    await expect(
      edit.getByText('Accumulated Interest and Total Deposit are calculated from the ledger.'),
    ).toBeVisible()

    const invested = edit.getByRole('textbox', { name: 'Total Deposit' })
    const before = await invested.inputValue()

    await invested.fill('999999')
    await edit.getByRole('button', { name: 'Save' }).click()

    await expect(
      edit.getByText(/Total Deposit is calculated from the ledger/).first(),
    ).toBeVisible()

    await invested.fill(before)

    const balance = edit.getByRole('textbox', { name: 'Account Balance' })
    const now = Number((await balance.inputValue()).replaceAll(',', ''))
    await balance.fill(String((now + 12.5).toFixed(2)))
    await edit.getByRole('button', { name: 'Save' }).click()

    await expect(edit.getByText(/Please give a reason/).first()).toBeVisible()

    await edit.getByLabel('Reason').fill('A fee was charged twice.')
    await edit.getByRole('button', { name: 'Save' }).click()

    const dialog = page.getByRole('dialog', { name: 'Adjust Tomas Vrba by +$12.50?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Adjust balance' }).click()

    await expect(page.getByText('User updated successfully').first()).toBeVisible()
    await expect
      .poll(async () => (await waitForMail(page, 'tomas@example.com', /balance|adjust/i)).text)
      .toContain('A fee was charged twice.')
  },
)

test(
  'A plan draft that promises a return is rejected; an unusual one needs another admin.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(120_000)
    await logInAdmin(page, 'ines@example.com')
    await page.goto(`${PLANS}/new`)

    const name = `TRIAL ${Date.now() % 100_000}`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Minimum amount').fill('100')
    await page.getByLabel('Maximum amount').fill('900')
    await page.getByLabel('Target return over the term').fill('40%')
    await page.getByLabel('Term in days').fill('60')

    await expect(page.getByText('Unusually high target.')).toBeVisible()

    for (const term of TEXT_TERM_NAMES)
      await page.getByLabel(PLAN_TERMS[term].label).fill('You could lose all the money you invest.')
    await page.getByLabel('Basis of the target').fill('A guaranteed return every month.')
    await page.getByRole('button', { name: 'Save draft' }).click()

    await expect(page.getByText(/"guaranteed.*" promises a return/).first()).toBeVisible()
    await expect(page.getByLabel('Basis of the target')).toHaveAttribute('aria-invalid', 'true')

    await page.getByLabel('Basis of the target').fill('Rent of two buildings.')
    await page.getByRole('button', { name: 'Save draft' }).click()

    await expect(page).toHaveURL(/view=versions&open=plv_/)

    const version = (who: Page) => who.getByRole('dialog', { name: `${name}, version 1` })
    await expect(
      version(page).getByText(/You proposed this yourself, so another admin has to/),
    ).toBeVisible()
    await expect(version(page).getByRole('button', { name: 'Publish…' })).toHaveCount(0)

    const ruth = await asAdmin(browser, 'ruth@example.com')
    await ruth.goto(APPROVALS)
    await ruth.getByRole('button', { name: `Publish a plan ${name}, Crypto, version 1` }).click()
    await version(ruth).getByRole('button', { name: 'Publish…' }).click()
    await ruth.getByRole('button', { name: 'Publish', exact: true }).click()

    await expect(ruth.getByText('On offer').first()).toBeVisible()

    await ruth.getByRole('button', { name: 'Close plan…' }).click()
    await ruth.getByLabel('Reason').fill('It was only tried.')
    await ruth.getByRole('button', { name: 'Close plan', exact: true }).click()

    await expect(ruth.getByText('It was only tried.', { exact: false })).toBeVisible()

    await ruth.context().close()
  },
)

test(
  'A member traces a return to its income, sees losses, and previews a redemption notice.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(120_000)
    await signIn(page, 'maya@example.com')
    await page.goto('/dashboard/positions')
    await page.getByRole('link', { name: /BASIC Crypto, opened 1 Jun 2026/ }).click()

    await expect(page).toHaveURL(/positions\/pos_/)
    await expect(page.getByRole('main').getByText('Matured, return paid').first()).toBeVisible()

    await page.getByRole('button', { name: /Return of \$400\.00/ }).click()

    const source = page.getByRole('dialog', { name: 'Return' })
    await expect(
      source.getByRole('heading', { name: 'Sample: result of trading in May.' }),
    ).toBeVisible()

    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.goto('/dashboard/positions')
    await page.getByRole('link', { name: /PLATINUM Real estate, opened/ }).click()

    await expect(page.getByRole('region', { name: 'Losses' })).toContainText(
      'a storm damaged the roof',
    )

    await page.goto('/dashboard/positions')
    await page.getByRole('link', { name: /BASIC Real estate, opened 15 Jun 2026/ }).click()
    await page.getByRole('radio', { name: /Reinvest the principal/ }).check()
    await page.getByRole('button', { name: 'Save choice' }).click()

    await expect(page.getByText('Choice saved').first()).toBeVisible()

    await page.getByLabel('Amount').fill('50')
    await expect(page.getByText('Target return forgone')).toBeVisible()

    await page.getByRole('button', { name: 'Give 14 days’ notice' }).click()
    await expect(page.getByText(/Notice given/).first()).toBeVisible()

    const waiting = page
      .getByRole('list', { name: 'Pending notices' })
      .getByRole('listitem')
      .filter({ hasText: '$50.00' })
    await waiting.getByRole('button', { name: 'Cancel notice' }).click()

    await expect(waiting).toHaveCount(0)

    await page.goto('/dashboard/positions/pos_nobody')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
)

test(
  'The money screens of the back office are accessible and fit a phone.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(240_000)
    await logInAdmin(page, 'ruth@example.com')
    await page.goto(PLANS)

    const link = page.getByRole('link', { name: /^PLATINUM Real estate/ }).first()
    const plan = (await link.getAttribute('href')) ?? PLANS

    for (const path of [
      PLANS,
      `${PLANS}?view=notices`,
      `${PLANS}/new`,
      plan,
      `${plan}?view=results`,
      `${plan}?view=versions`,
      `${plan}/income`,
      `${plan}/loss`,
      `${APPROVALS}?state=all`,
      '/admin-dashboard/campaigns',
      '/admin-dashboard/campaigns?view=rewards',
      '/admin-dashboard/campaigns?view=incentives',
      '/admin-dashboard/campaigns/new',
      '/admin-dashboard/treasury',
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await followAddress(page, path)

      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await test.step(`${path} at 390`, () => expectNoSidewaysScroll(page))
    }
  },
)
