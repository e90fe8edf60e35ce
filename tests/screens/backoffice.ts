import { expect, type Page } from '@playwright/test'
import { newMember } from '../e2e/support/people.ts'
import { logInAdmin, signIn, test } from '../e2e/support/sandbox.ts'
import { picture, reads } from '../support/pictures.ts'

const FORM_AGE_MS = 3_500
const PALETTE = 'office-palette'

/** Every screen of the back office that reads data, by the name of its screenshots. */
const READING: Readonly<Record<string, string>> = {
  'office-overview': '',
  'office-alluser': '/alluser',
  'office-alltransaction': '/alltransaction',
  'office-withdrawals': '/withdrawals',
  'office-approvals': '/approvals',
  'office-plans': '/plans',
  'office-campaigns': '/campaigns',
  'office-ledger': '/ledger',
  'office-ledger-accounts': '/ledger?view=accounts',
  'office-ledger-rows': '/ledger?view=journal',
  'office-ledger-account': '/ledger/account/equity',
  'office-reconciliation': '/reconciliation',
  'office-messages': '/messages',
  'office-testimonials': '/testimonials',
  'office-settings': '/settings',
  'office-staff': '/staff',
  'office-audit': '/audit',
  'office-jobs': '/jobs',
  'office-security': '/security',
}

/** Screens of empty lists and of searches without results. */
const NOTHING: Readonly<Record<string, string>> = {
  'office-alluser': '/alluser?q=nobody-like-this',
  'office-alltransaction': '/alltransaction?q=nobody-like-this',
  'office-withdrawals': '/withdrawals?q=nobody-like-this',
  'office-approvals': '/approvals?state=rejected',
  'office-ledger-rows': '/ledger?view=journal&reference=nothing',
  'office-messages': '/messages',
  'office-testimonials': '/testimonials',
  'office-audit': '/audit?words=nothing-like-this',
}

const staff = (page: Page) => logInAdmin(page, 'ruth@example.com')

const read = async (page: Page, path: string) => (await (await page.request.get(path)).json()).data

/** Creates a visitor's message and a testimonial, so that their screens have content. */
async function createMessages(page: Page) {
  const form = await (await page.request.get('/contact')).text()
  const shown = /name="shown"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''

  await newMember(page, 'Thea')
  await page.request.post('/api/user/testimonial', {
    data: {
      words: 'I could check my balance myself, and that is what I wanted.',
      shownName: 'Thea W.',
      shownAs: 'Carpenter',
      consentVersion: (await read(page, '/api/user/testimonial')).consent.version,
    },
  })

  await page.waitForTimeout(FORM_AGE_MS)

  const message = { kind: 'contact', name: 'Nadia Visitor', email: 'nadia@example.com', shown }
  await page.request.post('/api/enquiries', {
    multipart: { ...message, subject: 'A question', message: 'How long does a withdrawal take?' },
  })
}

/** Drawers and pages of one item each. */
async function ofOneThing(page: Page): Promise<Record<string, string>> {
  const [deposit] = await read(page, '/api/transactions?status=pending&size=1')
  const [withdrawal] = await read(page, '/api/admin/withdrawals?status=pending&size=1')
  const [approval] = await read(page, '/api/admin/approvals?state=waiting')
  const [testimonial] = await read(page, '/api/admin/testimonials')
  const [message] = (await read(page, '/api/admin/enquiries')).enquiries

  return {
    'office-deposit': `/alltransaction?open=${deposit._id}`,
    'office-withdrawal': `/withdrawals?open=${withdrawal._id}`,
    'office-approval': `/approvals?open=${approval._id}`,
    'office-testimonial': `/testimonials?open=${testimonial._id}`,
    'office-message': `/messages?open=${message._id}`,
    [PALETTE]: '',
  }
}

async function pagesOfOne(page: Page) {
  const { users } = await read(page, '/api/admin/users?q=maya&size=1')
  const [plan] = await read(page, '/api/admin/plans/figures')
  return {
    'office-manage-user': `/manage-user/${users[0]._id}`,
    'office-plan': `/plans/${plan._id}`,
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

test('the office’s screens, empty', async ({ page }) => {
  await staff(page)
  await take(page, 'empty', NOTHING)
})

test('the office’s screens, full', async ({ page }) => {
  await createMessages(page)
  await picture(page, '/admin-login', { screen: 'office-login', state: 'full' }, { brief: true })
  await staff(page)
  await take(page, 'full', {
    ...READING,
    ...(await pagesOfOne(page)),
    'office-not-found': '/nowhere',
  })

  await take(page, 'full', await ofOneThing(page), true)
})

for (const state of ['loading', 'failed'] as const)
  test(`the office’s screens, ${state}`, async ({ page }) => {
    await signIn(page, 'ruth@example.com', undefined, '/api/admin/login')
    const screens = { ...READING, ...(await pagesOfOne(page)) }
    await reads[state](page)
    await take(page, state, screens)
  })
