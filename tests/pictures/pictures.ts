import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { SAMPLE_PASSWORD, signIn, test } from '../e2e/support/sandbox.ts'
import { PICTURES } from './list.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')

async function savePicture(page: Page, name: string) {
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForTimeout(1_000) // charts draw themselves

  const shot = await page.screenshot({ animations: 'disabled' })
  await sharp(shot)
    .resize({ width: 1_200 })
    .png({ palette: true, colours: 128, effort: 7 })
    .toFile(join(FOLDER, `${name}.png`))
}

for (const { name, address, signInAs, admin } of PICTURES)
  test(`The picture ${name} shows the page as it is.`, async ({ page }) => {
    await page.setViewportSize({ width: 1_440, height: 1_000 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })

    if (signInAs)
      await signIn(page, signInAs, SAMPLE_PASSWORD, admin ? '/api/admin/login' : '/api/user/login')
    await page.goto(address)
    await savePicture(page, name)
  })
