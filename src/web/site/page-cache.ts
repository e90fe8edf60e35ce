import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { App } from '#platform/app.ts'
import { createCache } from '#platform/cache/cache.ts'
import { PAGES } from './pages.ts'

/** Lifetime of a cached page; any change through this server ends it at once. */
const CACHE_TTL_MS = 1_000
/** Placeholder in a cached page for the nonce of each response. */
const NONCE = 'bm9uY2Utb2YtdGhpcy1hbnN3ZXI='

/** The status of a page whose loaders can't reach the database. */
const UNAVAILABLE = 503

/** Between two pages of `renderAll`, for the requests of visitors. */
const RENDER_PAUSE_MS = 20

const packed = promisify(gzip)
/**
 * Each response is compressed because its nonce differs: a higher level takes longer than it saves.
 */
const LEVEL = 4

type CachedPage = { parts: string[]; status: number; headers: Headers }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Creates a cache of public pages, which are the same for every visitor: one rendering a second
 * serves all of them. While the database can't be reached, the last rendering of a page is served.
 * `answer` returns null for other requests.
 */
export function createPageCache(
  { clock }: Pick<App, 'clock'>,
  render: (request: Request, nonce: string) => Promise<Response>,
) {
  const paths = new Set(PAGES.map(({ path }) => path))
  const cache = createCache<CachedPage>({ clock, ttlMs: CACHE_TTL_MS })
  const lastRendered = new Map<string, CachedPage>()

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

  const renderOrReuse = async (pathname: string, request: Request) => {
    const page = await renderPage(request)
    if (page.status === UNAVAILABLE) return lastRendered.get(pathname) ?? page
    if (page.status < 500) lastRendered.set(pathname, page)
    return page
  }

  return {
    /** Clears the cache after a change. */
    forget: cache.clear,
    /**
     * Renders every page once, so that each can be served while the database is away. Throws when
     * the process stops.
     */
    async renderAll(origin: string, stopping: AbortSignal): Promise<void> {
      for (const path of paths) {
        await cache.get(path, () => renderOrReuse(path, new Request(new URL(path, origin))))
        await pause(RENDER_PAUSE_MS, undefined, { signal: stopping })
      }
    },
    async answer(request: Request, nonce: string): Promise<Response | null> {
      const { pathname, search } = new URL(request.url)
      if (request.method !== 'GET' || search || !paths.has(pathname)) return null

      const { value: page } = await cache.get(pathname, () => renderOrReuse(pathname, request))
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
