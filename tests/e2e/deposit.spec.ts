import type { Page } from '@playwright/test'
import { complete, fileInput, quote, readDepositId } from './support/deposit.ts'
import {
  callAsStaff,
  createMember,
  fetchInside,
  focusByTab,
  getErrorSummary,
  PASSWORD,
  picture,
} from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  signIn,
  test,
} from './support/sandbox.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

async function expectGood(page: Page) {
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

test(
  'A deposit is made by keyboard, and going back retains every choice.',
  DEEP_ONLY,
  async ({ page, context }) => {
    test.setTimeout(150_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await createMember(page, 'Ragna')
    await page.goto('/dashboard/deposit')
    await focusByTab(page, page.getByRole('link', { name: 'Crypto Plans' }))
    await page.keyboard.press('Enter')

    await test.step('plan, amount and method', async () => {
      await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()

      await focusByTab(page, page.getByRole('radio', { name: /BASIC/ }))
      await page.keyboard.press('Space')

      await expect(page.getByText('BASIC selected')).toBeVisible()
      await expect(page.getByText('2 of 4', { exact: true })).toBeVisible()

      await focusByTab(page, page.getByRole('textbox', { name: 'Amount' }))
      await page.keyboard.type('2,500')
      await focusByTab(page, page.getByRole('radio', { name: /Bitcoin/ }))
      await page.keyboard.press('Space')

      await expect(page.getByText('Bitcoin selected')).toBeVisible()
      await expect(
        page.getByRole('heading', { name: 'Illustration, not a forecast' }),
      ).toBeVisible()
      await expect(
        page.getByText(/Worst month of the BASIC plan so far|has no monthly results yet/),
      ).toBeVisible()
      await expect(page.getByText('Bitcoin withdrawal fee: $5.00.')).toBeVisible()

      await expectGood(page)
      await focusByTab(page, page.getByRole('button', { name: 'Proceed to Payment' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(/deposit-details/)
    })

    const id = readDepositId(page)
    await test.step('amount, address, network and QR code', async () => {
      await expect(page.getByText('3 of 4', { exact: true })).toBeVisible()
      await expect(page.getByText('bitcoin, Bitcoin')).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^(19|20):\d\d$/)

      const code = await page.getByRole('img', { name: /QR code for/ }).boundingBox()
      expect(Math.min(code?.width ?? 0, code?.height ?? 0)).toBeGreaterThanOrEqual(128)

      await focusByTab(page, page.getByRole('button', { name: 'Copy', exact: true }))
      await page.keyboard.press('Enter')

      await expect(page.getByText('Address copied to clipboard!')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^tb1q/)
      await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
        'href',
        /^bitcoin:tb1q.*amount=0\./,
      )

      await expectGood(page)
      await page.setViewportSize(PHONE)

      await expect(page.getByText('Step 3 of 4: send payment')).toBeVisible()

      await page.setViewportSize(WIDE)
    })

    await test.step('A done step links back to its field, and the same choice gives the same quote.', async () => {
      await focusByTab(page, page.getByRole('link', { name: 'Amount', exact: true }))
      await page.keyboard.press('Enter')

      await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500.00')
      await expect(page.getByRole('radio', { name: /BASIC/ })).toBeChecked()
      await expect(page.getByRole('radio', { name: /Bitcoin/ })).toBeChecked()

      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`deposit-details.*${id}`))
    })

    await test.step('Without a proof the field shows an error; with one the deposit is in review.', async () => {
      await focusByTab(page, complete(page))
      await page.keyboard.press('Enter')

      await expect(
        getErrorSummary(page, 'Please upload proof of payment before completing the payment.'),
      ).toBeVisible()

      const choosing = page.waitForEvent('filechooser')
      await focusByTab(page, page.getByRole('button', { name: 'Choose file' }))
      await page.keyboard.press('Enter')
      await (await choosing).setFiles(await picture())

      await expect(page.getByText('File receipt.png selected successfully!').first()).toBeVisible()

      await focusByTab(page, complete(page))
      await page.keyboard.press('Enter')

      await page.waitForURL(/\/dashboard\/deposit-submitted/)
      await expect(page.getByRole('heading', { name: 'Deposit submitted' })).toBeFocused()

      await page.reload()
      await expect(page.getByText(id, { exact: true }), 'the reference').toBeVisible()
      await expect(page.getByText(/We aim to review it by/)).toBeVisible()
      await expectGood(page)
    })

    await test.step('Afterwards the deposit’s page shows each state.', async () => {
      await page.goto(`/dashboard/deposit-details?id=${id}`)
      await expect(page.getByRole('heading', { name: 'Your deposit is in review' })).toBeVisible()
      await expect(page.getByText('4 of 4', { exact: true })).toBeVisible()

      await expectGood(page)
      await callAsStaff(page.request, `/api/transactions/${id}/confirm`)

      await expect(page.getByRole('heading', { name: 'Your deposit is completed' })).toBeVisible()
      await expect(page.getByRole('link', { name: /Ledger entry L-\d+/ })).toBeVisible({
        timeout: 15_000,
      })

      await expectGood(page)
    })
  },
)

test(
  'A proof is dropped, pasted or photographed, and unusable files show the reason.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    await signIn(page, 'tomas@example.com')
    await quote(page)

    const zone = page.locator('[data-state]')
    const dispatchFile = (steps: readonly string[], name: string, type: string) =>
      zone.evaluate(
        (element, [events, file, mime]) => {
          const data = new DataTransfer()
          data.items.add(new File(['x'], file, { type: mime }))

          const init = { bubbles: true, cancelable: true }
          for (const event of events)
            if (event === 'paste')
              document.dispatchEvent(new ClipboardEvent(event, { ...init, clipboardData: data }))
            else element.dispatchEvent(new DragEvent(event, { ...init, dataTransfer: data }))
        },
        [steps, name, type] as const,
      )

    await expect(zone).toHaveAttribute('data-state', 'idle')

    await dispatchFile(['dragenter', 'dragover'], 'dropped.png', 'image/png')
    await expect(zone).toHaveAttribute('data-state', 'active')

    await dispatchFile(['drop'], 'dropped.png', 'image/png')
    await expect(page.getByText('File dropped.png selected successfully!').first()).toBeVisible()
    await expect(zone).toHaveAttribute('data-state', 'accepted')

    await dispatchFile(['paste'], 'pasted.webp', 'image/webp')
    await expect(page.getByRole('button', { name: 'Remove pasted.webp' })).toBeVisible()

    await dispatchFile(['drop'], 'notes.txt', 'text/plain')
    await expect(
      page.getByText('We can’t accept this file type. Choose a PNG, JPEG, WebP or PDF file.'),
    ).toBeVisible()
    await expect(zone).toHaveAttribute('data-state', 'rejected')
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)

    await expectAccessible(page)

    const phone = await (
      await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
    ).newPage()
    await signIn(phone, 'tomas@example.com')
    await phone.goto(page.url())

    const taking = phone.waitForEvent('filechooser')
    await phone.getByRole('button', { name: 'Take a photo' }).click()

    const camera = await taking
    expect(await camera.element().getAttribute('capture')).toBe('environment')

    await camera.setFiles(await picture('photo.png'))
    await expect(phone.getByRole('button', { name: 'Remove photo.png' })).toBeVisible()

    await phone.context().close()
  },
)

test.describe('on a line that breaks', () => {
  test.use({ breaksConnection: true })

  test(
    'Uploads show progress and can be cancelled; connection losses and reloads lose nothing.',
    DEEP_ONLY,
    async ({ page, context }) => {
      test.setTimeout(120_000)
      await createMember(page, 'Vidar')

      const id = await quote(page, { amount: '3000' })
      const keys: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/deposit'))
          keys.push(request.headers()['idempotency-key'] ?? '')
      })

      const line = await context.newCDPSession(page)
      await line.send('Network.enable')

      const speed = (uploadThroughput: number) =>
        line.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput,
        })

      await fileInput(page).setInputFiles(await picture('large.png', 800))

      await test.step('Progress is shown as text and bar, and can be cancelled.', async () => {
        await speed(150_000)
        await complete(page).click()

        await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
        await expect(page.getByText(/^Uploading, [1-9]\d?%$/)).toBeVisible()
        await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()

        await expectAccessible(page)
        await page.getByRole('button', { name: 'Cancel' }).click()

        await expect(complete(page)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Remove large.png' })).toBeVisible()

        await speed(-1)
      })

      await test.step('Offline is shown, and a retry loses nothing.', async () => {
        await context.setOffline(true)
        await expect(page.getByText('You’re offline')).toBeVisible()

        await complete(page).click()
        await expect(
          page.getByText('We can’t reach the server. Nothing is lost').first(),
        ).toBeVisible()
        await expect(page.getByRole('button', { name: 'Remove large.png' })).toBeVisible()

        await context.setOffline(false)
        await expect(page.getByText('You’re offline')).toBeHidden()
      })

      await test.step('A lost response is repeated for the same key, also after a reload.', async () => {
        await line.send('Fetch.enable', {
          patterns: [{ urlPattern: '*/api/deposit', requestStage: 'Response' }],
        })

        const lost = new Promise<void>((resolve) =>
          line.once('Fetch.requestPaused', async ({ requestId }) => {
            await line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionAborted' })
            await line.send('Fetch.disable')
            resolve()
          }),
        )

        await page.route(`**/api/deposit/${id}`, (route) => route.abort())
        await complete(page).click()
        await lost

        await expect(
          page.getByText('We can’t reach the server. Nothing is lost').first(),
        ).toBeVisible()

        await complete(page).click()
        await page.waitForURL(/deposit-submitted/)
        await page.unroute(`**/api/deposit/${id}`)

        expect(new Set(keys).size, 'one key for one submission').toBe(1)
      })
    },
  )
})

/** Counts the files that the browser stores for forms that are not sent yet. */
const countStoredFiles = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'candor')) return 0

    return await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('candor')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const counting = opening.result.transaction('chosen').objectStore('chosen').count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })
  })

test(
  'A chosen file survives a reload and is deleted on removal or logout.',
  DEEP_ONLY,
  async ({ page }) => {
    const email = await createMember(page, 'Kaja')
    await quote(page, { amount: '4000' })

    const remove = page.getByRole('button', { name: 'Remove stored.png' })
    await fileInput(page).setInputFiles(await picture('stored.png'))

    await expect(remove).toBeVisible()
    await expect.poll(() => countStoredFiles(page), 'the browser has stored the file').toBe(1)

    await page.reload()
    await expect(remove).toBeVisible()

    await remove.click()
    await page.reload()

    await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
    await expect(remove).toHaveCount(0)

    await fileInput(page).setInputFiles(await picture('stored.png'))

    const here = page.url()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('/')
    await signIn(page, email, PASSWORD)
    await page.goto(here)

    await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
    await expect(remove).toHaveCount(0)
  },
)

test(
  'An expired rate is shown, and a new quote has the same plan, amount and method.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMember(page, 'Ylva')

    const id = await quote(page, { amount: '1500', method: 'Ethereum' })
    await page.route(`**/api/deposit/${id}`, async (route) => {
      const answer = await route.fetch()
      const ended = (await answer.text()) // as text, so that amounts stay as they were written
        .replace('"status":"awaiting_payment"', '"status":"expired"')
        .replace(/"leftMs":\d+/, '"leftMs":0')
      await route.fulfill({ response: answer, body: ended })
    })

    await page.reload()
    await expect(page.getByRole('heading', { name: 'The rate has expired' })).toBeVisible()
    await expect(page.getByText('Don’t pay again: upload your proof below')).toBeVisible()
    await expect(page.getByText('first seen before the quote expired').first()).toBeVisible()

    await fileInput(page).setInputFiles(await picture('paid.png'))
    await expectGood(page)
    await page.getByRole('button', { name: 'Get a new quote' }).click()

    await expect(
      page.getByRole('heading', { name: 'Send the payment from your wallet' }),
    ).toBeVisible()
    expect(readDepositId(page)).not.toBe(id)
    await expect(page.getByText('ethereum, Ethereum')).toBeVisible()
    await expect(page.getByText('$1,500.00').first()).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^Remove/ }),
      'a proof belongs to its own payment',
    ).toHaveCount(0)
  },
)

test(
  'The server rejects invalid deposits, and another member’s deposit is not found.',
  DEEP_ONLY,
  async ({ page }) => {
    await createMember(page, 'Nils')

    const id = await quote(page, { amount: '1100' })
    const plans = (await (await page.request.get('/api/plans')).json()).data
    const basic = plans.find(
      (plan: { family: string; name: string }) => plan.family === 'crypto' && plan.name === 'BASIC',
    )
    const quoteInput = { selected_plan: basic._id, amount: 1500, payment_method: 'USDT' }

    for (const wrong of [
      { amount: 999 },
      { amount: '-1' },
      { selected_plan: 'plv_none' },
      { payment_method: 'DOGE' },
    ]) {
      const { status } = await fetchInside(page, 'POST', '/api/deposit/quote', {
        ...quoteInput,
        ...wrong,
      })
      expect([400, 404, 422], JSON.stringify(wrong)).toContain(status)
    }

    const submit = (changed: Record<string, string>, file: string, key = true) =>
      page.evaluate(
        async ([fields, text, keyed]) => {
          const form = new FormData()
          for (const [name, value] of Object.entries(fields)) form.append(name, value)
          if (text) form.append('payment_proof', new File([text], 'p.png', { type: 'image/png' }))

          const headers: Record<string, string> = keyed
            ? { 'idempotency-key': crypto.randomUUID() }
            : {}
          const answer = await fetch('/api/deposit', { method: 'POST', headers, body: form })

          return [answer.status, (await answer.json()).code]
        },
        [
          { _id: id, selected_plan: basic._id, amount: '1100', payment_method: 'USDT', ...changed },
          file,
          key,
        ] as const,
      )

    expect(await submit({}, '')).toEqual([400, 'no_proof'])
    expect(
      (await submit({}, '<script>alert(1)</script>'))[0],
      'by content, not by name',
    ).toBeGreaterThanOrEqual(400)
    expect(await submit({ amount: '9999' }, 'x')).toEqual([422, 'differs_from_quote'])
    expect(await submit({ interest_percentage: '900%' }, 'x')).toEqual([422, 'differs_from_quote'])
    expect((await submit({}, 'x', false))[0]).toBe(400)

    await page.goto('about:blank')
    await page.context().clearCookies()
    await logIn(page, 'maya@example.com')

    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/quote'],
    ] as const) {
      const theirs = await fetchInside(page, method, `/api/deposit/${id}${path}`, {})
      const nothing = await fetchInside(page, method, `/api/deposit/dep_nothing${path}`, {})
      expect(theirs.status).toBe(404)
      expect(theirs).toEqual(nothing)
    }

    await page.goto(`/dashboard/deposit-details?id=${id}`)
    await expect(page.getByText(/We can’t find this deposit\./)).toBeVisible()

    await expectGood(page)
  },
)
