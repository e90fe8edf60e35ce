import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { approveProposal } from './support/approvals.ts'
import { createMember } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInAdmin,
  test,
} from './support/sandbox.ts'

const DETAILS = {
  birthDate: '1990-05-31',
  nationality: 'SE',
  street: 'Example Street 1',
  city: 'Sampleton',
  postalCode: '11122',
  country: 'SE',
  version: 0,
}

/** Submits a basic verification by the interface, as the signed-in member of a page. */
async function submitBasic({ request }: Page, colour: string) {
  const path = '/api/users/verification'
  const file = { name: 'id.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
  const create = { width: 600, height: 380, channels: 3 as const, background: colour }
  file.buffer = await sharp({ create }).png().toBuffer()

  await request.put(`${path}/details`, { data: DETAILS })
  const begun = await (await request.post(`${path}/begin`, { data: { level: 'basic' } })).json()
  const id = begun.data.levels[0].verification
  for (const kind of ['identity_document', 'photo_with_code'])
    await request.post(`${path}/${id}/documents`, { multipart: { kind, file } })

  expect((await request.post(`${path}/${id}/submit`)).ok()).toBe(true)
}

test('A reviewer views the documents, confirms each check and passes the verification.', async ({
  page,
  browser,
}) => {
  test.slow()
  await createMember(page, 'Signe', 'Lund')
  await submitBasic(page, '#2f6f4f')

  const staff = await (await browser.newContext()).newPage()
  await logInAdmin(staff, 'ines@example.com')
  await staff.getByRole('link', { name: /^Compliance/ }).click()
  const row = staff.getByRole('row').filter({ hasText: 'Signe Lund' }).first()
  await expect(row).toContainText('In review')
  await expectAccessible(staff)

  await row.locator('[data-row-action]').click()
  await expect(staff.getByRole('heading', { name: 'Signe Lund: Basic' })).toBeVisible()
  await staff.getByRole('button', { name: /^Identity document, front/ }).click()
  const picture = staff.getByRole('img', { name: /^Identity document, front/ })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(600)
  await staff.getByRole('button', { name: 'Zoom in' }).click()
  await staff.getByRole('button', { name: 'Rotate' }).click()
  await expectAccessible(staff)

  await staff.getByLabel('Document valid until').fill('2040-01-01')
  await staff.getByRole('checkbox', { name: /^The name is the same/ }).check()
  await staff.getByRole('button', { name: 'Approve verification' }).click()
  await expect(staff.getByText(/Please confirm each check/).first()).toBeVisible()
  await expect(staff.getByLabel('Document valid until')).toHaveValue('2040-01-01')
  for (const box of await staff.getByRole('checkbox').all()) await box.check()
  await staff.getByRole('button', { name: 'Approve verification' }).click()

  await expect(staff.getByText('Passed', { exact: true }).first()).toBeVisible()
  await expect(staff.getByText('Re-check date')).toBeVisible()
  await staff.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(staff)
  await staff.context().close()
})

test(
  'A reviewer asks again with the documents, and a refusal takes two admins.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    await createMember(page, 'Henrik', 'Berg')
    await submitBasic(page, '#7f2f4f')

    const staff = await (await browser.newContext()).newPage()
    await logInAdmin(staff, 'ines@example.com')
    const open = async () => {
      await staff.goto('/admin-dashboard/verifications')
      const row = staff.getByRole('row').filter({ hasText: 'Henrik Berg' }).first()
      await row.locator('[data-row-action]').click()
    }

    await open()
    await staff.getByRole('button', { name: 'Request new documents…' }).click()
    const asking = staff.getByRole('dialog', { name: 'Ask Henrik Berg to try again?' })
    await asking.getByRole('checkbox', { name: /photo with the code/ }).check()
    await asking.getByRole('button', { name: 'Send request' }).click()
    await expect(asking.getByText(/Please write what the member has to do/).first()).toBeVisible()
    await expect(asking.getByRole('checkbox', { name: /photo with the code/ })).toBeChecked()
    await expectAccessible(staff)
    await asking.getByLabel('What to do').fill('The photo is too dark. Take it by daylight.')
    await asking.getByRole('button', { name: 'Send request' }).click()
    await expect(staff.getByText('The member was asked to try again')).toBeVisible()

    await submitBasic(page, '#4f2f7f')
    await open()
    await staff.getByRole('button', { name: 'Propose refusal…' }).click()
    const refusing = staff.getByRole('dialog', { name: 'Refuse to verify Henrik Berg?' })
    await refusing.getByLabel('Reason').fill('The document is of another person.')
    await refusing.getByRole('button', { name: 'Propose refusal' }).click()
    await expect(staff.getByText(/Refusal proposed by Ines Carvalho/)).toBeVisible()

    const owner = await (await browser.newContext()).newPage()
    await logInAdmin(owner, 'ruth@example.com')
    await owner.goto('/admin-dashboard/approvals')
    const proposed = owner.getByRole('row').filter({ hasText: 'Identity refusal' }).first()
    await proposed.locator('[data-row-action]').click()
    await expect(owner.getByRole('dialog', { name: 'Proposal' })).toContainText(
      'The document is of another person.',
    )
    await approveProposal(owner)

    await expect(
      staff.getByText('Ines Carvalho, approved by Ruth Tanaka', { exact: false }),
    ).toBeVisible()
    await staff.context().close()
    await owner.context().close()
  },
)
