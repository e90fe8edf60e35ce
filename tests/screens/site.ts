import { expect, type Page } from '@playwright/test'
import { PAGES } from '../../src/web/site/pages.ts'
import { picture } from '../e2e/support/people.ts'
import { test } from '../e2e/support/sandbox.ts'
import { savePictures } from '../support/pictures.ts'

/** Scrolls through the page so that every drawing is drawn, and back to the top. */
async function renderDrawings(page: Page) {
  await expect(page.getByRole('main')).toBeVisible()

  await page.evaluate(async () => {
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at)
      await new Promise((done) => setTimeout(done, 60))
    }
    scrollTo(0, 0)
  })

  await page.waitForTimeout(300)
}

const toPictureName = (path: string) => path.slice(1).replaceAll('/', '-') || 'home'

test('The public pages.', async ({ page }) => {
  test.setTimeout(1_200_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  for (const path of [...PAGES.map((one) => one.path), '/nowhere']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await renderDrawings(page)
    await savePictures(page, `site/${toPictureName(path)}`, { lines: true })
  }
})

const FORMS = [
  { path: '/contact', button: 'Send message', subject: 'Subject' },
  { path: '/career', button: 'Send application', subject: 'Position' },
]

for (const { path, button, subject } of FORMS)
  test(`The form of ${path}: empty, rejected and sent.`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })

    const saveFormPicture = (state: string) =>
      savePictures(page, `site/${toPictureName(path)}-form-${state}`, {
        lines: true,
        of: page.locator(`#${toPictureName(path)}-form`),
      })

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    if (path === '/career') await page.getByText('Submit Resume').click()
    await saveFormPicture('empty')
    await page.getByLabel('Email').fill('nadia')
    await page.getByRole('button', { name: button }).click()

    await expect(page.getByRole('alert').first()).toBeVisible()

    await saveFormPicture('refused')
    await page.getByLabel('Name').fill('Nadia Visitor')
    await page.getByLabel('Email').fill('nadia@example.com')
    await page.getByLabel(subject).fill('A question about notice')
    await page.getByLabel('Message').fill('How long is the notice?')
    if (path === '/career') await page.getByLabel('CV').setInputFiles(await picture('cv.png'))
    await page.getByRole('button', { name: button }).click()

    await expect(page.getByText('we’ve got your message')).toBeVisible()

    await saveFormPicture('sent')
  })
