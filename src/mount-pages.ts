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
import { resolveSession } from './api.ts'
import {
  appContext,
  formContext,
  nonceContext,
  sessionContext,
  siteScriptContext,
} from './web/context.ts'
import { findRedirect } from './web/redirects.ts'
import { createPageCache } from './web/site/page-cache.ts'

/**
 * Mounts the pages, which React Router renders; a wrong path gets a 404 page. Returns a function
 * that clears the page cache.
 */
export function mountPages(http: Hono<HttpEnv>, app: App, mode: 'production' | 'development') {
  const render = createRequestHandler(build, mode)
  const siteScript = findSiteScript(mode)

  http.use('*', async (c, next) => {
    const target = findRedirect(c.req.path)
    return target ? c.redirect(target, 308) : next()
  })

  const renderPage = async (raw: Request, nonce: string, address: string) => {
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(nonceContext, nonce)
    context.set(siteScriptContext, siteScript)
    context.set(formContext, {
      stamp: () => createFormStamp(app),
      take: (form, kind) => takeForm(app, { address }, form, kind),
    })
    context.set(sessionContext, (sessionKind) => resolveSession(app, raw.headers, sessionKind))

    return await render(raw, context)
  }

  const pageCache = createPageCache(app, (raw, nonce) => renderPage(raw, nonce, ''))
  http.all('*', async (c) => {
    const nonce = c.get('nonce')
    const known = mode === 'production' ? await pageCache.answer(c.req.raw, nonce) : null
    return known ?? (await renderPage(c.req.raw, nonce, c.get('request').ip))
  })

  return pageCache.forget
}

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
 * change.
 */
export function mountFiles(http: Hono<HttpEnv>) {
  const root = relative(process.cwd(), getClientFolder())
  const files = serveStatic<HttpEnv>({ root, precompressed: true })
  http.use('*', async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) || c.req.path.includes('/.')) return next()
    const found = await files(c, next)
    if (found?.ok)
      found.headers.set('cache-control', c.req.path.startsWith('/assets/') ? FOREVER : AN_HOUR)
    return found
  })
}
