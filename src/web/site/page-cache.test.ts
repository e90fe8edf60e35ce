import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { PAGES } from './pages.ts'

const AWAY = { status: 503, text: 'away' }

/** Opens a cache whose pages are rendered as `answer` says; the time can be moved. */
function openCache(answer: { status: number; text: string }) {
  let now = new Date('2026-11-23T10:00:00Z')
  const rendered: string[] = []
  const render = async ({ url }: Request) => {
    rendered.push(new URL(url).pathname)
    return new Response(answer.text, { status: answer.status })
  }
  const cache = createPageCache({ clock: { now: () => now } as never }, render)

  return {
    cache,
    rendered,
    read: async () => {
      now = new Date(now.getTime() + 1_001)
      const response = await cache.answer(new Request('http://localhost/'), 'nonce')
      return { status: response?.status, text: await response?.text() }
    },
  }
}

test('While the database is away, the last good page is served, never an error', async () => {
  const answer = { status: 200, text: 'good' }
  const { read } = openCache(answer)
  expect(await read()).toEqual({ status: 200, text: 'good' })

  Object.assign(answer, { status: 500, text: 'broken' })
  expect(await read()).toEqual({ status: 500, text: 'broken' })

  Object.assign(answer, AWAY)
  expect(await read()).toEqual({ status: 200, text: 'good' })
})

test('Every page is rendered once, and no further one when the process stops', async () => {
  const stopping = new AbortController()
  const { cache, rendered, read } = openCache({ status: 200, text: 'good' })
  await cache.renderAll('http://localhost', stopping.signal)
  expect(rendered.sort()).toEqual(PAGES.map(({ path }) => path).sort())

  await read()
  expect(rendered).toHaveLength(PAGES.length + 1)

  stopping.abort()
  await expect(cache.renderAll('http://localhost', stopping.signal)).rejects.toThrow('aborted')
  expect(rendered.length).toBeLessThanOrEqual(PAGES.length + 2)
})
