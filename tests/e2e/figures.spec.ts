import type { Locator, Page } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import { callAsStaff, createMember, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  logInAdmin,
  SAMPLE_PASSWORD,
  signIn,
  test,
  waitForHydration,
} from './support/sandbox.ts'

type Figures = Record<string, bigint>

const cents = (dollars: number | string) => BigInt(Number(dollars).toFixed(2).replace('.', ''))

/** Reads each figure of a member once, from the API: names are the labels of the screens. */
async function readFigures(page: Page): Promise<Figures> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data
  const user = await read('/api/user')
  const available = await read('/api/withdraw/available')
  const { sum } = await read('/api/user/course')

  return {
    'Portfolio value': cents(user.portfolio_value),
    'Account Balance': cents(user.withdrawable_balance),
    'Total Deposit': cents(user.total_invest),
    'Total Withdrawals': cents(user.total_withdrawal),
    'Accumulated Interest': cents(user.total_balance),
    Accrued: cents(user.accrued),
    Due: cents(user.due),
    Cash: cents(user.cash),
    Invested: cents(user.principal),
    Profit: cents(user.total_balance),
    'Pending withdrawals': cents(user.held),
    Withdrawable: cents(available.withdrawable),
    'Closing balance': cents(sum.value),
  }
}

/** Returns the dollars that follow a label in a part of a screen, in cents. */
async function readShown(part: Locator, label: string): Promise<bigint> {
  await expect(part).not.toContainText('Loading...')
  const text = (await part.innerText()).replace(/\s+/g, ' ')
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(?:^|[^\\w])${escaped} ([+−-]?)\\$?([\\d,]+\\.\\d\\d)`, 'i').exec(text)
  expect(found, `${label} in: ${text.slice(0, 600)}`).not.toBeNull()
  const [, sign, amount = ''] = found ?? []
  const value = BigInt(amount.replace(/[,.]/g, ''))
  return sign === '−' || sign === '-' ? -value : value
}

/** Compares figures of a part of a screen with those of the API. */
async function expectShown(
  part: Locator,
  figures: Figures,
  labels: readonly (string | readonly [shown: string, figure: string])[],
  place: string,
) {
  for (const entry of labels) {
    const [label, name] = typeof entry === 'string' ? [entry, entry] : entry
    expect(await readShown(part, label), `${label} on ${place}`).toBe(figures[name])
  }
}

/** Compares every screen that shows a member's figures, by label. */
async function expectSameEverywhere(page: Page, email: string, password: string) {
  await signIn(page, email, password)
  const figures = await readFigures(page)
  const main = page.getByRole('main')

  await test.step('overview', async () => {
    await page.goto('/dashboard')
    const band = page.getByRole('region', { name: 'Balances' })
    await expect(band).toHaveAttribute('aria-busy', 'false')
    await expectShown(
      band,
      figures,
      [
        'Portfolio value',
        'Account Balance',
        'Total Deposit',
        'Total Withdrawals',
        'Accumulated Interest',
        'Accrued',
        'Due',
      ],
      'the overview',
    )
  })

  await test.step('withdraw', async () => {
    await page.goto('/dashboard/withdraw')
    const band = page.getByRole('region', { name: 'Available to withdraw' })
    await expect(band).toHaveAttribute('aria-busy', 'false')
    await expectShown(
      band,
      figures,
      [['Available balance', 'Withdrawable'], 'Profit'],
      'the withdraw page',
    )

    for (const [path, figure] of [
      ['withdraw-balance', 'Withdrawable'],
      ['withdraw-profit', 'Profit'],
    ] as const) {
      await page.goto(`/dashboard/${path}`)
      await expect(main.getByText(/You have .* available\./)).toBeVisible()
      await expectShown(main, figures, [['You have', figure]], path)
    }
  })

  await test.step('investments', async () => {
    await page.goto('/dashboard/positions')
    const table = page.getByRole('table', { name: /^Your investments/ })
    await expect(table).toHaveAttribute('aria-busy', 'false')
    const remaining = await table.locator('td[data-label="Invested, USD"]').allInnerTexts()
    const matured = await table.locator('td[data-label="Matured return"]').allInnerTexts()
    const paid = await table.locator('td[data-label="Return paid"]').allInnerTexts()
    const sum = (texts: readonly string[]) =>
      texts.reduce((total, text) => total + BigInt(text.replace(/[^\d]/g, '') || '0'), 0n)

    expect(sum(remaining), 'the invested sums of all investments').toBe(figures.Invested)
    expect(sum(matured) - sum(paid), 'matured returns less those paid').toBe(figures.Due)
  })

  await test.step('statements', async () => {
    const { today } = (await (await page.request.get('/api/user/course')).json()).data
    await page.goto(`/dashboard/statements?from=2026-01-01&to=${today}`)
    const summary = page.getByRole('region', { name: 'Summary', exact: true })
    await expectShown(
      summary,
      { ...figures, 'Portfolio value': figures['Closing balance'] ?? 0n },
      [
        ['Closing balance', 'Portfolio value'],
        ['Deposits', 'Total Deposit'],
      ],
      'the summary of the whole history',
    )
    for (const name of [/^Breakdown on/, 'Portfolio value on a date'])
      await expectShown(
        page.getByRole('region', { name }),
        figures,
        ['Cash', 'Invested', 'Profit', 'Pending withdrawals', 'Portfolio value'],
        String(name),
      )
  })

  await test.step('verify', async () => {
    await page.goto('/dashboard/verify')
    await page.getByRole('button', { name: 'Run the check' }).click()
    const total = page.getByRole('region', { name: 'Total of your entries' })
    await expect(total).toBeVisible({ timeout: 60_000 })
    await expectShown(
      total,
      figures,
      ['Cash', 'Invested', 'Profit', 'Pending withdrawals', 'Portfolio value'],
      'the check of the entries',
    )
  })

  await test.step('the member’s page in the back office', async () => {
    const { _id: id } = (await (await page.request.get('/api/user')).json()).data
    await page.goto('about:blank')
    await page.context().clearCookies()
    await logInAdmin(page, 'ines@example.com')
    await page.goto(`/admin-dashboard/manage-user/${id}`)
    await waitForHydration(page)
    const band = page.getByRole('region', { name: 'Summary', exact: true })
    await expect(band).toHaveAttribute('aria-busy', 'false')
    await expectShown(
      band,
      figures,
      [
        'Account Balance',
        'Total Deposit',
        'Total Withdrawals',
        'Accumulated Interest',
        'accrued',
        'due',
      ].map((label) => [label, label.charAt(0).toUpperCase() + label.slice(1)] as const),
      'the member’s page',
    )
    await expectShown(
      page.getByRole('region', { name: 'Details' }),
      figures,
      ['Pending withdrawals'],
      'the details',
    )
  })
}

test('Every screen shows the same figures of a member with a history, under the same labels.', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await expectSameEverywhere(page, 'maya@example.com', SAMPLE_PASSWORD)
})

test(
  'Every screen shows the same figures of a new member with a first investment.',
  DEEP_ONLY,
  async ({ page }) => {
    test.setTimeout(180_000)
    const email = await createMember(page, 'Nora')
    const member = await signInOverHttp(page.request, email, PASSWORD)
    const id = await member.deposit({
      family: 'crypto',
      plan: 'BASIC',
      amount: '1500',
      method: 'USDT',
      colour: '#735',
    })
    await callAsStaff(page.request, `/api/transactions/${id}/confirm`)
    await member.withdraw({
      amount: '250',
      method: 'USDT',
      address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    })
    // the statements and the check show an entry once it is in the hash chain
    await expect
      .poll(
        async () => {
          const entries = await (await page.request.get('/api/user/entries?limit=5')).json()
          return entries.data.every(
            ({ journalNumber }: { journalNumber: string | null }) => journalNumber,
          )
        },
        { timeout: 30_000 },
      )
      .toBe(true)

    await expectSameEverywhere(page, email, PASSWORD)
  },
)
