import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { signIn, test } from '../e2e/support/house.ts'
import { newMember } from '../e2e/support/people.ts'
import { keepAll, openFolder } from '../support/pictures.ts'

const SETTLED_WITHIN_MS = 8_000

const OVERLAID = 'overview-figure'
const CHECKED = 'verify-checked'

/** Every screen of the member that reads something, by what its pictures are called. */
const READING: Readonly<Record<string, string>> = {
  overview: '',
  crypto: '/crypto',
  'real-estate': '/real-estate',
  'withdraw-balance': '/withdraw-balance',
  'withdraw-profit': '/withdraw-profit',
  'deposit-history': '/deposit-history',
  'withdraw-history': '/withdraw-history',
  positions: '/positions',
  statements: '/statements',
  affiliate: '/affiliate',
  notifications: '/notifications',
  'user-profile': '/user-profile',
  'update-wallet': '/update-wallet',
  security: '/security',
  verify: '/verify',
}

/** Those that are the same for everybody. */
const STILL: Readonly<Record<string, string>> = {
  packages: '/deposit',
  withdraw: '/withdraw',
  'update-password': '/update-password',
  'not-found': '/nowhere',
}

/** What a screen reads; who is signed in, and the stream of events, are not among it. */
const READS = /\/api\/(?!session|events|market\/stream|operator)/

type State = {
  name: string
  member(page: Page): Promise<unknown>
  /** The screens with their addresses, for who is signed in. */
  screens(page: Page): Promise<Readonly<Record<string, string>>>
  reads?(page: Page): Promise<unknown>
}

const maya = (page: Page) => signIn(page, 'maya@example.com')

/** The screens of one thing: a position, a quote that waits for its payment. */
async function ofOneThing(page: Page): Promise<Record<string, string>> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data
  const [position] = await read('/api/positions')
  const [plan] = await read('/api/plans')
  const quote = await page.request.post('/api/deposit/quote', {
    headers: { 'idempotency-key': randomUUID() },
    data: { selected_plan: plan._id, amount: plan.minAmount, payment_method: 'USDT' },
  })
  const { data } = await quote.json()
  return { position: `/positions/${position._id}`, 'deposit-details': `/deposit-details?id=${data._id}` }
}

const all = async (page: Page) => ({
  ...READING,
  ...STILL,
  ...(await ofOneThing(page)),
  [OVERLAID]: '?figure=balance',
  [CHECKED]: '/verify',
})
const reading = async (page: Page) => ({ ...READING, ...(await ofOneThing(page)) })

const STATES: readonly State[] = [
  { name: 'full', member: maya, screens: all },
  { name: 'empty', member: (page) => newMember(page, 'Nora'), screens: async () => READING },
  {
    name: 'loading',
    member: maya,
    screens: reading,
    reads: (page) => page.route(READS, () => new Promise(() => {})),
  },
  {
    name: 'failed',
    member: maya,
    screens: reading,
    reads: (page) => page.route(READS, (route) => route.fulfill({ status: 400, json: {} })),
  },
]

/** Nothing is on its way any more, or never will be. */
async function settled(page: Page, state: string) {
  await expect(page.getByRole('main')).toBeVisible()
  const coming = page.locator('[aria-busy="true"], [role=status]:has-text("Loading...")')
  if (state !== 'loading')
    await expect(coming)
      .toHaveCount(0, { timeout: SETTLED_WITHIN_MS })
      .catch(() => {})
  await page.waitForTimeout(600)
}

async function check(page: Page) {
  await page.getByRole('button', { name: 'Run the check' }).click()
  await expect(page.getByRole('region', { name: 'They match' })).toBeVisible({ timeout: 30_000 })
}

test.beforeAll(() => openFolder('.'))

for (const { name: state, member, screens, reads } of STATES)
  test(`the member's screens, ${state}`, async ({ page }) => {
    test.setTimeout(1_200_000)
    await member(page)
    const wanted = await screens(page)
    await reads?.(page)
    for (const [screen, path] of Object.entries(wanted)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`/dashboard${path}`)
      await settled(page, state)
      if (screen === CHECKED) await check(page)
      // what lies over a page is as large as the window
      await keepAll(page, {
        folder: '.',
        name: `${screen}-${state}`,
        of: screen === OVERLAID ? 'window' : 'page',
        colours: 24,
      })
    }
  })
