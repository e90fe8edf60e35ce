import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { logIn, test } from '../e2e/support/house.ts'
import { newMember } from '../e2e/support/people.ts'

/** Where the pictures are kept; each run writes all of them anew. */
const FOLDER = join(import.meta.dirname, '../../docs/screens')
const WIDTHS = [390, 1440]
const SCHEMES = ['light', 'dark'] as const

/** Every screen of the member, by what its pictures are called. */
const SCREENS: Readonly<Record<string, string>> = {
  overview: '',
  packages: '/deposit',
  crypto: '/crypto',
  'real-estate': '/real-estate',
  withdraw: '/withdraw',
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
  'update-password': '/update-password',
  security: '/security',
  verify: '/verify',
  'not-found': '/nowhere',
}

/** What a screen reads; who is signed in, and the stream of events, are not among it. */
const READS = /\/api\/(?!session|events|market\/stream|operator)/

type State = { name: string; member(page: Page): Promise<unknown>; reads?(page: Page): Promise<void> }

const maya = (page: Page) => logIn(page, 'maya@example.com')
const STATES: readonly State[] = [
  { name: 'full', member: maya },
  { name: 'empty', member: (page) => newMember(page, 'Nora') },
  { name: 'loading', member: maya, reads: (page) => page.route(READS, () => new Promise(() => {})) },
  {
    name: 'failed',
    member: maya,
    reads: (page) => page.route(READS, (route) => route.fulfill({ status: 404, json: {} })),
  },
]

/** Small enough to stand in the repository: wide ones at half their size, in few colours. */
async function keep(page: Page, name: string) {
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled' })
  const picture = sharp(shot)
  const { width = 0 } = await picture.metadata()
  const small = width > 800 ? picture.resize({ width: Math.round(width / 2) }) : picture
  await small.png({ palette: true, colours: 32, effort: 10 }).toFile(join(FOLDER, `${name}.png`))
}

test.beforeAll(() => mkdir(FOLDER, { recursive: true }))

for (const { name: state, member, reads } of STATES)
  test(`the member's screens, ${state}`, async ({ page }) => {
    test.setTimeout(900_000)
    await member(page)
    await reads?.(page)
    for (const [screen, path] of Object.entries(SCREENS))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/dashboard${path}`)
        await expect(page.getByRole('main')).toBeVisible()
        await page.waitForTimeout(state === 'loading' ? 600 : 900)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await keep(page, `${screen}-${state}-${width}-${colorScheme}`)
        }
      }
  })
