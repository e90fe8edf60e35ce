import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import { PORT_STEP } from '../../support/sandbox-ports.ts'
import { DEEP } from '../../support/scale.ts'

export { expect }

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * Marks a test that only `npm run test:deep` runs: a sweep over every field, or a further way
 * through what the gate's tests already walk and the tests of commands and calls hold.
 */
export const DEEP_ONLY = { tag: '@deep' }

/** Browser messages that aren't faults: a 4xx answer that the test itself provoked. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

/** Further messages of tests that break the connection or refuse an answer. */
const CONNECTION_BROKEN =
  /Failed to load resource: (net::ERR_(INTERNET_DISCONNECTED|CONNECTION_ABORTED|FAILED)|.* 503 )/

const createIpAddress = () =>
  ['10', ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join('.')

/** A page on which every script error, refused resource and policy violation fails the test. */
export const test = base.extend<{ page: Page; breaksConnection: boolean }>({
  breaksConnection: [false, { option: true }],
  baseURL: async ({ baseURL }, use, { parallelIndex }) => {
    const url = new URL(String(baseURL))
    url.port = String(Number(url.port) + PORT_STEP * parallelIndex)
    await use(url.origin)
  },
  // Each test has its own address, as members do: together they log in more often than one address
  // may.
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': createIpAddress() })
    await use(context)
  },
  page: async ({ page, breaksConnection }, use) => {
    const complaints: string[] = []
    const isExpected = (text: string) =>
      EXPECTED.test(text) || (breaksConnection && CONNECTION_BROKEN.test(text))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))

    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (/\/(admin-)?dashboard/.test(url) && !options?.waitUntil)
        await waitForHydration(page, HYDRATED_WITHIN_MS).catch(() => undefined)
      return response
    }
    await use(page)

    expect(complaints, 'the browser complained').toEqual([])
  },
})

/** A screen without a heading is not waited for longer. */
const HYDRATED_WITHIN_MS = 5_000

/** Waits until the scripts of a page run: before that, a click on most buttons has no effect. */
export const waitForHydration = (page: Page, timeout?: number) =>
  page.waitForFunction(
    () => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
    undefined,
    { timeout: timeout ?? 30_000 },
  )

type Violation = { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }

const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules about colours: only they can differ between light and dark. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Views whose colours in dark were checked; a deep run checks them each time. */
const checkedInDark = new Set<string>()

/** The screen, and the dialog that is open on it. */
const getView = async (page: Page) =>
  `${new URL(page.url()).pathname} ${await page.locator('[role=dialog] h2').allTextContents()}`

/**
 * Checks the whole page against WCAG 2.2 AA with axe in light, and its colours in dark where it is
 * seen for the first time. The page is at its top meanwhile: elsewhere a link may be half under the
 * sticky top bar, which axe takes for a target that is too small.
 */
export async function expectAccessible(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)

  const view = await getView(page)
  const schemes = [
    ['light', RULES],
    ['dark', COLOUR_RULES],
  ] as const

  for (const [colorScheme, runOnly] of checkedInDark.has(view) && !DEEP
    ? schemes.slice(0, 1)
    : schemes) {
    await page.emulateMedia({ colorScheme })

    const violations = await page.evaluate(async (rules) => {
      const { axe } = window as unknown as {
        axe: { run(options: unknown): Promise<{ violations: Violation[] }> }
      }
      const { scrollX, scrollY } = window
      window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
      const answer = await axe.run({ runOnly: rules, resultTypes: ['violations'] })
      window.scrollTo({ top: scrollY, left: scrollX, behavior: 'instant' })
      return answer.violations
    }, runOnly)

    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map((node) => node.target),
    }))

    expect(found, `axe in ${colorScheme} at ${page.url()}`).toEqual([])
  }

  checkedInDark.add(view)
  await page.emulateMedia({ colorScheme: null })
}

/** Checks that nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow, `sideways scroll at ${page.url()}`).toBeLessThanOrEqual(0)
}

type Mail = {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  sentAt: string
}

/**
 * Returns the newest email to an address with a matching subject from the sandbox's mailbox; waits
 * for the job that sends it.
 */
export async function waitForMail(page: Page, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)
        const mails = (await answer.json()) as Mail[]
        found = mails
          .filter((mail) => subject.test(mail.subject))
          .sort((a, b) => b.sentAt.localeCompare(a.sentAt))[0]
        return found?.subject ?? ''
      },
      {
        message: `mail to ${to} about ${subject}`,
        timeout: 15_000,
        intervals: [50, 100, 200, 400],
      },
    )
    .toMatch(subject)

  return found as Mail
}

export const SAMPLE_PASSWORD = 'open-books-2026'

/**
 * Opens a session in the page's cookies, by the call that the form sends; the page doesn't
 * navigate.
 */
export async function signIn(
  page: Page,
  email: string,
  password = SAMPLE_PASSWORD,
  path = '/api/user/login',
) {
  const answer = await page.request.post(path, { data: { email, password, session: 'cookie' } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/**
 * Opens an address of the portal or the back office as a link there does: the page stays loaded,
 * which takes a fifth of the time.
 */
export async function followAddress(page: Page, address: string) {
  await waitForHydration(page)
  await page.evaluate(async (path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }

    await router.navigate(path)
  }, address)
}

/** Leaves a page of someone else, which would go to the login when that session is replaced. */
const leavePage = (page: Page) => page.goto('about:blank')

/** Logs a member in and waits for the overview. */
export async function logIn(page: Page, email: string, password = SAMPLE_PASSWORD) {
  await leavePage(page)
  await signIn(page, email, password)
  await page.goto('/dashboard')
}

/** Logs a staff member in and waits for the back office. */
export async function logInAdmin(page: Page, email: string, password = SAMPLE_PASSWORD) {
  await leavePage(page)
  await signIn(page, email, password, '/api/admin/login')
  await page.goto('/admin-dashboard')
}

/** Logs a member or a staff member in by the form. */
export async function logInByForm(
  page: Page,
  email: string,
  password = SAMPLE_PASSWORD,
  form = '/login',
) {
  await page.goto(form)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(form === '/login' ? /\/dashboard/ : /\/admin-dashboard/)
}
