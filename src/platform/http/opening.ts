import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import { createCache } from '../cache/cache.ts'
import { readOpening } from '../db/opening.ts'

const CHECK_AGAIN_MS = 1_000

export type Opening = {
  isOpen(): Promise<boolean>
  /** Throws `not_open` (503). */
  assertOpen(): Promise<void>
}

/**
 * Returns whether the installation is open to members. The sandbox always is; a live one stays open
 * once it is, so that the database is asked no more.
 */
export function createOpening({
  config,
  db,
  clock,
}: Pick<App, 'config' | 'db' | 'clock'>): Opening {
  const cache = createCache<Date | null>({ clock, ttlMs: CHECK_AGAIN_MS })
  let wasOpen = config.MODE === 'sandbox'

  const isOpen = async () => {
    wasOpen ||= (await cache.get('opening', () => readOpening(db))).value !== null
    return wasOpen
  }

  return {
    isOpen,
    assertOpen: async () => {
      if (await isOpen()) return
      throw new DomainError('not_open', 503, 'This site is not open yet.')
    },
  }
}

/** The pages by which staff log in and set the installation up, and the files of all pages. */
const STAFF_PAGES =
  /^\/(admin-|reset-password\/|password-reset$|confirm-email\/|not-me\/|__manifest$)/

/** Answers 503 to every page but the staff's until the installation is open. */
export const closePages =
  ({ isOpen }: Opening, operator: string): MiddlewareHandler =>
  async (c, next) => {
    if (STAFF_PAGES.test(c.req.path) || (await isOpen())) return next()

    return c.html(renderClosedPage(operator), 503, {
      'retry-after': '3600',
      'cache-control': 'no-store',
    })
  }

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const renderClosedPage = (operator: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not open yet</title>
<h1>Not open yet</h1>
<p>${escapeHtml(operator)} is setting up this site. Please come back later.</p>
</html>
`
