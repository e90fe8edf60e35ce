import { expect, type Page } from '@playwright/test'
import { createMember } from '../e2e/support/people.ts'
import { logInAdmin, signIn, test } from '../e2e/support/sandbox.ts'
import { picture, reads } from '../support/pictures.ts'

const PALETTE = 'backoffice-palette'

/** Every screen of the back office that reads data, by the name of its screenshots. */
const DATA_SCREENS: Readonly<Record<string, string>> = {
  'backoffice-overview': '',
  'backoffice-alluser': '/alluser',
  'backoffice-alltransaction': '/alltransaction',
  'backoffice-withdrawals': '/withdrawals',
  'backoffice-approvals': '/approvals',
  'backoffice-plans': '/plans',
  'backoffice-campaigns': '/campaigns',
  'backoffice-ledger': '/ledger',
  'backoffice-ledger-accounts': '/ledger?view=accounts',
  'backoffice-ledger-rows': '/ledger?view=journal',
  'backoffice-ledger-account': '/ledger/account/equity',
  'backoffice-reconciliation': '/reconciliation',
  'backoffice-messages': '/messages',
  'backoffice-testimonials': '/testimonials',
  'backoffice-settings': '/settings',
  'backoffice-staff': '/staff',
  'backoffice-audit': '/audit',
  'backoffice-jobs': '/jobs',
  'backoffice-security': '/security',
}

/** Screens of empty lists and of searches without results. */
const EMPTY_SCREENS: Readonly<Record<string, string>> = {
  'backoffice-alluser': '/alluser?q=no-such-name',
  'backoffice-alltransaction': '/alltransaction?q=no-such-name',
  'backoffice-withdrawals': '/withdrawals?q=no-such-name',
  'backoffice-approvals': '/approvals?state=rejected',
  'backoffice-ledger-rows': '/ledger?view=journal&reference=nothing',
  'backoffice-messages': '/messages',
  'backoffice-testimonials': '/testimonials',
  'backoffice-audit': '/audit?search=nothing-like-this',
}

const staff = (page: Page) => logInAdmin(page, 'ruth@example.com')

const read = async (page: Page, path: string) => (await (await page.request.get(path)).json()).data

/** Creates a visitor's message and a testimonial, so that their screens have content. */
async function createMessages(page: Page) {
  const form = await (await page.request.get('/contact')).text()
  const shown = /name="shown"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''

  await createMember(page, 'Thea')
  await page.request.post('/api/user/testimonial', {
    data: {
      text: 'I could check my balance myself, and that is what I wanted.',
      shownName: 'Thea W.',
      shownAs: 'Carpenter',
      consentVersion: (await read(page, '/api/user/testimonial')).consent.version,
    },
  })

  const message = { kind: 'contact', name: 'Nadia Visitor', email: 'nadia@example.com', shown }
  await page.request.post('/api/enquiries', {
    multipart: { ...message, subject: 'A question', message: 'How long does a withdrawal take?' },
  })
}

/** Drawers and pages of one item each. */
async function listItemScreens(page: Page): Promise<Record<string, string>> {
  const [deposit] = await read(page, '/api/transactions?status=pending&size=1')
  const [withdrawal] = await read(page, '/api/admin/withdrawals?status=pending&size=1')
  const [approval] = await read(page, '/api/admin/approvals?state=waiting')
  const [testimonial] = await read(page, '/api/admin/testimonials')
  const [message] = (await read(page, '/api/admin/enquiries')).enquiries

  return {
    'backoffice-deposit': `/alltransaction?open=${deposit._id}`,
    'backoffice-withdrawal': `/withdrawals?open=${withdrawal._id}`,
    'backoffice-approval': `/approvals?open=${approval._id}`,
    'backoffice-testimonial': `/testimonials?open=${testimonial._id}`,
    'backoffice-message': `/messages?open=${message._id}`,
    [PALETTE]: '',
  }
}

async function listItemPages(page: Page) {
  const { users } = await read(page, '/api/admin/users?q=maya&size=1')
  const [plan] = await read(page, '/api/admin/plans/figures')
  return {
    'backoffice-manage-user': `/manage-user/${users[0]._id}`,
    'backoffice-plan': `/plans/${plan._id}`,
  }
}

async function findMaya(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('maya')
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function take(
  page: Page,
  state: string,
  screens: Readonly<Record<string, string>>,
  overlaid = false,
) {
  for (const [screen, path] of Object.entries(screens))
    await picture(
      page,
      `/admin-dashboard${path}`,
      { screen, state },
      { overlaid, brief: true, before: screen === PALETTE ? () => findMaya(page) : undefined },
    )
}

test.beforeEach(() => test.setTimeout(1_200_000))

test('The back office, empty.', async ({ page }) => {
  await staff(page)
  await take(page, 'empty', EMPTY_SCREENS)
})

test('The back office, full.', async ({ page }) => {
  await createMessages(page)
  await picture(
    page,
    '/admin-login',
    { screen: 'backoffice-login', state: 'full' },
    { brief: true },
  )
  await staff(page)
  await take(page, 'full', {
    ...DATA_SCREENS,
    ...(await listItemPages(page)),
    'backoffice-not-found': '/nowhere',
  })

  await take(page, 'full', await listItemScreens(page), true)
})

for (const state of ['loading', 'failed'] as const)
  test(`The back office, ${state}.`, async ({ page }) => {
    await signIn(page, 'ruth@example.com', undefined, '/api/admin/login')
    const screens = { ...DATA_SCREENS, ...(await listItemPages(page)) }
    await reads[state](page)
    await take(page, state, screens)
  })
