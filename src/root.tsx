import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { SiteNameProvider } from '#app-ui/page-title.tsx'
import { type SiteConfig, SiteConfigProvider } from '#modules/settings/components/site-config.tsx'
import { getBrand } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { openQueryClient } from '#platform/client/query-client.ts'
import { earlyActionScript, useEarlyAction } from '#ui/form/early-action.ts'
import { useNavigationFocus } from '#ui/layout/use-navigation-focus.ts'
import { Toaster } from '#ui/status/toaster.tsx'
import { fontPreloads } from '#ui/styles.ts'
import { themeScript } from '#ui/theme/theme-script.ts'
import { appContext, siteScriptContext } from './web/context.ts'
import { findEnhancement } from './web/enhancement.ts'
import { Failure } from './web/failure.tsx'
import { useNonce } from './web/nonce.tsx'
import { buildAuthPageMeta } from './web/site/auth-pages.ts'
import { buildHeroFilms } from './web/site/hero-films.ts'
import { getSiteOffer } from './web/site/site-offer.ts'

export const links = () => fontPreloads

/** Metadata of pages without their own. */
export const meta = buildAuthPageMeta

/** A point in the sea, so that the sample address is no real place. */
const SAMPLE_PLACE = { latitude: 0, longitude: 0 }

/** Loads the operator's details, once for every page. */
export async function loader({
  context,
}: LoaderFunctionArgs): Promise<SiteConfig & { script: string }> {
  const app = context.get(appContext)
  const { MODE, PUBLIC_URL, INDEXABLE, brand } = app.config
  const operator = await getSetting(app.db, app.config, 'operator')

  return {
    ...operator,
    mode: MODE,
    brand: getBrand(operator, brand),
    phone: brand.phone,
    place: brand.place ?? (MODE === 'sandbox' ? SAMPLE_PLACE : null),
    social: brand.social,
    jobs: brand.jobs,
    url: PUBLIC_URL.replace(/\/$/, ''),
    indexable: MODE === 'live' || INDEXABLE,
    coloured: brand.coloured,
    films: buildHeroFilms(brand),
    services: getSiteOffer(app.config).services,
    year: app.clock.now().getUTCFullYear(),
    script: context.get(siteScriptContext),
  }
}

/** The operator's details don't change from page to page. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const siteConfig = useRouteLoaderData<typeof loader>('root')
  const matches = useMatches()
  // A page reached from one that runs React continues with its scripts: React writes a new one as
  // HTML, which the policy of the document refuses.
  const [enhancement] = useState(() => findEnhancement(matches))
  useEarlyAction()

  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        {!enhancement && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
            dangerouslySetInnerHTML={{ __html: earlyActionScript }}
          />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links nonce={nonce} />
        {siteConfig?.coloured && <link rel="stylesheet" href="/brand.css" />}
      </head>
      <body>
        {children}
        {enhancement ? (
          enhancement === 'script' && (
            <script type="module" src={siteConfig?.script} nonce={nonce} suppressHydrationWarning />
          )
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  const siteConfig = useLoaderData<typeof loader>()
  const [queries] = useState(openQueryClient)
  useNavigationFocus()

  return (
    <SiteConfigProvider value={siteConfig}>
      <SiteNameProvider value={siteConfig.brand}>
        <QueryClientProvider client={queries}>
          <Outlet />
          <Toaster />
        </QueryClientProvider>
      </SiteNameProvider>
    </SiteConfigProvider>
  )
}

export const ErrorBoundary = Failure
