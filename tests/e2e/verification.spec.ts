import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { buildPdf } from '../support/pdf-file.ts'
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
async function submitBasic({ request }: Page, colour: string, back?: Buffer) {
  const path = '/api/users/verification'
  const file = { name: 'id.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
  const create = { width: 600, height: 380, channels: 3 as const, background: colour }
  file.buffer = await sharp({ create }).png().toBuffer()

  await request.put(`${path}/details`, { data: DETAILS })
  const begun = await (await request.post(`${path}/begin`, { data: { level: 'basic' } })).json()
  const id = begun.data.levels[0].verification
  for (const kind of ['identity_document', 'photo_with_code'])
    await request.post(`${path}/${id}/documents`, { multipart: { kind, file } })
  if (back) {
    const file = { name: 'back.pdf', mimeType: 'application/pdf', buffer: back }
    const multipart = { kind: 'identity_document', side: 'back', file }
    expect((await request.post(`${path}/${id}/documents`, { multipart })).ok()).toBe(true)
  }

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

/** Returns where a document is in its frame, in pixels, and how far the frame scrolls. */
const measureDocument = (page: Page) =>
  page.getByRole('region', { name: /^Identity document, front/ }).evaluate((frame) => {
    const { x, y } = frame.getBoundingClientRect()
    const [left, top] = [x + frame.clientLeft, y + frame.clientTop]
    const picture = (frame.querySelector('img') as Element).getBoundingClientRect()
    return {
      middle: [
        (left + frame.clientWidth / 2 - picture.x) / picture.width,
        (top + frame.clientHeight / 2 - picture.y) / picture.height,
      ].map((part) => Math.round(part * 100)),
      blank: [
        frame.scrollWidth - Math.max(frame.clientWidth, picture.width),
        frame.scrollHeight - Math.max(frame.clientHeight, picture.height),
      ].map((pixels) => Math.abs(Math.round(pixels))),
      bottom: Math.round(picture.bottom - top - frame.clientHeight),
    }
  })

const expectMiddle = (page: Page, message: string) =>
  expect
    .poll(() => measureDocument(page), { message })
    .toMatchObject({ middle: [50, 50], blank: [0, 0] })

test('A document zooms and rotates about its middle, and the keyboard reaches its end.', async ({
  page,
  browser,
}) => {
  await createMember(page, 'Astrid', 'Ek')
  await submitBasic(page, '#2f4f6f', buildPdf([]))

  const staff = await (await browser.newContext()).newPage()
  await logInAdmin(staff, 'ines@example.com')
  await staff.goto('/admin-dashboard/verifications')
  await staff.getByRole('row').filter({ hasText: 'Astrid Ek' }).locator('[data-row-action]').click()
  await expect(staff.getByRole('definition').filter({ hasText: '11122' })).toHaveText('11122')
  await staff.getByRole('button', { name: /^Identity document, back/ }).click()
  await expect(staff.getByText(/^PDF files aren’t displayed here/)).toBeVisible()
  await expect(staff.getByRole('link', { name: /^Download the PDF \(\d+ bytes\)$/ })).toBeVisible()

  const arrival = Promise.withResolvers<void>()
  await staff.route(/\/documents\//, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await staff.getByRole('button', { name: /^Identity document, front/ }).click()
  const frame = staff.getByRole('region', { name: /^Identity document, front/ })
  await staff.getByRole('button', { name: 'Zoom in' }).click()
  arrival.resolve()
  await expect
    .poll(() => frame.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(600)
  await expect(frame.getByRole('img')).toBeVisible()

  await expectMiddle(staff, 'Arrival')
  for (const name of ['Zoom in', 'Rotate', 'Zoom in', 'Rotate', 'Rotate']) {
    await staff.getByRole('button', { name }).click()
    await expectMiddle(staff, name)
  }

  await frame.focus()
  await frame.press('End')
  await expect.poll(async () => (await measureDocument(staff)).bottom).toBeLessThanOrEqual(1)
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
