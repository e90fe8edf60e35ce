import { expect, test } from 'vitest'
import { createPatternFinder } from './page-patterns.ts'

const findPattern = createPatternFinder({
  root: { id: 'root', path: '' },
  site: { id: 'site', parentId: 'root' },
  home: { id: 'home', parentId: 'site', index: true },
  plan: { id: 'plan', parentId: 'site', path: 'plans/:id' },
  missing: { id: 'missing', parentId: 'site', path: '*' },
  admin: { id: 'admin', parentId: 'root', path: '/admin-dashboard' },
  user: { id: 'user', parentId: 'admin', path: 'user/:id' },
})

test('The pattern of a page is found for every address that leads to it', () => {
  expect(findPattern('/')).toBe('/')
  expect(findPattern('/_root.data')).toBe('/')
  expect(findPattern('/plans/pln_1')).toBe('/plans/:id')
  expect(findPattern('/plans/pln_2.data')).toBe('/plans/:id')
  expect(findPattern('/admin-dashboard/user/mem_1')).toBe('/admin-dashboard/user/:id')
})

test('An address without a page has one pattern, however many there are', () => {
  const addresses = ['/wp-login.php', '/plans/1/2', '/%E0%A4%A', `/plans/${'x'.repeat(300)}`]
  for (const address of addresses) expect(findPattern(address), address).toBe('no page')
  for (let at = 0; at < 2_000; at++) expect(findPattern(`/missing/${at}`)).toBe('no page')
})
