import type { Page } from '@playwright/test'
import { complete, fileInput, quote } from './support/deposit.ts'
import { callAsStaff, createMember, PASSWORD, picture } from './support/people.ts'
import { DEEP_ONLY, expect, logIn, test } from './support/sandbox.ts'

test(
  'Success toasts last two seconds, error toasts four, and Copied! three.',
  DEEP_ONLY,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await createMember(page, 'Oda')
    await quote(page, { amount: '1200' })
    await page.clock.install()
    await page.reload()

    const copy = page.getByRole('button', { name: 'Copy', exact: true })
    await expect(copy).toBeVisible()

    await page.clock.pauseAt(Date.now() + 60_000)

    const expectToast = async (text: string, ms: number) => {
      const message = page.getByText(text).first()
      await page.clock.runFor(50)

      await expect(message).toBeVisible()

      await page.clock.runFor(ms - 250)
      await expect(message).toBeVisible()

      await page.clock.runFor(1_000)
      await expect(message).toBeHidden()
    }

    await copy.click()
    await expectToast('Address copied to clipboard!', 2_000)

    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()

    await page.clock.runFor(1_000)
    await expect(copy).toBeVisible()

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await copy.click()
    await expectToast('Failed to copy address.', 4_000)
  },
)

test('A confirmed deposit appears on every device without a reload, also after reconnecting.', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)

  const email = await createMember(page, 'Torunn')
  const id = await quote(page, { amount: '1000' })

  await fileInput(page).setInputFiles(await picture())
  await complete(page).click()
  await page.waitForURL(/deposit-submitted/)
  await page.goto('/dashboard')

  const devices = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()))
  for (const device of devices) await logIn(device, email, PASSWORD)

  const [phone, laptop] = devices as [Page, Page]
  const expectInvested = (device: Page) =>
    expect(device.getByLabel('Balances')).toContainText('$1,000.00 invested')

  await expect(phone.getByText('Not included in your balance yet', { exact: true })).toBeVisible()

  await laptop.goto(`/dashboard/deposit-details?id=${id}`)
  await expect(laptop.getByRole('heading', { name: 'Your deposit is in review' })).toBeVisible()

  await phone.context().setOffline(true)
  await callAsStaff(page.request, `/api/transactions/${id}/confirm`)
  await expectInvested(page)

  await expect(laptop.getByRole('heading', { name: 'Your deposit is completed' })).toBeVisible()
  await expect(phone.getByText('You’re offline')).toBeVisible()

  await phone.context().setOffline(false)
  await expectInvested(phone)
  for (const device of devices) await device.context().close()
})
