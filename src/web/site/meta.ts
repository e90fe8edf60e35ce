import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'
import { findAuthPage, findSitePage, getPictureName, type SitePage } from './pages.ts'
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

/**
 * Builds description and card of a sign-up or login page, whose screen sets its title; nothing for
 * other pages.
 */
export const buildAuthPageMeta: MetaFunction = (args) => {
  const page = findAuthPage(args.location.pathname)
  const site = args.matches.find((match) => match?.id === 'root')?.loaderData as
    | SiteConfig
    | undefined
  return page && site && !args.error ? buildCardMeta(page, site, page.title) : []
}

const NOT_LISTED = { name: 'robots', content: 'noindex' }

function describe(page: SitePage, site: SiteConfig): MetaDescriptor[] {
  const title = page.path === '/' ? `${site.brand}: ${page.title}` : `${page.title} · ${site.brand}`
  return [
    { title },
    ...buildCardMeta(page, site, title),
    {
      'script:ld+json':
        page.path === '/' ? buildOrganizationSchema(site) : buildBreadcrumbSchema(page, site),
    },
  ]
}

function buildCardMeta(page: SitePage, site: SiteConfig, title: string): MetaDescriptor[] {
  const address = `${site.url}${page.path}`
  const picture = `${site.url}/social/${getPictureName(page)}.png`
  const og = {
    title,
    description: page.description,
    url: address,
    site_name: site.brand,
    type: 'website',
  }

  return [
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(og).map(([name, content]) => ({ property: `og:${name}`, content })),
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${page.title}, ${site.brand}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(site.indexable ? [] : [NOT_LISTED]),
  ]
}
