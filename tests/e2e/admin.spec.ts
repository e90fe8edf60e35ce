import type { Browser, Page } from '@playwright/test'
import { approveProposal } from './support/approvals.ts'
import { signInOverHttp } from './support/main-job.ts'
import { callAsStaff, createEmailAddress, PASSWORD } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
  waitForMail,
} from './support/sandbox.ts'

const TRANSACTIONS = '/admin-dashboard/alltransaction'
const WITHDRAWALS = '/admin-dashboard/withdrawals'
const ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TOMAS = 'tomas@example.com'
const BASIC = { family: 'crypto', plan: 'BASIC', method: 'USDT' }

test.beforeEach(async ({ page }) => {
  await logInAdmin(page, 'ruth@example.com')
})

const locateRow = (page: Page, amount: string) => page.getByRole('row').filter({ hasText: amount })
const drawer = (page: Page) => page.getByRole('dialog', { name: /Deposit|Withdrawal/ })

/** Delays a response, so that the page's loading state can be checked. */
async function slowly(page: Page, address: string) {
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
}

test('Confirming a deposit names amount and person and credits once.', async ({
  page,
  request,
}) => {
  const tomas = await signInOverHttp(request, TOMAS)
  await tomas.deposit({ ...BASIC, amount: '1511', colour: '#135' })
  await page.goto(`${TRANSACTIONS}?q=Tomas`)

  const row = locateRow(page, '1,511.00')
  await expect(row.getByText('Pending')).toBeVisible()

  await row.getByRole('button', { name: 'Confirm…' }).click()

  const dialog = page.getByRole('dialog', { name: /Confirm \$1,511\.\d\d for Tomas Vrba\?/ })
  await expect(dialog.getByText('Account Balance')).toBeVisible()
  await expect(dialog.getByText(TOMAS)).toBeVisible()

  await slowly(page, '**/confirm')
  await dialog.getByRole('button', { name: 'Confirm and post' }).click()

  await expect(dialog.getByText('Loading....')).toBeVisible()
  await expect(row.getByText('Loading....')).toBeAttached()

  const done = row.getByRole('button', { name: 'Payment Confirmed' })
  await expect(done).toBeVisible()
  await expect(done).toHaveAttribute('aria-disabled', 'true')
  await expect(row.getByText('Completed')).toBeVisible()

  await page.reload()
  await expect(locateRow(page, '1,511.00').getByText('Completed')).toBeVisible()
  await expect(
    locateRow(page, '1,511.00').getByRole('button', { name: 'Payment Confirmed' }),
  ).toHaveCount(0)

  await locateRow(page, '1,511.00').getByRole('button').click()
  await expect(drawer(page).getByRole('table', { name: 'Posted entries' })).toBeVisible()
  await expect(drawer(page).getByText(/Owed to Tomas Vrba, invested/)).toBeVisible()
})

test(
  'The dialog follows the amount received, and failed checks have to be acknowledged.',
  DEEP_ONLY,
  async ({ page, request, browser }) => {
    test.slow()
    const tomas = await signInOverHttp(request, TOMAS)
    const id = await tomas.deposit({ ...BASIC, amount: '1522', colour: '#135' })
    await page.goto(`${TRANSACTIONS}?open=${id}`)

    await expect(drawer(page).getByText('Same proof uploaded for another deposit')).toBeVisible()
    await expect(drawer(page).getByRole('table', { name: 'Entries to be posted' })).toBeVisible()

    await drawer(page)
      .getByRole('button', { name: /^Confirm \$/ })
      .click()

    const dialog = page.getByRole('dialog', { name: /^Confirm .* for Tomas Vrba/ })
    await dialog.getByRole('button', { name: 'Different amount received' }).click()
    await dialog.getByLabel('Amount received, USDT').fill('600')
    await dialog.getByLabel('Amount received, USDT').blur()

    await expect(dialog.getByRole('heading', { name: /Confirm \$(599|600)\.\d\d/ })).toBeVisible()
    await expect(dialog.getByText('$0.00', { exact: true })).toBeVisible()

    const propose = dialog.getByRole('button', { name: 'Confirm and request second approval' })
    await propose.click()

    const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(dialog.getByLabel('Amount received, USDT')).toHaveValue('600.000000')

    await dialog.getByRole('checkbox').check()
    await propose.click()

    await expect(page.getByText('Waiting for approval by a second admin').first()).toBeVisible()
    await expect(dialog).toBeHidden()

    await page.goto(`${TRANSACTIONS}?open=${id}`)
    await expect(
      drawer(page).getByText('Confirmed by Ruth Tanaka. Waiting for approval since'),
    ).toBeVisible()

    const ines = await (await browser.newContext()).newPage()
    await logInAdmin(ines, 'ines@example.com')
    await ines.goto(`${TRANSACTIONS}?open=${id}`)
    await drawer(ines).getByRole('link', { name: 'View approvals' }).click()
    await ines
      .getByRole('row')
      .filter({ hasText: 'Tomas Vrba' })
      .first()
      .getByRole('button')
      .click()
    await approveProposal(ines)

    await page.reload()
    await expect(drawer(page).getByText('Completed').first()).toBeVisible()
    await ines.context().close()
  },
)

test(
  'A deposit is rejected by keyboard with a reason that the member sees.',
  DEEP_ONLY,
  async ({ page, request }) => {
    const tomas = await signInOverHttp(request, TOMAS)
    await tomas.deposit({ ...BASIC, amount: '1533' })
    await page.goto(`${TRANSACTIONS}?status=pending&q=1533`)

    await expect(locateRow(page, '1,533.00')).toBeVisible()

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    await expect(drawer(page)).toBeVisible()

    await drawer(page).getByRole('button', { name: 'Reject…' }).focus()
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: /Reject the \$1,533\.00 of Tomas Vrba\?/ })
    await dialog.getByRole('button', { name: 'Reject deposit' }).click()

    await expect(dialog.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()

    await dialog.getByLabel('Reason').focus()
    await page.keyboard.type('Nothing arrived at the address.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await expect(page.getByText('No transactions found.')).toBeVisible()
    await expect
      .poll(async () => (await waitForMail(page, TOMAS, /deposit was rejected/)).text)
      .toContain('Nothing arrived at the address.')
  },
)

test('A withdrawal is approved and marked as paid, which requires a transaction.', async ({
  page,
  request,
}) => {
  const tomas = await signInOverHttp(request, TOMAS)
  const id = await tomas.withdraw({ amount: '211', method: 'USDT', address: ADDRESS })
  await page.goto(`${WITHDRAWALS}?open=${id}`)

  await expect(drawer(page).getByText('Custody covers the payout')).toBeVisible()
  await expect(drawer(page).getByRole('table', { name: 'Entries to be posted' })).toBeVisible()

  await drawer(page)
    .getByRole('button', { name: /^Approve \$211\.00/ })
    .click()

  const approve = page.getByRole('dialog', { name: 'Approve $211.00 for Tomas Vrba?' })
  await approve.getByLabel(/I’ve reviewed the address/).check()
  await approve.getByRole('button', { name: 'Approve', exact: true }).click()

  await expect(page.getByText('Withdrawal approved').first()).toBeVisible()

  await drawer(page).getByRole('button', { name: 'Mark as paid…' }).click()

  const paid = page.getByRole('dialog', { name: 'Mark $211.00 to Tomas Vrba as paid?' })
  await paid.getByRole('button', { name: 'Mark as paid', exact: true }).click()

  await expect(paid.getByRole('alert').filter({ hasText: 'transaction id' }).first()).toBeVisible()

  await paid.getByLabel('Transaction ID').fill(`e2e-${id}`)
  await paid.getByRole('button', { name: 'Mark as paid', exact: true }).click()

  await expect(paid).toBeHidden()
  await expect(drawer(page).getByRole('table', { name: 'Posted entries' })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Mark as paid…' })).toHaveCount(0)
})

test(
  'A rejected withdrawal returns the amount to the member at once.',
  DEEP_ONLY,
  async ({ page, request }) => {
    const tomas = await signInOverHttp(request, TOMAS)
    const id = await tomas.withdraw({ amount: '122', method: 'USDT', address: ADDRESS })
    await page.goto(`${WITHDRAWALS}?open=${id}`)
    await drawer(page).getByRole('button', { name: 'Reject…' }).click()

    const dialog = page.getByRole('dialog', { name: 'Reject the $122.00 of Tomas Vrba?' })
    await dialog.getByLabel('Reason').fill('Please use an address of your own.')
    await dialog.getByRole('button', { name: 'Reject withdrawal' }).click()

    await expect(drawer(page).getByText(/Please use an address of your own/)).toBeVisible()
    await expect(drawer(page).getByText('Rejected', { exact: true })).toBeVisible()
  },
)

/** Opens a browser of its own for another staff member. */
async function asAdmin(browser: Browser, email: string, password?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAdmin(page, email, password)
  return page
}

test(
  'A deposit and a payment are reversed once another admin approves what is shown.',
  DEEP_ONLY,
  async ({ page, request, browser }) => {
    test.slow()
    const amara = await signInOverHttp(request, 'amara@example.com')
    const deposit = await amara.deposit({ ...BASIC, amount: '1544', colour: '#531' })
    await callAsStaff(request, `/api/transactions/${deposit}/confirm`)
    const payment = await amara.withdraw({ amount: '133', method: 'USDT', address: ADDRESS })
    const decide = `/api/admin/withdrawals/${payment}`
    await callAsStaff(request, `${decide}/approve`, { addressReviewed: true })
    await callAsStaff(request, `${decide}/paid`, { txid: `reversed-${payment}` })
    const ines = await asAdmin(browser, 'ines@example.com')

    for (const [path, button, title, effect, row] of [
      [
        `${WITHDRAWALS}?open=${payment}`,
        'Reverse payment…',
        'Reverse the payment of $133.00 to Amara Mensah?',
        'Returned to cash',
        /^Fees/,
      ],
      [
        `${TRANSACTIONS}?open=${deposit}`,
        'Reverse deposit…',
        'Reverse the deposit of $1,544.00 by Amara Mensah?',
        'Position in BASIC',
        /^Custody, USDT/,
      ],
    ] as const) {
      await page.goto(path)
      await drawer(page).getByRole('button', { name: button }).click()

      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByText(effect)).toBeVisible()
      await expect(
        dialog.getByRole('table', { name: 'Entries to be posted by the reversal' }).getByText(row),
      ).toBeVisible()

      await dialog.getByLabel('Reason').fill('It belongs to another member.')
      await dialog.getByRole('button', { name: 'Propose reversal' }).click()
      await expect(dialog).toBeHidden()

      await ines.goto(path)
      await drawer(ines).getByRole('link', { name: 'View proposal' }).click()

      const proposal = ines.getByRole('dialog', { name: 'Proposal' })
      await expect(proposal.getByText('It belongs to another member.')).toBeVisible()
      await expect(
        proposal.getByRole('table', { name: 'Entries to be posted' }).getByText(row),
      ).toBeVisible()
      await approveProposal(ines)

      await page.goto(path)
      await expect(drawer(page).getByText('Reversed', { exact: true }).first()).toBeVisible()
      await expect(drawer(page).getByText('Reversal approved by Ines Carvalho')).toBeVisible()
    }

    await ines.context().close()
  },
)

/** Creates a viewer, who sets a password by the link of the invitation. */
async function createViewer(page: Page): Promise<string> {
  const email = createEmailAddress('Vera')
  const viewer = { firstName: 'Vera', lastName: 'Okafor', email, role: 'viewer' }
  await callAsStaff(page.request, '/api/admin/staff', viewer, 'ruth@example.com')

  const { links } = await waitForMail(page, email, /been invited/)
  const link = links.find((url) => url.includes('/reset-password/')) ?? ''
  const token = new URL(link).pathname.split('/').at(-1)
  await page.request.post(`/api/user/change/${token}`, { data: { password: PASSWORD } })
  return email
}

test(
  'A payout batch is exported, and cancelled by two; a viewer sees no file, proof or button.',
  DEEP_ONLY,
  async ({ page, request, browser }) => {
    test.slow()
    const amara = await signInOverHttp(request, 'amara@example.com')
    const id = await amara.withdraw({ amount: '144', method: 'USDT', address: ADDRESS })
    await callAsStaff(request, `/api/admin/withdrawals/${id}/approve`, { addressReviewed: true })

    await page.goto(WITHDRAWALS)
    await page.getByRole('button', { name: /^Create payout batch \([1-9]/ }).click()
    const creating = page.getByRole('dialog', { name: 'Create a payout batch' })
    await creating.getByLabel('Payment method').selectOption('USDT, ERC-20 on Ethereum')
    await creating.getByRole('button', { name: 'Create batch' }).click()

    const download = page.waitForEvent('download')
    const batchDrawer = page.getByRole('dialog', { name: /^Payout batch \d+$/ })
    await batchDrawer.getByRole('button', { name: 'Export batch…' }).click()
    const exporting = page.getByRole('dialog', { name: /^Export batch \d+\?$/ })
    await exporting.getByLabel('Export as').selectOption('csv')
    await exporting.getByRole('button', { name: 'Export batch' }).click()

    const number = /^payouts-(\d+)\.csv$/.exec((await download).suggestedFilename())?.[1]
    const batch = (who: Page) =>
      who
        .getByRole('table', { name: 'Payout batches, newest first' })
        .getByRole('row')
        .filter({ hasText: `Batch ${number}` })
    await page.keyboard.press('Escape')
    await expect(batch(page)).toContainText('Exported')
    await expect(page.getByRole('row', { name: /Withdrawal of \$144\.00/ }).first()).toContainText(
      `In batch ${number}`,
    )

    const viewer = await asAdmin(browser, await createViewer(page), PASSWORD)
    await viewer.goto(WITHDRAWALS)
    await expect(batch(viewer)).toContainText('Exported')
    for (const name of [/Create payout batch/, /Download/, /Cancel/, 'Export CSV'])
      await expect(viewer.getByRole('button', { name })).toHaveCount(0)

    await viewer.goto(`${TRANSACTIONS}?status=completed`)
    const proved = viewer.getByRole('row').filter({ hasText: 'PNG' }).first()
    await proved.locator('[data-row-action]').click()
    await expect(drawer(viewer).getByText('Your role can’t open proofs of payment.')).toBeVisible()
    await expect(drawer(viewer).getByText(/^View only\./)).toBeVisible()
    await expect(drawer(viewer).getByRole('img', { name: 'Proof of payment' })).toHaveCount(0)
    await expect(drawer(viewer).getByRole('button', { name: /Reverse/ })).toHaveCount(0)
    await viewer.context().close()

    await batch(page).click()
    await batchDrawer.getByRole('button', { name: 'Cancel batch…' }).click()
    const cancelling = page.getByRole('dialog', { name: `Cancel batch ${number}?` })
    await cancelling.getByLabel('Reason').fill('The file was never sent.')
    await cancelling.getByRole('button', { name: 'Request approval' }).click()
    await expect(cancelling).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(batch(page)).toContainText('Waiting for approval')

    const ines = await asAdmin(browser, 'ines@example.com')
    await ines.goto('/admin-dashboard/approvals')
    await ines.getByRole('button', { name: new RegExp(`Batch ${number}`) }).click()
    await expect(
      ines.getByRole('dialog', { name: 'Proposal' }).getByText('The file was never sent.'),
    ).toBeVisible()
    await approveProposal(ines)
    await ines.context().close()

    await expect(batch(page)).toContainText(/Cancelled by Ruth Tanaka: The file was never sent\./)
    await expect(page.getByRole('button', { name: /^Create payout batch \([1-9]/ })).toBeVisible()
  },
)

test(
  'The overview links to pending work and to members with their correct figures.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/admin-dashboard')

    for (const card of [
      'Total user',
      'Active user',
      'Total Deposit',
      'Total Withdrawals',
      'Pending Deposits',
    ])
      await expect(page.getByText(card, { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'All users' }).click()
    await page.getByLabel('Search this list').fill('maya')
    await page.getByRole('link', { name: /Manage user.*Maya Lindqvist/ }).click()

    await expect(page.getByRole('heading', { name: 'Maya Lindqvist' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Summary' }).getByText('Account Balance').first(),
    ).toBeVisible()
    await expect(page.getByText('maya@example.com').first()).toBeVisible()

    await page.goto('/admin-dashboard/manage-user/mem_nobody')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

    await page.goto('/admin-dashboard/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  },
)

test('A list that fails to load shows an error and can be retried.', async ({ page }) => {
  const refused = { status: 403, json: { message: 'Not now', code: 'role_missing', errors: [] } }
  await page.route('**/api/transactions?*', (route) => route.fulfill(refused))
  await page.goto(TRANSACTIONS)

  await expect(page.getByText('An error occurred while fetching the data.')).toBeVisible()

  await page.unroute('**/api/transactions?*')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('An email opens in a frame as tall as its content.', async ({ page }) => {
  await page.goto('/dev/mailbox')
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.locator('summary').first().click()

  const frame = page.locator('iframe')
  await expect(frame).toHaveCount(1)
  await expect
    .poll(() =>
      frame.evaluate((element: HTMLIFrameElement) => {
        const root = element.contentDocument?.documentElement
        return root ? root.scrollHeight - root.clientHeight : -1
      }),
    )
    .toBe(0)
})

const PAGES = [
  '/admin-dashboard',
  TRANSACTIONS,
  WITHDRAWALS,
  '/admin-dashboard/alluser',
  '/dev',
  '/dev/mailbox',
  '/dev/clock',
  '/dev/chain',
  '/dev/ledger',
]

test(
  'The back office and the sandbox tools are accessible and fit a narrow phone.',
  DEEP_ONLY,
  async ({ page }) => {
    test.slow()

    for (const path of PAGES) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)

      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

      await page.waitForLoadState('networkidle')
      await expectAccessible(page)

      for (const width of [320, 390, 1024]) {
        await page.setViewportSize({ width, height: 844 })
        await test.step(`${path} at ${width}`, () => expectNoSidewaysScroll(page))
      }
    }

    for (const [path, name] of [
      [TRANSACTIONS, 'Deposits'],
      [WITHDRAWALS, 'Withdrawals'],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${path}?status=pending`)
      await page
        .getByRole('table', { name, exact: true })
        .locator('[data-row-action]')
        .first()
        .click()
      await expect(drawer(page).getByText('Checks')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)
