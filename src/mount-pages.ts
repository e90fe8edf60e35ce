import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { invariant } from '#lib/invariant.ts'
import { takeForm } from '#modules/enquiries/api.ts'
import { createFormStamp } from '#modules/enquiries/queries.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { recordRoute } from '#platform/http/log.ts'
import { resolveSession } from './api.ts'
import {
  appContext,
  formContext,
  nonceContext,
  outageContext,
  sessionContext,
  siteScriptContext,
} from './web/context.ts'
import { createPatternFinder } from './web/page-patterns.ts'
import { findRedirect } from './web/redirects.ts'
import { createPageCache } from './web/site/page-cache.ts'

/**
 * Mounts the pages, which React Router renders; a wrong path gets a 404 page. Returns the page
 * cache.
 */
export function mountPages(http: Hono<HttpEnv>, app: App, mode: 'production' | 'development') {
  const render = createRequestHandler(build, mode)
  const findPattern = createPatternFinder(build.routes)
  const siteScript = findSiteScript(mode)

  http.use('*', async (c, next) => {
    const target = findRedirect(c.req.path)
    return target ? c.redirect(target, 308) : next()
  })

  const renderPage = async (raw: Request, nonce: string, address: string) => {
    const context = new RouterContextProvider()
    const outage = { met: false }
    context.set(appContext, app)
    context.set(outageContext, outage)
    context.set(nonceContext, nonce)
    context.set(siteScriptContext, siteScript)
    context.set(formContext, {
      stamp: () => createFormStamp(app),
      take: (form, kind) => takeForm(app, { address }, form, kind),
    })
    context.set(sessionContext, (sessionKind) => resolveSession(app, raw.headers, sessionKind))

    const page = await render(raw, context)
    return outage.met && page.status === 500 ? toUnavailablePage(page) : page
  }

  const pageCache = createPageCache(app, (raw, nonce) => renderPage(raw, nonce, ''))
  http.all('*', async (c) => {
    recordRoute(c.get('request'), findPattern(c.req.path))

    const nonce = c.get('nonce')
    const known = mode === 'production' ? await pageCache.answer(c.req.raw, nonce) : null
    return known ?? (await renderPage(c.req.raw, nonce, c.get('request').ip))
  })

  return pageCache
}

function toUnavailablePage({ body, headers }: Response): Response {
  const page = new Response(body, { status: 503, headers })
  page.headers.set('retry-after', RETRY_SECONDS)
  return page
}

const RETRY_SECONDS = '5'

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD'])
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

const getClientFolder = () => join(import.meta.dirname, '../client')

/** Returns the address of the script that enhances the public pages, as the build named it. */
function findSiteScript(mode: 'production' | 'development'): string {
  if (mode === 'development') return '/src/web/site/start.ts'

  const name = readdirSync(join(getClientFolder(), 'assets')).find((file) =>
    /^site-script-[\w-]{8}\.js$/.test(file),
  )
  invariant(name, 'the build has the script of the public pages')
  return `/assets/${name}`
}

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
