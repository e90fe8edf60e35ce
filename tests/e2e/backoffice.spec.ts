import type { Browser, Page } from '@playwright/test'
import { signInOverHttp } from './support/main-job.ts'
import { focusByTab } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
  waitForMail,
} from './support/sandbox.ts'

const ADMIN = '/admin-dashboard'
const TRANSACTIONS = `${ADMIN}/alltransaction`
const TOMAS = 'tomas@example.com'
const BASIC = { family: 'crypto', plan: 'BASIC', method: 'USDT' }

test.beforeEach(async ({ page }) => {
  await logInAdmin(page, 'ruth@example.com')
})

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Deposit' })

async function asInes(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAdmin(page, 'ines@example.com')
  return page
}

test('A deposit is found and confirmed by keyboard.', DEEP_ONLY, async ({ page, request }) => {
  await (await signInOverHttp(request, TOMAS)).deposit({ ...BASIC, amount: '1611', colour: '#612' })
  await page.goto(ADMIN)

  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('1611')

  const finder = page.getByRole('dialog', { name: 'Find or do something' })
  await expect(finder.getByRole('option', { name: /Tomas Vrba, pending/ })).toBeVisible()

  await expectAccessible(page)
  await page.keyboard.press('Enter')

  await expect(drawer(page).getByRole('table', { name: 'Entries to be posted' })).toBeVisible()

  await focusByTab(page, drawer(page).getByRole('button', { name: /^Confirm \$1,611/ }))
  await page.keyboard.press('Enter')

  const ask = page.getByRole('dialog', { name: /^Confirm \$1,611\.\d\d for Tomas Vrba\?/ })
  await focusByTab(page, ask.getByRole('button', { name: 'Confirm and post' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText('Payment Confirmed').first()).toBeVisible()
  await expect(drawer(page)).toBeHidden()

  await page.goto(`${TRANSACTIONS}?q=1611`)
  await expect(
    page.getByRole('row').filter({ hasText: '1,611.00' }).getByText('Completed'),
  ).toBeVisible()
})

test(
  'A second admin sees who decided first, and the decision.',
  DEEP_ONLY,
  async ({ page, browser, request }) => {
    const id = await (await signInOverHttp(request, TOMAS)).deposit({
      ...BASIC,
      amount: '1622',
      colour: '#716',
    })

    const ines = await asInes(browser)
    for (const who of [page, ines]) {
      await who.goto(`${TRANSACTIONS}?open=${id}`)
      await expect(drawer(who).getByRole('button', { name: 'Reject…' })).toBeVisible()
    }

    await drawer(ines).getByRole('button', { name: 'Reject…' }).click()

    const reject = ines.getByRole('dialog', { name: /^Reject the/ })
    await reject.getByLabel('Reason').fill('Nothing came.')
    await reject.getByRole('button', { name: 'Reject deposit' }).click()

    await expect(drawer(page).getByText(/Ines Carvalho decided this/)).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: /^Confirm/ })).toHaveCount(0)

    await ines.context().close()
  },
)

test(
  'A member is suspended with a reason, reactivated, and not deleted while holding money.',
  DEEP_ONLY,
  async ({ page, request }) => {
    await page.goto(`${ADMIN}/alluser?q=tomas`)
    await page.getByRole('link', { name: /Manage user.*Tomas/ }).click()

    await expect(page.getByRole('heading', { name: 'Tomas Vrba' })).toBeVisible()

    const selectAction = async (name: string) => {
      await page.getByRole('button', { name: 'Action' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await selectAction('Suspend…')

    const suspend = page.getByRole('dialog', { name: 'Suspend Tomas Vrba?' })
    await suspend.getByRole('button', { name: 'Suspend' }).click()

    await expect(suspend.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()

    await suspend.getByLabel('Reason').fill('We are checking a payment.')
    await suspend.getByLabel('Review date').fill('2031-01-05')
    await suspend.getByRole('button', { name: 'Suspend' }).click()

    await expect(page.getByText('Suspended.')).toBeVisible()
    expect((await waitForMail(page, TOMAS, /suspended/)).text).toContain(
      'We are checking a payment.',
    )

    const history = page.getByRole('region', { name: 'Activity' })
    await expect(history.getByText(/Suspended$/).first()).toBeVisible()

    await selectAction('Reactivate…')

    const again = page.getByRole('dialog', { name: 'Reactivate Tomas Vrba?' })
    await again.getByRole('button', { name: 'Reactivate' }).click()

    await expect(page.getByText('Suspended.')).toHaveCount(0)
    expect(
      await (await signInOverHttp(request, TOMAS)).deposit({ ...BASIC, amount: '1633' }),
    ).toMatch(/^dep_/)

    await page.goto(`${ADMIN}/alluser?q=maya`)
    await page.getByRole('link', { name: /Manage user.*Maya/ }).click()
    await page.getByRole('button', { name: 'Action' }).click()
    const remove = page.getByRole('menuitem', { name: /Delete User…/ })
    await expect(remove).toBeDisabled()
    await expect(remove).toContainText(/The account (still has cash|still has open investments)\./)
    await page.keyboard.press('Escape')

    await expect(page).toHaveURL(/manage-user/)

    const nav = page.getByRole('navigation', { name: 'Back office' }).first()
    await expect(nav.locator('[aria-current]')).toHaveText('All User')
  },
)

test(
  'Deleting a member without money names them and removes them from the list.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto(`${ADMIN}/alluser?q=adaeze`)
    await page.getByRole('link', { name: /Manage user.*Adaeze/ }).click()
    await page.getByRole('button', { name: 'Action' }).click()
    await page.getByRole('menuitem', { name: 'Delete User…' }).click()

    const remove = page.getByRole('dialog', { name: 'Delete Adaeze Nwosu?' })
    await remove.getByLabel('Reason').fill('Asked by letter.')
    await expectAccessible(page)
    await remove.getByRole('button', { name: 'Yes' }).click()

    await expect(page.getByText('User deleted successfully')).toBeVisible()
    await expect(page).toHaveURL(/alluser$/)

    await page.goto(`${ADMIN}/alluser?q=adaeze`)
    await expect(page.getByText('No users found.')).toBeVisible()
  },
)

test(
  'Lists store their filters in the address and export the filtered rows.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto(`${ADMIN}1/alltransaction`)
    await expect(page).toHaveURL(TRANSACTIONS)

    await page.getByLabel('Search this list').fill('maya')
    await expect(page).toHaveURL(/q=maya/)
    await page.getByLabel('Payment Method').selectOption('USDT')
    await expect(page).toHaveURL(/method=USDT/)
    await page.getByRole('link', { name: /^Completed/ }).click()
    for (const expectedQuery of [/q=maya/, /method=USDT/, /status=completed/])
      await expect(page).toHaveURL(expectedQuery)
    await page.getByRole('button', { name: 'Amount, USD' }).click()

    await expect(page).toHaveURL(/sort=amount/)

    await page.reload()
    await expect(page.getByRole('row').nth(1)).toContainText('Maya Lindqvist')

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()

    expect((await saved).suggestedFilename()).toBe('transactions.csv')

    await page.goto(`${ADMIN}/withdrawals`)
    await expect(page.getByRole('button', { name: /^Create payout batch/ })).toBeVisible()
  },
)

test('The ? key lists the shortcuts, and they can be disabled.', DEEP_ONLY, async ({ page }) => {
  await page.goto(TRANSACTIONS)
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search this list')).toBeFocused()

  await page.getByRole('heading', { name: 'Transactions' }).click()
  await page.keyboard.press('?')

  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectAccessible(page)
  await help.getByRole('checkbox').uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('?')

  await expect(help).toBeHidden()
})

test(
  'A member’s page and the command palette are accessible and fit a phone.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto(`${ADMIN}/alluser?q=maya`)
    await page.getByRole('link', { name: /Manage user.*Maya/ }).click()

    const happened = page.getByRole('region', { name: 'Activity' })
    await happened.getByLabel('Show').selectOption('Deposits')

    await expect(happened.getByText('Requested a deposit quote').first()).toBeVisible()

    await expectAccessible(page)

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
    }

    await page.getByRole('button', { name: 'Find or do something' }).click()

    const finder = page.getByRole('dialog', { name: 'Find or do something' })
    await finder.getByRole('combobox').fill('L-1')
    await finder.getByRole('option', { name: /^L-1 / }).click()

    await expect(page.getByRole('dialog', { name: 'Row L-1' })).toBeVisible()

    await expectNoSidewaysScroll(page)
  },
)
