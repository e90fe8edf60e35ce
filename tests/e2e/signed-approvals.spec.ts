import type { Page } from '@playwright/test'
import { callAsStaff } from './support/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const APPROVALS = '/admin-dashboard/approvals'
const SECURITY = '/admin-dashboard/security'

/** Adds a virtual authenticator, and returns how its person is verified from then on. */
async function withDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  return (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

/** Proposes a payment of capital as Ines and opens it as Ruth. */
async function openProposal(page: Page, reason: string) {
  await callAsStaff(page.request, '/api/admin/treasury/capital/out', {
    currency: 'USD',
    amount: '12.50',
    destination: 'The operator’s own account',
    reason,
  })
  const list = await page.request.get('/api/admin/approvals?state=waiting')
  const { data } = await list.json()
  await page.goto(`${APPROVALS}?open=${data[0]._id}`)
  await expect(drawer(page).getByText(reason)).toBeVisible()
  await drawer(page)
    .getByRole('button', { name: /^Approve/ })
    .click()
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Proposal', exact: true })
const ask = (page: Page) => page.getByRole('dialog', { name: /^Approve / })
const press = (page: Page) =>
  ask(page)
    .getByRole('button', { name: /^Approve/ })
    .click()

test('An admin adds an approval key and signs with it; cancelled, nothing is approved.', async ({
  page,
}) => {
  test.slow()
  await logInAdmin(page, 'ruth@example.com')
  await openProposal(page, 'Dividend of the first quarter.')
  await expect(ask(page)).toContainText('Signed by a software key of the sandbox')
  await expectAccessible(page)
  await press(page)
  await expect(drawer(page)).toContainText('Signed by a software key of the sandbox, which proves')

  const setVerified = await withDevice(page)
  await page.goto(SECURITY)
  await page.getByRole('button', { name: 'Add an approval key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const added = page.getByRole('dialog', { name: 'Approval key added.' })
  await expect(added).toContainText('Computed by this browser')
  await expect(added).not.toContainText('The server stored another key')
  const sha256 = /[0-9a-f]{64}/.exec(await added.innerText())?.[0] ?? 'no SHA-256'
  await expectAccessible(page)
  await added.getByRole('button', { name: 'Done' }).click()
  const own = page.getByRole('listitem').filter({ hasText: '(you)' }).filter({ hasText: 'Active' })
  await expect(own).toContainText(sha256)
  await expectAccessible(page)

  await openProposal(page, 'Dividend of the second quarter.')
  await expect(ask(page)).toContainText('You sign this with your approval key')
  await setVerified(false)
  await press(page)
  await expect(ask(page)).toContainText('Nothing was approved')
  await expectAccessible(page)

  await setVerified(true)
  await press(page)
  await expect(drawer(page)).toContainText('Signed with approval key')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.goto(SECURITY)
  await own.getByRole('button', { name: /^End the approval key/ }).click()
  const end = page.getByRole('dialog', { name: /^End this approval key/ })
  await end.getByLabel('Reason').fill('Only for this test.')
  await end.getByRole('button', { name: 'End key' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ended' }).first()).toBeVisible()
})
