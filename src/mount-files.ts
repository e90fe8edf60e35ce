import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/app.ts'
import { recordRoute } from '#platform/http/log.ts'

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD'])
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

export const getClientFolder = () => join(import.meta.dirname, '../client')

/**
 * Serves the files of the build: those under /assets have a content hash in their name and never
 * change. What the build doesn't have is taken from `assetsFolder`, which holds the assets of the
 * releases before and after this one: pages that are still open ask for them during an upgrade.
 */
export function mountFiles(http: Hono<HttpEnv>, assetsFolder: string | undefined) {
  mountFolder(http, '*', { root: relative(process.cwd(), getClientFolder()) })

  if (assetsFolder)
    mountFolder(http, '/assets/*', {
      root: assetsFolder,
      rewriteRequestPath: (path) => path.slice('/assets'.length),
    })
}

type Folder = { root: string; rewriteRequestPath?: (path: string) => string }

function mountFolder(http: Hono<HttpEnv>, pattern: string, folder: Folder) {
  const files = serveStatic<HttpEnv>({ ...folder, precompressed: true })

  http.use(pattern, async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) || c.req.path.includes('/.')) return next()
    const found = await files(c, next)
    if (found?.ok) {
      const isHashed = c.req.path.startsWith('/assets/')
      recordRoute(c.get('request'), isHashed ? '/assets/*' : 'file')
      found.headers.set('cache-control', isHashed ? FOREVER : AN_HOUR)
    }

    return found
  })
}
