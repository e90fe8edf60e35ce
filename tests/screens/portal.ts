import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { createMember } from '../e2e/support/people.ts'
import { signIn, test } from '../e2e/support/sandbox.ts'
import { picture, reads } from '../support/pictures.ts'

const FIGURE_SCREEN = 'overview-figure'
const VERIFIED_SCREEN = 'verify-checked'

/** Every member screen that reads data, by the name of its screenshots. */
const DATA_SCREENS: Readonly<Record<string, string>> = {
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
  verification: '/verification',
  'update-wallet': '/update-wallet',
  security: '/security',
  verify: '/verify',
}

/** Screens that are the same for every member. */
const STATIC_SCREENS: Readonly<Record<string, string>> = {
  packages: '/deposit',
  withdraw: '/withdraw',
  'update-password': '/update-password',
  'not-found': '/nowhere',
}

type State = {
  name: string
  member(page: Page): Promise<unknown>
  /** The screens with their addresses for the signed-in member. */
  screens(page: Page): Promise<Readonly<Record<string, string>>>
  reads?(page: Page): Promise<unknown>
}

const maya = (page: Page) => signIn(page, 'maya@example.com')

/** Returns the screens of one item: a position, a quote that waits for its payment. */
async function listItemScreens(page: Page): Promise<Record<string, string>> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data
  const [position] = await read('/api/positions')
  const [plan] = await read('/api/plans')
  const quote = await page.request.post('/api/deposit/quote', {
    headers: { 'idempotency-key': randomUUID() },
    data: { selected_plan: plan._id, amount: plan.minAmount, payment_method: 'USDT' },
  })
  const { data } = await quote.json()

  return {
    position: `/positions/${position._id}`,
    'deposit-details': `/deposit-details?id=${data._id}`,
  }
}

const all = async (page: Page) => ({
  ...DATA_SCREENS,
  ...STATIC_SCREENS,
  ...(await listItemScreens(page)),
  [FIGURE_SCREEN]: '?figure=balance',
  [VERIFIED_SCREEN]: '/verify',
})
const reading = async (page: Page) => ({ ...DATA_SCREENS, ...(await listItemScreens(page)) })

const STATES: readonly State[] = [
  { name: 'full', member: maya, screens: all },
  {
    name: 'empty',
    member: (page) => createMember(page, 'Nora'),
    screens: async () => DATA_SCREENS,
  },
  {
    name: 'loading',
    member: maya,
    screens: reading,
    reads: reads.loading,
  },
  {
    name: 'failed',
    member: maya,
    screens: reading,
    reads: reads.failed,
  },
]

async function check(page: Page) {
  await page.getByRole('button', { name: 'Run the check' }).click()
  await expect(page.getByRole('region', { name: 'Your entries match' })).toBeVisible({
    timeout: 30_000,
  })
}

for (const { name: state, member, screens, reads: answer } of STATES)
  test(`The member screens, ${state}.`, async ({ page }) => {
    test.setTimeout(1_200_000)
    await member(page)

    const screenPaths = await screens(page)
    await answer?.(page)

    for (const [screen, path] of Object.entries(screenPaths))
      await picture(
        page,
        `/dashboard${path}`,
        { screen, state },
        {
          overlaid: screen === FIGURE_SCREEN,
          before: screen === VERIFIED_SCREEN ? () => check(page) : undefined,
        },
      )
  })
