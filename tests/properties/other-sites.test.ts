import { expect, test } from 'vitest'
import { parseNextPage } from '#platform/client/signed-out.ts'
import { findRedirect } from '../../src/web/redirects.ts'
import { BENT_PATHS, OTHER_SITES, staysHere } from '../support/redirects.ts'

test('after a log-in no redirect leads to another site, however its name is written', () => {
  expect(new Set(OTHER_SITES).size + new Set(BENT_PATHS).size).toBeGreaterThanOrEqual(150)

  for (const site of OTHER_SITES)
    for (const next of [
      encodeURIComponent(site),
      encodeURIComponent(encodeURIComponent(site)),
      site,
    ]) {
      const led = parseNextPage(`?next=${next}`, '/dashboard')
      expect(staysHere(led), JSON.stringify([site, led])).toBe(true)
    }

  expect(staysHere('//evil.example')).toBe(false)
})

test('An address of the old kind leads to its page, never to another site', () => {
  for (const path of BENT_PATHS) {
    const moved = findRedirect(path)
    if (moved) expect(staysHere(moved), JSON.stringify([path, moved])).toBe(true)
  }
})
