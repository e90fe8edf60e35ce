import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

/** The folder for the pictures, ignored by git; each run overwrites it. */
const FOLDER = join(import.meta.dirname, '../../screens')
const WIDTHS = [1440, 390]
const SCHEMES = ['light', 'dark'] as const
/** The number of colours, and the width of a wide picture. */
const FINE = { colours: 24, wide: 640, tallest: Number.POSITIVE_INFINITY }
/** Of long lists the beginning is enough. */
const BRIEF = { colours: 16, wide: 560, tallest: 1_600 }
/** Drawings of fine lines take more room than screens. */
const LINES = { colours: 12, wide: 640, tallest: Number.POSITIVE_INFINITY }
const SETTLED_WITHIN_MS = 8_000

/** What a screen reads; who is signed in, and the stream of events, are not among it. */
const READS = /\/api\/(?!session|events|market\/stream|operator)/

type Options = {
  /** As large as the window: what lies over a page. */
  overlaid?: boolean
  /** Only how it begins, in fewer colours. */
  brief?: boolean
  /** With drawings in it. */
  lines?: boolean
  /** That element alone. */
  of?: Locator
  /** What has to be done before there is something to see. */
  before?: (() => Promise<void>) | undefined
}

/** Small enough to stand in the repository: wide ones made smaller, all in few colours. */
async function savePicture(page: Page, name: string, { overlaid, brief, lines, of }: Options) {
  const { colours, wide, tallest } = brief ? BRIEF : lines ? LINES : FINE
  const shot = of
    ? await of.screenshot({ animations: 'disabled' })
    : await page.screenshot({ fullPage: !overlaid, animations: 'disabled' })
  const { width, height } = await sharp(shot).metadata()
  const begins = sharp(shot).extract({ left: 0, top: 0, width, height: Math.min(height, tallest) })
  const small = width > 800 ? sharp(await begins.toBuffer()).resize({ width: wide }) : begins

  await small
    .png({ palette: true, colours, dither: 0, effort: 7 })
    .toFile(join(FOLDER, `${name}.png`))
}

/** Nothing is on its way any more, or never will be. */
async function waitUntilSettled(page: Page, state: string) {
  await expect(page.locator('main')).toBeVisible()

  const coming = page.locator('[aria-busy="true"], [role=status]:has-text("Loading...")')
  if (state !== 'loading')
    await expect(coming)
      .toHaveCount(0, { timeout: SETTLED_WITHIN_MS })
      .catch(() => {})

  await page.waitForTimeout(600)
}

/** Answers nothing, or that it failed, to whatever the screens read from now on. */
export const reads = {
  loading: (page: Page) => page.route(READS, () => new Promise(() => {})),
  failed: (page: Page) => page.route(READS, (route) => route.fulfill({ status: 400, json: {} })),
}

/** One screen in one state: small and wide, light and dark. */
export async function picture(
  page: Page,
  address: string,
  name: { screen: string; state: string },
  options: Options = {},
) {
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 })
  await page.goto(address)
  await waitUntilSettled(page, name.state)
  await options.before?.()
  await savePictures(page, `${name.screen}-${name.state}`, options)
}

/** Saves what the page shows: small and wide, light and dark. */
export async function savePictures(page: Page, name: string, options: Options) {
  await mkdir(dirname(join(FOLDER, name)), { recursive: true })

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 800 ? 900 : 844 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(150)
      await savePicture(page, `${name}-${width}-${colorScheme}`, options)
    }
  }
}
