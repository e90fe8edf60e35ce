import type { MetaDescriptor } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'

export type SitePage = {
  path: string
  title: string
  description: string
  /** The name of its preview picture, where it has no picture of its own. */
  picture?: string
}

/** Finds the page at an address, with or without a trailing slash; null when there is none. */
export const findPage = (pages: readonly SitePage[], pathname: string): SitePage | null =>
  pages.find(({ path }) => path === (pathname.replace(/\/$/, '') || '/')) ?? null

/** Returns the name of a page's preview picture: `/social/home.png`, `/social/legal-terms.png`. */
export const getPictureName = ({ path, picture }: SitePage): string =>
  picture ?? (path.slice(1).replaceAll('/', '-') || 'home')

export const NOT_LISTED = { name: 'robots', content: 'noindex' }

/** Builds description, canonical address and card of a page. */
export function buildCardMeta(page: SitePage, site: SiteConfig, title: string): MetaDescriptor[] {
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
