import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as build from 'virtual:react-router/server-build'
import type { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { invariant } from '#lib/invariant.ts'
import { takeForm } from '#modules/enquiries/api.ts'
import { createFormStamp } from '#modules/enquiries/queries.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { recordRoute } from '#platform/http/log.ts'
import { resolveSession } from './api.ts'
import { getClientFolder } from './mount-files.ts'
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

/** Returns the address of the script that enhances the public pages, as the build named it. */
function findSiteScript(mode: 'production' | 'development'): string {
  if (mode === 'development') return '/src/web/site/start.ts'

  const name = readdirSync(join(getClientFolder(), 'assets')).find((file) =>
    /^site-script-[\w-]{8}\.js$/.test(file),
  )
  invariant(name, 'the build has the script of the public pages')
  return `/assets/${name}`
}
