import { expect, test } from 'vitest'
import { redactPath } from '#platform/http/log.ts'
import { everyCall } from '../support/every-call.ts'

const TOKEN = 'a1B2c3D4e5F6'

test('no path reaches a log with its token: calls with a token, and pages linked in mails', () => {
  const calls = everyCall().filter(
    ({ path }) => path.includes('{token}') || path === '/user/change/{id}',
  )
  expect(calls.length).toBeGreaterThan(3)

  const paths = calls.map(({ path }) => `/api${path.replace(/\{\w+\}/, TOKEN)}`)
  const pages = ['confirm', 'confirm-email', 'not-me', 'reset-password'].map(
    (page) => `/${page}/${TOKEN}`,
  )

  for (const path of [...paths, ...pages, ...pages.map((page) => `${page}.data`)])
    expect(redactPath(path), path).not.toContain(TOKEN)
})
