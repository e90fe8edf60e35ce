import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { findPromise } from '../../src/lib/promises.ts'
import { signInOverHttp } from './support/main-job.ts'
import {
  callAsStaff,
  createEmailAddress,
  fillSignUp,
  focusByTab,
  PASSWORD,
  picture,
} from './support/people.ts'
import {
  DEEP_ONLY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  SAMPLE_PASSWORD,
  test,
  waitForMail,
} from './support/sandbox.ts'

const SERVICES = [
  'realestate',
  'retirement',
  'gold',
  'crypto',
  'nfts',
  'stocks',
  'forex',
  'private-equity',
]
const LEGAL = [
  'risk-disclosure',
  'terms',
  'privacy',
  'anti-money-laundering',
  'anti-spam',
  'placement-of-statement',
]
const PAGES = [
  '/',
  '/company',
  '/career',
  '/contact',
  '/plans',
  '/transparency',
  ...SERVICES.map((name) => `/${name}`),
  ...LEGAL.map((name) => `/legal/${name}`),
  ...['crypto', 'real-estate'].flatMap((family) =>
    ['basic', 'silver', 'gold', 'platinum'].map((plan) => `/plans/${family}-${plan}`),
  ),
]
/** One page of each kind. */
const KINDS = [
  '/',
  '/company',
  '/career',
  '/contact',
  '/plans',
  '/plans/crypto-basic',
  '/transparency',
  '/retirement',
  '/legal/terms',
  '/none',
]

const OPERATOR_GUARANTEE =
  /We guarantee open books and service: [^.]*\. We can’t guarantee a return\./
const extractText = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<\/(p|li|h\d|dt|dd|td|th|div|span|a|b|small|button|summary)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
const only = (html: string, pattern: RegExp) => {
  const found = [...html.matchAll(pattern)].map((match) => match[1] ?? '')
  expect(found, String(pattern)).toHaveLength(1)
  return found[0] ?? ''
}

/**
 * The wordings of promises, line by line; a heading of PRODUCT.md and the sentence below it state
 * what is guaranteed.
 */
const findPromises = (html: string) =>
  extractText(html)
    .replace(OPERATOR_GUARANTEE, '')
    .split('\n')
    .filter((line) => line.trim() !== 'Guarantee' && findPromise(line))

async function read(http: APIRequestContext, path: string): Promise<string> {
  const answer = await http.get(path, { maxRedirects: 0 })
  expect(answer.status(), path).toBe(200)
  return await answer.text()
}

test('Every page is server-rendered with a title, a preview card and no promise.', async ({
  request,
}) => {
  const uniqueTexts = new Set<string>()
  for (const path of PAGES) {
    const html = await read(request, path)
    const title = only(html, /<title>([^<]+)<\/title>/g)
    const description = only(html, /<meta name="description" content="([^"]+)"/g)

    for (const text of [title, description]) {
      expect(uniqueTexts.has(text), `${path}: ${text}`).toBe(false)
      uniqueTexts.add(text)
    }

    expect(new URL(only(html, /<link rel="canonical" href="([^"]+)"/g)).pathname).toBe(path)
    expect(only(html, /<meta property="og:image" content="([^"]+)"/g)).toContain('/social/')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(
      JSON.parse(only(html, /<script type="application\/ld\+json">(.*?)<\/script>/g)),
    ).toHaveProperty('@graph')
    expect(html.match(/<h1/g), path).toHaveLength(1)
    expect(html).toContain('Sandbox: all money here is simulated')
    expect(html).toContain('prepared to lose all the money you invest')
    expect(html.match(/<script[^>]*src=/g) ?? [], path).toHaveLength(
      path.startsWith('/legal') ? 0 : 1,
    )
    expect(findPromises(html), path).toEqual([])
    expect(html, path).not.toMatch(/(eight|8) kinds|every balance can be checked/i)
  }

  for (const name of SERVICES)
    expect(await read(request, `/${name}`), `${name} says what is a sample`).toContain('Sample')

  expect(findPromises('<p>Earn a guaranteed return.</p>')).toEqual(['Earn a guaranteed return.'])
})

test('Old addresses redirect, wrong ones are 404, and public files exist.', async ({ request }) => {
  for (const [from, to] of [
    ['/1', '/'],
    ['/company1', '/company'],
    ['/career1', '/career'],
    ['/contact1', '/contact'],
  ]) {
    const answer = await request.get(from ?? '', { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([308, to])
  }

  for (const path of ['/nothing', '/ZZZZZZZZ', '/legal/nothing', '/social/nothing.png'])
    expect((await request.get(path)).status(), path).toBe(404)

  const map = await (await request.get('/sitemap.xml')).text()
  const listed = [...map.matchAll(/<loc>([^<]+)</g)].map(([, at = '']) => new URL(at).pathname)
  expect(listed.sort()).toEqual([...PAGES].sort())
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard')
  expect((await (await request.get('/site.webmanifest')).json()).icons).toHaveLength(3)

  for (const path of ['/social/home.png', '/apple-touch-icon.png', '/icon-512.png'])
    expect((await request.get(path)).headers()['content-type'], path).toBe('image/png')

  const policies = await Promise.all(
    ['/contact', '/'].map(
      async (path) => (await request.get(path)).headers()['content-security-policy'],
    ),
  )

  expect(policies.map((policy) => policy?.includes('openstreetmap'))).toEqual([true, false])
})

test('Each dollar figure names its query.', async ({ page }) => {
  for (const path of ['/', '/plans', '/plans/crypto-basic', '/transparency']) {
    await page.goto(path)

    const unnamed = await page.evaluate(() => {
      const known =
        /^(openBooks|listPublishedPlans|listPaymentMethods|publicCampaign|getSetting)( |$)/
      const walker = document.createTreeWalker(
        document.querySelector('main') as Node,
        NodeFilter.SHOW_TEXT,
      )
      const found: string[] = []

      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode
        const figure =
          parentElement?.closest('.num') ?? (/\$\d/.test(textContent ?? '') ? parentElement : null)
        const source = figure?.closest<HTMLElement>('[data-source]')?.dataset.source ?? ''
        if (figure && !known.test(source)) found.push(textContent ?? '')
      }

      return found
    })

    expect(unnamed, path).toEqual([])
  }
})

test('One page of each kind is accessible in both themes on desktop and phone.', async ({
  page,
}) => {
  test.setTimeout(150_000)

  for (const [at, path] of KINDS.entries()) {
    await page.setViewportSize({ width: at % 2 ? 390 : 1440, height: 900 })
    await page.goto(path)
    await expectAccessible(page)
  }
})

test('No page is wider than its window.', DEEP_ONLY, async ({ page }) => {
  test.setTimeout(120_000)

  for (const path of KINDS) {
    await page.goto(path)
    for (const width of [320, 390, 651, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
  }
})

/** Advances timers one by one until a text appears. */
const advanceSlides = (page: Page, everyMs: number, at: Locator, text: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(everyMs)
      return await at.textContent()
    })
    .toBe(text)

const locateSelectedSlide = (page: Page) => page.getByRole('tab', { selected: true })

test(
  'Slides advance every ten seconds, wrap, wait for the pointer and stop once used.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.goto('/')

    const slides = page.getByRole('region', { name: /What .* does/ })
    await expect(slides.getByRole('heading', { level: 1 })).toHaveText(
      'Financial Assistance With True Purpose',
    )
    await expect(slides).toHaveAttribute('data-slides', '10000')

    await page.mouse.move(5, 5)
    await advanceSlides(page, 10_000, locateSelectedSlide(page), 'International network')

    await expect(slides.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')

    await advanceSlides(page, 10_000, locateSelectedSlide(page), 'Anytime access')
    await advanceSlides(page, 10_000, locateSelectedSlide(page), 'True purpose')
    await slides.getByRole('button', { name: 'Previous slide' }).hover()

    await expect.poll(() => slides.evaluate((box) => box.matches(':hover'))).toBe(true)

    const held = (await locateSelectedSlide(page).textContent()) ?? ''
    await page.clock.runFor(30_000)

    await expect(locateSelectedSlide(page)).toHaveText(held)

    await slides.getByRole('tab', { name: 'True purpose' }).click()
    await slides.getByRole('button', { name: 'Previous slide' }).click()

    await expect(
      slides.getByRole('heading', { name: 'Boosting Relations & Loyalty, Anytime' }),
    ).toBeVisible()
    await expect(slides.getByRole('button', { name: 'Play the slides' })).toBeVisible()

    await page.mouse.move(5, 5)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.clock.runFor(30_000)

    await expect(locateSelectedSlide(page)).toHaveText('Anytime access')

    await locateSelectedSlide(page).focus()
    await page.keyboard.press('ArrowRight')

    await expect(locateSelectedSlide(page)).toHaveText('True purpose')
  },
)

test('Reduced motion stops slides and testimonials.', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await page.clock.runFor(60_000)

  await expect(locateSelectedSlide(page)).toHaveText('True purpose')
  await expect(page.getByText('1 of 4')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play the quotes' })).toBeVisible()
})

test('Testimonials rotate every three seconds, fill the width and stop by button.', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')

  const quotes = page.getByRole('region', { name: 'What members say' }).last()
  await expect(quotes).toHaveAttribute('data-ring', '3000')
  await expect(quotes).toHaveAttribute('data-slide-ms', '300')

  await page.mouse.move(5, 5)

  const at = quotes.getByText(/^\d of 4$/)
  await advanceSlides(page, 3_000, at, '4 of 4')
  await advanceSlides(page, 3_000, at, '1 of 4')

  for (const [width, shown, gap] of [
    [390, 1, 40],
    [700, 1, 10],
    [800, 2, 20],
    [1280, 3, 30],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })

    const quotesLayout = await quotes.evaluate((box) => {
      const list = box.querySelector('[data-track]') as HTMLElement
      const [one, two] = [...list.children].map((each) => each.getBoundingClientRect())
      const gap = (two?.left ?? 0) - (one?.right ?? 0)

      return {
        gap: Math.round(gap),
        shown: Math.round((list.parentElement?.clientWidth ?? 0) / (one?.width ?? 1)),
      }
    })

    expect(quotesLayout, `at ${width}`).toEqual({ gap, shown })
  }

  await quotes.getByRole('button', { name: 'Pause the quotes' }).click()

  const held = (await at.textContent()) ?? ''
  await page.mouse.move(5, 5)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.clock.runFor(9_000)

  await expect(at).toHaveText(held)
})

test('On a legal page, which has no script, the top bar is solid and every control works.', async ({
  page,
}) => {
  await page.goto('/legal/risk-disclosure#summary')

  await expect(page.getByRole('banner')).toHaveAttribute('data-solid')
  await expect(page.getByRole('button', { name: 'Switch between light and dark' })).toBeHidden()

  const top = await page.locator('#summary').evaluate((one) => one.getBoundingClientRect().top)
  expect(top).toBeGreaterThan(76)
  expect(top).toBeLessThan(110)

  const gold = page.getByRole('banner').getByRole('link', { name: /^Gold/ })
  await expect(gold).toBeHidden()
  await page.getByRole('button', { name: 'Services' }).click()
  await expect(gold).toBeVisible()
})

test('The top bar turns solid after 50 px, and its menus work by pointer and keyboard.', async ({
  page,
}) => {
  await page.goto('/company')

  const bar = page.getByRole('banner')
  await page.evaluate(() => scrollTo(0, 50))

  await expect(bar).not.toHaveAttribute('data-solid')

  await page.evaluate(() => scrollTo(0, 51))
  await expect(bar).toHaveAttribute('data-solid')

  const services = page.getByRole('button', { name: 'Services' })
  const gold = bar.getByRole('link', { name: /^Gold/ })

  await services.hover()
  await expect(gold).toBeVisible()
  await expect(services).toHaveAttribute('aria-expanded', 'true')

  await page.mouse.move(5, 600)
  await expect(gold).toBeHidden()

  await focusByTab(page, services)
  await expect(gold).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(gold).toBeHidden()

  await page.keyboard.press('ArrowDown')
  await expect(bar.getByRole('link', { name: /^Real estate/ })).toBeFocused()

  await page.setViewportSize({ width: 650, height: 800 })
  await expect(services).toBeHidden()

  await page.getByRole('button', { name: 'Open menu' }).click()

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Start Membership' })).toBeInViewport()

  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await menu.getByText('Services').click()
  await menu.getByRole('link', { name: 'Gold' }).click()

  await expect(page).toHaveURL('/gold')

  await page.setViewportSize({ width: 651, height: 800 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Slides and testimonials are lists, menus open, and forms are rejected and sent.', async ({
    page,
  }) => {
    await page.goto('/')

    for (const title of [
      'Financial Assistance With True Purpose',
      'Boosting Relations & Loyalty, Anytime',
    ])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()

    await expect(page.getByText('The June loss was').first()).toBeVisible()

    await page.getByRole('button', { name: 'Services' }).hover()
    await page
      .getByRole('link', { name: /^Forex/ })
      .first()
      .click()

    await expect(page).toHaveURL('/forex')

    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Open menu' }).click()

    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()

    await page.keyboard.press('Escape')

    await page.getByLabel('Name').fill('Nadia Visitor')
    await page.getByLabel('Email').fill('nadia')
    await page.getByRole('button', { name: 'Send message' }).click()

    const summary = page.getByRole('alert')
    await expect(summary.getByText('Please enter a valid email address.')).toBeVisible()
    await expect(summary.getByText('Please enter a message.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Nadia Visitor')

    await page.getByLabel('Email').fill('nadia.v@example.com')
    await page.getByLabel('Subject').fill('A question about notice')
    await page.getByLabel('Message').fill('How long is the notice?')
    await page.getByRole('button', { name: 'Send message' }).click()

    await expect(page).toHaveURL(/\/contact\?sent/)
    await expect(page.getByText('Thanks, we’ve got your message.')).toBeVisible()

    const mail = await waitForMail(page, 'office@candor.example', /A question about notice/)
    expect(mail.text).toContain('How long is the notice?')
  })
})

test('An applicant sees why a CV was rejected and sends another.', async ({ page }) => {
  await page.goto('/career')
  await page.getByText('Submit Resume').click()
  await page.getByLabel('Name').fill('Nadia Visitor')
  await page.getByLabel('Email').fill('nadia.cv@example.com')
  await page.getByLabel('Position').fill('Bookkeeper')
  await page.getByLabel('Message').fill('I write losses down.')

  const cv = page.getByLabel('CV')
  await cv.setInputFiles({
    name: 'cv.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no pdf at all'),
  })

  await page.getByRole('button', { name: 'Send application' }).click()

  await expect(
    page.getByRole('alert').getByText('Please choose a PNG, JPEG, WebP or PDF file.'),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Career/)
  await expect(page.getByLabel('Message')).toHaveValue('I write losses down.')

  await cv.setInputFiles(await picture('cv.png'))
  await expect(page.getByRole('alert'), 'another file takes the error away').toHaveCount(0)
  await page.getByRole('button', { name: 'Send application' }).click()

  await expect(page.getByText('Thanks, we’ve got your message.')).toBeVisible()
})

test('A file stays chosen in a rejected application, and the second try sends it.', async ({
  page,
}) => {
  const position = 'Accountant, second try'
  await page.goto('/career')
  await page.getByText('Submit Resume').click()
  await page.getByLabel('Name').fill('Nadia Visitor')
  await page.getByLabel('Email').fill('nadia.cv2@')
  await page.getByLabel('Position').fill(position)

  const cv = page.getByLabel('CV')
  await cv.setInputFiles(await picture('first-try.png'))
  await page.getByRole('button', { name: 'Send application' }).click()

  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveCount(2)
  expect(await cv.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(
    'first-try.png',
  )
  await expect(page.getByText('Please choose the file again.')).toBeHidden()

  await page.getByLabel('Email').fill('nadia.cv2@example.com')
  await expect(summary.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Message').fill('I write losses down.')
  await expect(summary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Career/)

  await page.getByRole('button', { name: 'Send application' }).click()
  await expect(page).toHaveURL(/\/career\?sent=M-\d+#career-form$/)

  const login = { email: 'ines@example.com', password: SAMPLE_PASSWORD }
  const { token } = await (await page.request.post('/api/admin/login', { data: login })).json()
  const inbox = await page.request.get('/api/admin/enquiries?kind=career', {
    headers: { authorization: `Bearer ${token}` },
  })
  const received = (await inbox.json()).data.enquiries.find(
    ({ subject }: { subject: string }) => subject === position,
  )
  expect(received.cv.type, 'the file arrived').toBe('image/png')
})

test('A plan has a page of its own, whose button leads through sign-up to the deposit form.', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await page.goto('/plans')
  const row = page.getByRole('row', { name: /^BASIC/ }).first()
  await expect(row).toContainText('over 180 days')
  await expect(row).toContainText('Not guaranteed. You can lose money.')
  await expect(row).toContainText('$1,000.00 to $9,999.00')
  await row.getByRole('link', { name: /View plan/ }).click()

  await expect(page).toHaveURL('/plans/real-estate-basic')
  await expect(page).toHaveTitle(/^BASIC \(real estate\) plan · /)
  await expect(page.getByText('sample figures, simulated money').first()).toBeVisible()
  await expect(
    page
      .getByText('You can lose all the money')
      .or(page.getByText('you may get back less'))
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/plans/crypto-basic</loc>')
  expect((await request.get('/plans/crypto-none')).status()).toBe(404)

  await page.getByRole('link', { name: 'Create account to invest' }).click()
  await expect(page).toHaveURL(/\/signup\?next=%2Fdashboard%2Freal-estate/)
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL(/\/dashboard\/real-estate\?plan=plv_/)
  await expect(page.getByRole('radio', { name: /BASIC/ })).toBeChecked()
})

test('The map requests nothing from another site before a press.', async ({ page }) => {
  const requestedUrls: string[] = []
  await page.route('https://www.openstreetmap.org/**', async (route) => {
    requestedUrls.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' })
  })
  await page.goto('/contact')

  await expect(page.getByRole('button', { name: 'Show the map' })).toBeVisible()
  expect(requestedUrls).toEqual([])

  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.frameLocator('iframe').locator('title')).toHaveCount(1)
  expect(requestedUrls).toHaveLength(1)
})

test(
  'A campaign is shown while open, counts down at its end and rewards sign-ups.',
  DEEP_ONLY,
  async ({ page }) => {
    await page.goto('/')

    const banner = page.getByRole('complementary', { name: 'Campaign' })
    await expect(banner.getByRole('heading')).toHaveText('Open books airdrop')
    await expect(banner.getByText('Offer Ends Soon')).toHaveCount(0)

    const { today } = await (await page.request.get('/dev/clock.json')).json()
    const dayAfter = (days: number) =>
      new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    const code = `site-${Date.now()}`

    await callAsStaff(page.request, '/api/admin/campaigns', {
      code,
      name: 'Sample airdrop',
      text: 'Sample: $25 of simulated money.',
      amount: '25',
      budget: '100',
      startsOn: dayAfter(1),
      endsOn: dayAfter(4),
    })

    await publish(page, code, 'publish', {})
    expect((await page.request.post('/dev/clock', { data: { days: 1 } })).ok()).toBe(true)
    await page.reload()

    await expect(banner.getByText('Offer Ends Soon')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^[23] days \d\d:\d\d:\d\d$/)

    await page.getByRole('link', { name: 'Claim Airdrops' }).click()
    await expect(page).toHaveURL(`/signup?campaign=${code}`)

    const email = await signUpByForm(page)
    const member = await signInOverHttp(page.request, email, PASSWORD)
    const depositInput = {
      family: 'crypto',
      plan: 'BASIC',
      amount: '1000',
      method: 'USDT',
      colour: '#593',
    }
    const deposit = await member.deposit(depositInput)

    await callAsStaff(page.request, `/api/transactions/${deposit}/confirm`)

    const rewards: { deposit: string }[] = await readAsStaff(page, '/api/admin/rewards')
    const reward = rewards.find((one) => one.deposit === deposit)
    expect(reward).toMatchObject({ kind: 'campaign', amount: 25, declineReason: null })

    await publish(page, code, 'end', { reason: 'The test is over.' })
    await page.goto('/')

    await expect(banner.getByRole('heading')).toHaveText('Open books airdrop')
  },
)

async function signUpByForm(page: Page): Promise<string> {
  const email = createEmailAddress('nadia')
  await fillSignUp(page, email)

  await expect(page.getByRole('checkbox')).toHaveCount(2)

  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('/verify')

  const { text } = await waitForMail(page, email, /code|verif/i)
  const verifyCode = Number(/\b[1-9]\d{5}\b/.exec(text)?.[0])
  expect((await page.request.patch('/api/user/verify', { data: { email, verifyCode } })).ok()).toBe(
    true,
  )

  return email
}

async function readAsStaff(page: Page, path: string) {
  const who = { email: 'ines@example.com', password: SAMPLE_PASSWORD }
  const { token } = await (await page.request.post('/api/admin/login', { data: who })).json()
  const headers = { authorization: `Bearer ${token}` }
  return (await (await page.request.get(path, { headers })).json()).data
}

async function publish(page: Page, code: string, change: 'publish' | 'end', body: object) {
  const campaigns: { code: string; _id: string }[] = await readAsStaff(page, '/api/admin/campaigns')
  const found = campaigns.find((one) => one.code === code)
  await callAsStaff(page.request, `/api/admin/campaigns/${found?._id}/${change}`, body)
}

test('The operator’s film plays while visible, and not with reduced motion.', async ({ page }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) requestedUrls.push(request.url())
  })

  const film = page.locator('video')
  await page.goto('/retirement')

  await expect(film).toHaveAttribute('poster', '/brand/hero/retirement.png')
  await expect(page.getByRole('button', { name: 'Pause the film' })).toBeHidden()
  expect(requestedUrls).toEqual([])

  const readPlayback = () => film.evaluate((video: HTMLVideoElement) => [video.paused, video.muted])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()

  await expect.poll(readPlayback).toEqual([false, true])

  await page.getByRole('button', { name: 'Pause the film' }).click()
  await expect.poll(readPlayback).toEqual([true, true])

  await page.getByRole('button', { name: 'Play the film' }).click()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))

  await expect.poll(readPlayback).toEqual([true, true])
})

test('The home page loads at most 10 KB of scripts, with its drawings.', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto('/', { waitUntil: 'networkidle' })

  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(0)
  expect(total / 1024).toBeLessThanOrEqual(10)
})
