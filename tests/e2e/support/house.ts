import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What the browser may say without a fault of ours: an answer of 4xx that the test itself provoked. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

/** What it says besides, where a test breaks the line or refuses an answer on purpose. */
const LINE_BROKEN = /Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|CONNECTION_ABORTED|FAILED)/

const anAddress = () => ['10', ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join('.')

/** A page on which every script error, refused resource and broken policy fails the test. */
export const test = base.extend<{ page: Page; breaksTheLine: boolean }>({
  breaksTheLine: [false, { option: true }],
  // Each test comes from an address of its own, as people do: together they log in more often than one source may.
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': anAddress() })
    await use(context)
  },
  page: async ({ page, breaksTheLine }, use) => {
    const complaints: string[] = []
    const isExpected = (text: string) => EXPECTED.test(text) || (breaksTheLine && LINE_BROKEN.test(text))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    expect(complaints, 'the browser complained').toEqual([])
  },
})

type Violation = { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }

/** Holds the whole page against WCAG 2.2 AA as far as axe can see, in light and in dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(axeSource)
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(options: unknown): Promise<{ violations: Violation[] }> }
      }
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      return (await axe.run({ runOnly: { type: 'tag', values: tags } })).violations
    })
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map((node) => node.target),
    }))
    expect(found, `axe in ${colorScheme} at ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Holds that nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways scroll at ${page.url()}`).toBeLessThanOrEqual(0)
}

type Mail = { to: string; subject: string; text: string; html: string; links: string[]; sentAt: string }

/** The newest mail to an address whose subject fits, as the sandbox's mailbox keeps it; waits for the job that sends it. */
export async function mailTo(page: Page, to: string, subject: RegExp): Promise<Mail> {
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
      { message: `mail to ${to} about ${subject}`, timeout: 15_000 },
    )
    .toMatch(subject)
  return found as Mail
}

export const SAMPLE_PASSWORD = 'open-books-2026'

/** Signs a sample member in by the form, as a person would. */
export async function logIn(page: Page, email: string, password = SAMPLE_PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/dashboard/)
}

/** Signs a sample member of staff in by the form. */
export async function adminLogIn(page: Page, email: string, password = SAMPLE_PASSWORD) {
  await page.goto('/admin-login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/admin-dashboard/)
}
