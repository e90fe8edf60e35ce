import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { House } from '#modules/settings/components/house.tsx'
import { pictureName, type SitePage, sitePageAt, wayInAt } from './pages.ts'

/**
 * Title, description, canonical address, card and structured data of the public page at this
 * address.
 */
export const siteMeta: MetaFunction = (args) => {
  const page = sitePageAt(args.location.pathname)
  const house = args.matches.find((match) => match?.id === 'root')?.loaderData as House | undefined
  if (!page || args.error || !house) return [{ title: 'Page not found' }, NOT_LISTED]
  return describe(page, house)
}

/**
 * Description and card of a way in, whose title its screen writes; of every other page without a
 * word of its own: nothing.
 */
export const wayInMeta: MetaFunction = (args) => {
  const page = wayInAt(args.location.pathname)
  const house = args.matches.find((match) => match?.id === 'root')?.loaderData as House | undefined
  return page && house && !args.error ? cardOf(page, house, page.title) : []
}

const NOT_LISTED = { name: 'robots', content: 'noindex' }

function describe(page: SitePage, house: House): MetaDescriptor[] {
  const title =
    page.path === '/' ? `${house.brand}: ${page.title}` : `${page.title} · ${house.brand}`
  return [
    { title },
    ...cardOf(page, house, title),
    { 'script:ld+json': page.path === '/' ? firmOf(house) : trailOf(page, house) },
  ]
}

function cardOf(page: SitePage, house: House, title: string): MetaDescriptor[] {
  const address = `${house.url}${page.path}`
  const picture = `${house.url}/social/${pictureName(page)}.png`
  const og = {
    title,
    description: page.description,
    url: address,
    site_name: house.brand,
    type: 'website',
  }

  return [
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(og).map(([name, content]) => ({ property: `og:${name}`, content })),
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${page.title}, ${house.brand}` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(house.indexable ? [] : [NOT_LISTED]),
  ]
}

const firmOf = ({ brand, legalName, url, email, address, phone, social }: House) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${url}/#firm`,
      name: brand,
      legalName,
      url,
      logo: `${url}/icon-512.png`,
      email,
      address,
      sameAs: social.map((one) => one.url),
      ...(phone && { telephone: phone }),
    },
    {
      '@type': 'WebSite',
      '@id': `${url}/#site`,
      name: brand,
      url,
      publisher: { '@id': `${url}/#firm` },
    },
  ],
})

const trailOf = ({ path, title, description }: SitePage, { brand, url }: House) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'WebPage',
      name: title,
      description,
      url: `${url}${path}`,
      isPartOf: { '@id': `${url}/#site` },
      publisher: { '@id': `${url}/#firm` },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: brand, item: `${url}/` },
        { '@type': 'ListItem', position: 2, name: title, item: `${url}${path}` },
      ],
    },
  ],
})
