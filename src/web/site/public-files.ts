import type { Context, Hono } from 'hono'
import sharp from 'sharp'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { RISK_WARNING } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { WAYS_IN } from './auth-pages.ts'
import shippedIcon from './favicon.svg?raw'
import { serveHeroes } from './hero-films.ts'
import { PAGES } from './pages.ts'
import { getPlanPath } from './plan-pages.ts'
import { buildManifest, buildRobotsTxt, buildSitemap, ICONS } from './public-texts.ts'
import { getSiteOffer } from './site-offer.ts'
import { getPictureName } from './site-page.ts'
import { renderSocialPicture } from './social-picture.ts'

const AN_HOUR = 'public, max-age=3600'

/** An arbitrary hash: the rosette of a picture carries no information. */
const ORNAMENT = '6d2f90c41ab8e3575f20d9c6b81e47a03c95f8712dea604bb1793e58c0fd264a'

const sendFile = (c: Context<HttpEnv>, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  c.body(body, 200, { 'content-type': type, 'cache-control': AN_HOUR })

/**
 * Mounts the files that programs expect of a public site: robots.txt, sitemap, manifest, icons,
 * brand colours and films, preview pictures.
 */
export function mountPublicFiles(http: Hono<HttpEnv>, app: App) {
  const { MODE, INDEXABLE, PUBLIC_URL, OPERATOR_NAME, brand } = app.config
  const listed = MODE === 'live' || INDEXABLE
  const name = brand.name ?? OPERATOR_NAME

  http.get('/robots.txt', (c) =>
    sendFile(c, 'text/plain; charset=utf-8', buildRobotsTxt(PUBLIC_URL, listed)),
  )
  http.get('/sitemap.xml', async (c) => {
    const plans = await listPublishedPlans(app.db, app.clock.today())
    const planPaths = plans.map((plan) => getPlanPath(plan, plans))
    const sitemap = buildSitemap(PUBLIC_URL, getSiteOffer(app.config), planPaths)

    return sendFile(c, 'application/xml; charset=utf-8', sitemap)
  })
  http.get('/site.webmanifest', (c) =>
    sendFile(c, 'application/manifest+json', buildManifest(name)),
  )
  http.get('/brand.css', (c) => sendFile(c, 'text/css; charset=utf-8', brand.css))
  serveHeroes(http, brand)
  mountIcons(http, brand.icon ?? shippedIcon)
  mountPictures(http, name)
}

function mountIcons(http: Hono<HttpEnv>, icon: string) {
  http.get('/favicon.svg', (c) => sendFile(c, 'image/svg+xml', icon))

  for (const [path, size] of Object.entries(ICONS)) {
    const drawn = memoise(async () =>
      Uint8Array.from(
        await sharp(Buffer.from(icon), { density: 600 }).resize(size, size).png().toBuffer(),
      ),
    )
    http.get(path, async (c) => sendFile(c, 'image/png', await drawn()))
  }
}

/**
 * Mounts the preview pictures, each drawn on its first request and cached; their number is fixed.
 */
function mountPictures(http: Hono<HttpEnv>, brand: string) {
  const pictures = new Map(
    [...PAGES, ...WAYS_IN].map((page) => {
      const card = { title: page.title, brand, warning: RISK_WARNING, hash: ORNAMENT }
      return [`${getPictureName(page)}.png`, memoise(() => renderSocialPicture(card))]
    }),
  )

  http.get('/social/:name', async (c) => {
    const drawn = pictures.get(c.req.param('name'))
    return drawn ? sendFile(c, 'image/png', await drawn()) : c.notFound()
  })
}

function memoise<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
