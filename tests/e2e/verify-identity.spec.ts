import type { Locator, Page } from '@playwright/test'
import { callAsStaff, createMember, focusByTab, PASSWORD, picture } from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  followAddress,
  logIn,
  test,
} from './support/sandbox.ts'

test.use({ breaksConnection: true })

const ADDRESS = '/dashboard/verification'
const HUGE_BYTES = 11 * 1024 * 1024

/** A file whose name says more than its content. */
const PROGRAM = { name: 'setup.png', mimeType: 'image/png', buffer: Buffer.from('MZ program') }
const HUGE = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(HUGE_BYTES) }

const getStatus = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: `${count} of 2 required documents uploaded` })

const chooseFile = async (
  page: Page,
  button: Locator,
  file: Awaited<ReturnType<typeof picture>>,
) => {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(file)
}

/** Saves the personal details by the call of the form. */
const saveDetails = (page: Page) =>
  page.request.put('/api/users/verification/details', {
    data: {
      birthDate: '1990-05-31',
      nationality: 'SE',
      street: 'Sample Street 1',
      city: 'Uppsala',
      postalCode: '75310',
      country: 'SE',
      version: 0,
    },
  })

/** Calls staff about the newest verification of the signed-in member. */
async function decide(page: Page, decision: 'return' | 'pass', data: object) {
  const answer = await (await page.request.get('/api/users/verification')).json()
  const [{ verification }] = answer.data.levels

  await callAsStaff(page.request, `/api/admin/verifications/${verification}/${decision}`, data)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('A member verifies their identity through a lost connection, a reload and a retake.', async ({
    page,
    context,
  }) => {
    test.slow()
    await createMember(page, 'Nora')
    await saveDetails(page)
    await page.goto(ADDRESS)
    await page.getByRole('link', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page.getByText('Your code of')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    const takePhoto = page.getByRole('button', { name: 'Take a photo' })
    const upload = page.getByRole('button', { name: 'Upload' })

    await test.step('A wrong and a large file are rejected before they are sent.', async () => {
      await chooseFile(page, takePhoto.first(), PROGRAM)
      await expect(page.getByText('This file isn’t what its name says.')).toBeVisible()
      await page.locator('input[type=file]:not([capture])').first().setInputFiles(HUGE)
      await expect(page.getByText('This file is larger than 10 MB.')).toBeVisible()
    })

    await test.step('An upload that lost its connection continues by itself.', async () => {
      await expect(page.locator('input[capture=environment]')).toHaveCount(2)
      await expect(page.locator('input[capture=user]')).toHaveCount(1)
      await chooseFile(page, takePhoto.first(), await picture('card.png', 640))
      await expect(page.getByAltText('Preview: Identity document, front')).toBeVisible()

      await context.setOffline(true)
      await upload.click()
      await expect(page.getByText('The connection was lost.')).toBeVisible()
      await context.setOffline(false)
      await expect(getStatus(page, 1)).toBeVisible()
    })

    await test.step('After a reload both the uploaded and the chosen file are there.', async () => {
      await chooseFile(page, takePhoto.last(), await picture('me.png', 24))
      await expect(page.getByText('This picture is small (24 by 24 pixels).')).toBeVisible()
      await page.reload()

      await expect(getStatus(page, 1)).toBeVisible()
      await expect(page.getByAltText('Preview: Photo of you with the code')).toBeVisible()
      await page.route('**/api/users/verification/*/documents', (route) => route.abort(), {
        times: 1,
      })
      await upload.click()
      await expect(getStatus(page, 2)).toBeVisible()
    })

    await test.step('What is submitted waits for its review by the promised time.', async () => {
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Sample Street 1, 75310 Uppsala, Sweden')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(
        page.getByRole('heading', { name: 'We’re reviewing your documents' }),
      ).toBeFocused()
      await expect(page.getByText(/^By \d/)).toBeVisible()
    })

    await test.step('A rejected photo is taken again; the other document stays.', async () => {
      const memberReason = 'The photo is too dark.'
      await decide(page, 'return', { memberReason, documents: ['photo_with_code'] })
      await expect(page.getByText(memberReason)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'Send documents again' }).click()
      await expect(getStatus(page, 1)).toBeVisible()
      await expect(page.getByText(memberReason)).toBeVisible()

      await chooseFile(page, takePhoto.last(), await picture('again.png', 20))
      await upload.click()
      await expect(getStatus(page, 2)).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByText(/^By \d/)).toBeVisible()
    })

    await test.step('A passed verification is shown with its date, also on the profile.', async () => {
      await decide(page, 'pass', {
        confirmed: ['name', 'birthDate', 'photo', 'code'],
        documentValidUntil: '2032-01-01',
        recheckOn: '2028-11-20',
      })
      await expect(page.getByRole('heading', { name: 'Level Basic is verified' })).toBeVisible()
      await expectAccessible(page)

      await followAddress(page, '/dashboard/user-profile')
      await expect(page.getByText('Basic, renew before 20 Nov 2028')).toBeVisible()
    })
  })
})

test(
  'A member verifies by keyboard alone, loses nothing typed, and continues on another device.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.slow()
    const email = await createMember(page, 'Ivar')
    await page.goto(`${ADDRESS}?level=basic&step=details`)
    const save = page.getByRole('button', { name: 'Save and continue' })

    await test.step('Each wrong field is named, and what was typed survives a reload.', async () => {
      await focusByTab(page, page.getByLabel('Street and number'))
      await page.keyboard.type('Sample Street 2')
      await focusByTab(page, save)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
      await expectAccessible(page)

      await page.reload()
      await expect(page.getByLabel('Street and number')).toHaveValue('Sample Street 2')
    })

    await test.step('The corrected form leads to the documents.', async () => {
      await focusByTab(page, page.getByLabel('Date of birth'))
      await page.keyboard.type('05311990')
      await focusByTab(page, page.getByLabel('Nationality'))
      await page.keyboard.type('Swed')
      await focusByTab(page, page.getByLabel('Town or city'))
      await page.keyboard.type('Uppsala')
      await focusByTab(page, page.getByLabel('Country', { exact: true }))
      await page.keyboard.type('Swed')
      await focusByTab(page, save)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Your documents', level: 1 })).toBeFocused()
    })

    await test.step('A document is chosen and uploaded by keyboard.', async () => {
      const chooser = page.waitForEvent('filechooser')
      await focusByTab(page, page.getByRole('button', { name: 'Choose file' }).first())
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(await picture('card.png', 30))
      await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible()
      await focusByTab(page, page.getByRole('button', { name: 'Upload' }))
      await page.keyboard.press('Enter')
      await expect(getStatus(page, 1)).toBeVisible()
      await expect(
        page.getByRole('button', { name: /replace: Identity document, front/ }),
      ).toBeFocused()
      await expectAccessible(page)
    })

    await test.step('A phone shows what is uploaded, and the computer what the phone adds.', async () => {
      await expect(page.getByRole('img', { name: 'Address of this page' })).toBeVisible()
      const phone = await (await browser.newContext({ hasTouch: true, isMobile: true })).newPage()
      await logIn(phone, email, PASSWORD)
      await phone.goto(ADDRESS)
      await expect(getStatus(phone, 1)).toBeVisible()

      const photo = phone.getByRole('button', { name: 'Take a photo' }).last()
      await chooseFile(phone, photo, await picture('me.png', 34))
      await phone.getByRole('button', { name: 'Upload' }).click()
      await expect(getStatus(phone, 2)).toBeVisible()
      await expect(getStatus(page, 2)).toBeVisible()
      await phone.context().close()
    })
  },
)

test('An outside provider takes over in the same tab.', async ({ page }) => {
  await createMember(page, 'Runa')
  await saveDetails(page)
  const begun = await page.request.post('/api/users/verification/begin', {
    data: { level: 'basic' },
  })
  expect(begun.ok(), await begun.text()).toBe(true)
  await page.route('**/api/users/verification{,/begin}', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.provider = 'sumsub'
    json.data.levels[0].provider = 'sumsub'
    if (route.request().method() === 'POST') json.data.levels[0].link = '/contact?check=1'
    await route.fulfill({ response, json })
  })

  await page.goto(ADDRESS)
  await expect(page.getByText('Our identity provider, Sumsub')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to identity check' }).click()
  await page.waitForURL('**/contact?check=1')
})
