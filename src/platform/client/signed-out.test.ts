import { expect, test } from 'vitest'
import { nextPage } from './signed-out.ts'

test('after logging in one comes back to a page of ours and never to another site', () => {
  const next = (to: string) => nextPage(`?next=${encodeURIComponent(to)}`, '/dashboard')
  expect(next('/dashboard/withdraw?x=1')).toBe('/dashboard/withdraw?x=1')
  for (const to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n//evil.example',
    '',
  ])
    expect(next(to), to).toBe('/dashboard')
})
