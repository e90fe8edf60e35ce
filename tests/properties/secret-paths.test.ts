import { expect, test } from 'vitest'
import { redactPath } from '#platform/http/log.ts'
import { everyCall } from '../support/every-call.ts'

const TOKEN = 'a1B2c3D4e5F6'

test('no path that opens something reaches a log with what opens it: calls with a token, and the pages that mails lead to', () => {
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
