import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { TEXT_TERM_NAMES } from '../../src/modules/plans/model.ts'
import routes from '../../src/routes.ts'
import { collectRuns, nextPayloadLine, nextPayloadText, PAYLOADS } from './support/canaries.ts'
import { signInOverHttp } from './support/main-job.ts'
import { createMember, PASSWORD, picture } from './support/people.ts'
import { DEEP_ONLY, expect, SAMPLE_PASSWORD, signIn, test } from './support/sandbox.ts'

const BASIC = { family: 'crypto', plan: 'BASIC', method: 'USDT', amount: '1777' }
const ADMIN = '/admin-dashboard'
const STRANGER = 'stranger@example.com'

type Route = { path?: string | undefined; children?: Route[] | undefined }

/** Returns every page address below a path, without those that need an id. */
function screensBelow(start: string): string[] {
  const all = (list: readonly Route[], above: string): string[] =>
    list.flatMap(({ path, children }) => {
      const here = path === undefined ? above : `${above}/${path}`
      return children?.length ? all(children, here) : [here]
    })

  const found = all(routes, '').filter((path) => !/[:*]/.test(path))
  return [...new Set(found)].filter((path) => path === start || path.startsWith(`${start}/`))
}

/** The fields of answers that this test reads. */
type Row = {
  _id: string
  email: string
  permission?: string
  hash?: string
  member: { _id: string }
}
type Answer = Row & Row[] & { enquiries: Row[] }

/** Signs a staff member in over HTTP. Returns a function that sends calls. */
async function signStaffInOverHttp(http: APIRequestContext, email: string) {
  const login = await http.post('/api/admin/login', { data: { email, password: SAMPLE_PASSWORD } })
  const { token } = (await login.json()) as { token: string }

  return async (method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    const answer = await http.fetch(path, { method, headers, ...(data && { data }) })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBeLessThan(300)
    return ((await answer.json()) as { data: Answer }).data
  }
}

async function writeAsVisitor(page: Page) {
  await page.goto('/contact')
  await page.getByLabel('Name').fill(nextPayloadLine(120))
  await page.getByLabel('Email').fill(STRANGER)
  await page.getByLabel('Subject').fill(nextPayloadLine(160))
  await page.getByLabel('Message').fill(PAYLOADS.join('\n'))
  await page.getByRole('button', { name: 'Send message' }).click()

  await expect(page).toHaveURL(/\/contact\?sent/)
}

/** Returns the member's id, and a deposit whose proof has a name of its own. */
async function writeAsMember(page: Page, email: string) {
  const http = page.request
  const { data: profile } = await (await http.get('/api/user/profile')).json()
  const changed = await http.patch('/api/user/profile', {
    data: {
      version: profile.version,
      phone_number: '+46 8 5555 0199',
      country: 'SE',
      first_name: nextPayloadLine(80),
      last_name: nextPayloadLine(80),
    },
  })

  expect(changed.status(), await changed.text()).toBe(200)

  const { data: consentRequest } = await (await http.get('/api/user/testimonial')).json()
  const testimonial = {
    text: nextPayloadText(600),
    shownName: nextPayloadLine(80),
    shownAs: nextPayloadLine(80),
  }
  const response = await http.post('/api/user/testimonial', {
    data: { ...testimonial, consentVersion: consentRequest.consent.version },
  })

  expect(response.status(), await response.text()).toBe(200)

  const proof = await picture(`${nextPayloadLine(80)}.png`)
  const memberCalls = await signInOverHttp(http, email, PASSWORD)

  return { id: String(profile._id), deposit: await memberCalls.deposit({ ...BASIC, proof }) }
}

/**
 * Writes the texts that the staff publish to members and visitors. Returns a function that restores
 * the previous ones.
 */
async function writeAsStaff(http: APIRequestContext, member: { id: string; deposit: string }) {
  const [ines, ruth] = [
    await signStaffInOverHttp(http, 'ines@example.com'),
    await signStaffInOverHttp(http, 'ruth@example.com'),
  ]
  await ines('POST', `/api/transactions/${member.deposit}/reject`, { reason: nextPayloadText(500) })
  await ines('POST', '/api/admin/plans', {
    family: 'crypto',
    name: 'BASIC',
    minAmount: '1000',
    maxAmount: '10000',
    percentage: '5%',
    termDays: 30,
    ...Object.fromEntries(TEXT_TERM_NAMES.map((term) => [term, nextPayloadText(300)])),
  })

  const { today } = await (await http.get('/dev/clock.json')).json()
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  const campaign = await ines('POST', '/api/admin/campaigns', {
    code: `text-${Date.now()}`,
    name: nextPayloadLine(80),
    text: nextPayloadText(500),
    amount: '5',
    budget: '10',
    startsOn: tomorrow,
    endsOn: tomorrow,
  })

  await ines('POST', `/api/admin/campaigns/${campaign._id}/publish`)
  await ruth('POST', '/api/admin/settings/pauses', {
    what: 'deposits',
    paused: true,
    reason: nextPayloadText(300),
  })

  await ines('PATCH', `/api/users/${member.id}`, {
    withdrawable_balance: '12.34',
    expected_balance: '0',
    reason: nextPayloadText(300),
  })

  const { enquiries } = await ines('GET', '/api/admin/enquiries')
  const testimonials = await ines('GET', '/api/admin/testimonials')
  const own = testimonials.find((one) => one.member._id === member.id)

  await ines('POST', `/api/admin/testimonials/${own?._id}/publish`)

  return {
    message: String(enquiries.find(({ email }) => email === STRANGER)?._id),
    undo: async () => {
      await ruth('POST', '/api/admin/settings/pauses', {
        what: 'deposits',
        paused: false,
        reason: 'It is so: over.',
      })
      const proposals = await ines('GET', '/api/admin/approvals?state=waiting')
      const resume = proposals.find(({ permission }) => permission === 'setting.loosen')
      await ines('POST', `/api/admin/approvals/${resume?._id}/approve`, { hash: resume?.hash })

      await ines('POST', `/api/admin/campaigns/${campaign._id}/end`, { reason: 'It is so: over.' })
      await ines('POST', `/api/admin/testimonials/${own?._id}/hide`, { reason: 'It is so: over.' })
    },
  }
}

const stillLoading = (page: Page) =>
  page
    .locator('[aria-busy=true]')
    .or(page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ }))

/**
 * Opens pages in a browser without our content security policy: the content itself has to be
 * harmless.
 */
async function countCanaries(browser: Browser, signedIn: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ bypassCSP: true })
  const ran = await collectRuns(context)
  const page = await context.newPage()

  page.on('dialog', (dialog) => dialog.dismiss())
  await signedIn(page)

  return {
    page,
    /** Returns how many payloads were visible: a check that sees none proves nothing. */
    async countPayloads(addresses: readonly string[]): Promise<number> {
      let canaryCount = 0
      for (const address of addresses) {
        await page.goto(address)
        await expect(page.locator('h1').first(), address).toBeVisible()
        await expect(stillLoading(page), address).toHaveCount(0)

        canaryCount += (await page.locator('body').innerText()).match(/canary\(\d+\)/g)?.length ?? 0
        expect(
          await page.locator('[data-canary]').count(),
          `made into an element at ${address}`,
        ).toBe(0)
        expect(ran, `ran at ${address}`).toEqual([])
      }

      return canaryCount
    },
    ran,
    close: () => context.close(),
  }
}

test(
  'User text is shown as written and never runs as a script.',
  DEEP_ONLY,
  async ({ page, browser }) => {
    test.setTimeout(240_000)
    await writeAsVisitor(page)

    const email = await createMember(page, 'Kari')
    const member = await writeAsMember(page, email)
    const { undo, message } = await writeAsStaff(page.request, member)

    try {
      const asMember = await countCanaries(browser, (own) => signIn(own, email, PASSWORD))
      const callAsStaff = await countCanaries(browser, (own) =>
        signIn(own, 'ruth@example.com', SAMPLE_PASSWORD, '/api/admin/login'),
      )
      const [toMember, toStaff] = await Promise.all([
        asMember.countPayloads([
          ...screensBelow('/dashboard'),
          `/dashboard/deposit-details?id=${member.deposit}`,
          `/dashboard/deposit-history?q=${encodeURIComponent(nextPayloadLine(80))}`,
          '/',
          '/plans',
          '/transparency',
          '/contact',
          '/dev/mailbox',
          `/signup?ref=${encodeURIComponent(nextPayloadLine(80))}&campaign=${encodeURIComponent(nextPayloadLine(80))}`,
          `/login?next=${encodeURIComponent('javascript:canary(5)')}`,
          `/${encodeURIComponent(nextPayloadLine(80))}`,
        ]),
        callAsStaff.countPayloads([
          ...screensBelow(ADMIN),
          `${ADMIN}/manage-user/${member.id}`,
          `${ADMIN}/messages?open=${message}`,
          `${ADMIN}/alltransaction?open=${member.deposit}`,
          `${ADMIN}/alluser?q=${encodeURIComponent(email)}`,
          `${ADMIN}/audit?search=${encodeURIComponent(nextPayloadLine(80))}`,
        ]),
      ])

      expect(toMember).toBeGreaterThan(40)
      expect(toStaff).toBeGreaterThan(40)

      await asMember.close()

      // The control: put into a page as HTML, they do run and are noticed.
      await callAsStaff.page.evaluate(
        (all) => document.body.insertAdjacentHTML('beforeend', all),
        PAYLOADS.join(''),
      )

      await expect.poll(() => callAsStaff.ran).toContain(1)
      expect(await callAsStaff.page.locator('[data-canary]').count()).toBeGreaterThan(10)

      await callAsStaff.close()
    } finally {
      await undo()
    }
  },
)
