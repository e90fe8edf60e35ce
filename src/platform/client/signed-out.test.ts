import { afterEach, expect, test, vi } from 'vitest'
import { leave, parseNextPage, pickNextQuery, redirectToLogin } from './signed-out.ts'

afterEach(() => vi.unstubAllGlobals())

test('logging out leads to the home page; if it fails, rejected requests lead to the log-in', async () => {
  const visited: string[] = []
  const assign = (address: string) => visited.push(address)
  let comeBack = () => {}

  vi.stubGlobal('location', { pathname: '/dashboard', search: '', assign })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
    comeBack = listener
  })
  await leave(async () => redirectToLogin('Please log in to continue.'))
  redirectToLogin('Please log in to continue.')

  expect(visited).toEqual(['/'])

  comeBack()
  await expect(leave(() => Promise.reject(new Error('away')))).rejects.toThrow('away')

  redirectToLogin('Please log in to continue.')
  expect(visited).toEqual(['/', '/login?next=%2Fdashboard'])
})

test('logging in returns to an own page, never to another site', () => {
  const next = (to: string) => parseNextPage(`?next=${encodeURIComponent(to)}`, '/dashboard')
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

test('The page to open after logging in goes from form to form, and only our own.', () => {
  const next = '/dashboard/crypto?plan=plv_1'
  const query = pickNextQuery(`?ref=ABC&next=${encodeURIComponent(next)}`)
  expect(parseNextPage(query, '/dashboard')).toBe(next)

  for (const search of ['', '?next=', '?next=https://elsewhere.example', '?next=//elsewhere'])
    expect(pickNextQuery(search)).toBe('')
})
