import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'
import { findSitePage } from './pages.ts'
import { buildCardMeta, NOT_LISTED, type SitePage } from './site-page.ts'
import { buildBreadcrumbSchema, buildOrganizationSchema } from './structured-data.ts'

/**
 * Builds title, description, canonical address, card and structured data of the public page at this
 * address.
 */
export const buildSiteMeta: MetaFunction = (args) =>
  buildPageMeta(findSitePage(args.location.pathname), args)

type MetaArgs = Pick<Parameters<MetaFunction>[0], 'matches' | 'error'>

/** Builds the same of a given page; without one, or after an error, of a missing page. */
export function buildPageMeta(page: SitePage | null, { matches, error }: MetaArgs) {
  const site = matches.find((match) => match?.id === 'root')?.loaderData as SiteConfig | undefined
  if (!page || error || !site) return [{ title: 'Page not found' }, NOT_LISTED]

  return describe(page, site)
}

function describe(page: SitePage, site: SiteConfig): MetaDescriptor[] {
  const title = page.path === '/' ? `${site.brand}: ${page.title}` : `${page.title} · ${site.brand}`
  return [
    { title },
    ...buildCardMeta(page, site, title),
    ...(import.meta.env.SSR ? [buildStructuredData(page, site)] : []),
  ]
}

/** For search engines, which read documents: React can't write a script under our policy. */
const buildStructuredData = (page: SitePage, site: SiteConfig): MetaDescriptor => ({
  'script:ld+json':
    page.path === '/' ? buildOrganizationSchema(site) : buildBreadcrumbSchema(page, site),
})
