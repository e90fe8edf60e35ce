import type { Page } from '@playwright/test'
import { expect } from './sandbox.ts'

export const complete = (page: Page) => page.getByRole('button', { name: 'Complete Payment' })
export const fileInput = (page: Page) => page.locator('input[type=file]').first()
export const readDepositId = (page: Page) => new URL(page.url()).searchParams.get('id') ?? ''

/** Takes a quote with the mouse. Returns its id. */
export async function quote(
  page: Page,
  { family = 'crypto', plan = 'BASIC', amount = '2500', method = 'USDT' } = {},
) {
  await page.goto(`/dashboard/${family}`)
  await page.getByRole('radio', { name: new RegExp(plan) }).check()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/deposit-details/)

  await expect(page.getByRole('img', { name: /QR code for/ })).toBeVisible()

  return readDepositId(page)
}
