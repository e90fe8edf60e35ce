import { expect, test } from 'vitest'
import { movedTo } from './redirects.ts'

test('addresses of the old kind lead to the page without the digit, and no other address moves', () => {
  expect(movedTo('/1')).toBe('/')
  expect(movedTo('/company1')).toBe('/company')
  expect(movedTo('/admin-login1')).toBe('/admin-login')
  expect(movedTo('/admin-dashboard1/manage-user/mem_1')).toBe('/admin-dashboard/manage-user/mem_1')

  for (const path of [
    '/',
    '/company',
    '/company11',
    '/admin-dashboard',
    '/dashboard1',
    '//evil.example',
  ])
    expect(movedTo(path), path).toBeNull()
})
