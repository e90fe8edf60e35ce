import { expect, test } from 'vitest'
import { findRedirect } from './redirects.ts'

test('Old addresses redirect to the page without the digit, and no others redirect.', () => {
  expect(findRedirect('/1')).toBe('/')
  expect(findRedirect('/company1')).toBe('/company')
  expect(findRedirect('/admin-login1')).toBe('/admin-login')
  expect(findRedirect('/admin-dashboard1/manage-user/mem_1')).toBe(
    '/admin-dashboard/manage-user/mem_1',
  )

  for (const path of [
    '/',
    '/company',
    '/company11',
    '/admin-dashboard',
    '/dashboard1',
    '//evil.example',
  ])
    expect(findRedirect(path), path).toBeNull()
})
