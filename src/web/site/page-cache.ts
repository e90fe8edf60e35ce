import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { App } from '#platform/app.ts'
import { createCache } from '#platform/cache/cache.ts'
import { PAGES } from './pages.ts'

/** Lifetime of a cached page; any change through this server ends it at once. */
const CACHE_TTL_MS = 1_000
/** Placeholder in a cached page for the nonce of each response. */
const NONCE = 'bm9uY2Utb2YtdGhpcy1hbnN3ZXI='

const packed = promisify(gzip)
/**
 * Each response is compressed because its nonce differs: a higher level takes longer than it saves.
 */
const LEVEL = 4

type CachedPage = { parts: string[]; status: number; headers: Headers }

/**
 * Creates a cache of public pages, which are the same for every visitor: one rendering a second
 * serves all of them. `answer` returns null for other requests.
 */
export function createPageCache(
  { clock }: Pick<App, 'clock'>,
  render: (request: Request, nonce: string) => Promise<Response>,
) {
  const paths = new Set(PAGES.map(({ path }) => path))
  const cache = createCache<CachedPage>({ clock, ttlMs: CACHE_TTL_MS })
  const renderPage = async (request: Request) => {
    // the first visitor may leave before the others are answered
    const lasting = new Request(request.url, { headers: request.headers })
    const page = await render(lasting, NONCE)
    return {
      parts: (await page.text()).split(NONCE),
      status: page.status,
      headers: page.headers,
    }
  }

  return {
    /** Clears the cache after a change. */
    forget: cache.clear,
    async answer(request: Request, nonce: string): Promise<Response | null> {
      const { pathname, search } = new URL(request.url)
      if (request.method !== 'GET' || search || !paths.has(pathname)) return null

      const { value: page } = await cache.get(pathname, () => renderPage(request))
      const text = page.parts.join(nonce)
      const sent = new Headers(page.headers)

      sent.append('vary', 'accept-encoding')
      if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
        return new Response(text, { status: page.status, headers: sent })

      sent.set('content-encoding', 'gzip')

      return new Response(await packed(text, { level: LEVEL }), {
        status: page.status,
        headers: sent,
      })
    },
  }
}
