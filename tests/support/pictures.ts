import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** Where the pictures are kept; each run writes all of them anew. */
const SCREENS = join(import.meta.dirname, '../../docs/screens')
const WIDTHS = [1440, 390]
const SCHEMES = ['light', 'dark'] as const
const WIDE_BECOMES = 640

export type Kept = {
  /** Below docs/screens. */
  folder: string
  name: string
  /** All of the page, what the window shows of it, or one element. */
  of: 'page' | 'window' | Locator
  /** In how few colours: drawings of fine lines take more room than screens. */
  colours: number
}

/** Makes the folder that pictures are kept in. */
export const openFolder = (folder: string) => mkdirSync(join(SCREENS, folder), { recursive: true })

/** Takes a page as it stands, wide and on a phone, light and dark. */
export async function keepAll(page: Page, { name, ...rest }: Kept) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 800 ? 900 : 844 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(150)
      await keep(page, { ...rest, name: `${name}-${width}-${colorScheme}` })
    }
  }
}

/** Small enough to stand in the repository: wide ones made smaller, all in few colours. */
async function keep(page: Page, { folder, name, of, colours }: Kept) {
  const shot =
    typeof of === 'string'
      ? await page.screenshot({ fullPage: of === 'page', animations: 'disabled' })
      : await of.screenshot({ animations: 'disabled' })
  const picture = sharp(shot)
  const { width = 0 } = await picture.metadata()
  const small = width > 800 ? picture.resize({ width: WIDE_BECOMES }) : picture
  await small
    .png({ palette: true, colours, dither: 0, effort: 7 })
    .toFile(join(SCREENS, folder, `${name}.png`))
}
