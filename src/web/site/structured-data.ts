import type { SiteConfig } from '#modules/settings/components/site-config.tsx'
import type { SitePage } from './site-page.ts'

/** Builds the schema.org description of the operator. */
export const buildOrganizationSchema = ({
  brand,
  legalName,
  url,
  email,
  address,
  phone,
  social,
}: SiteConfig) => ({
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

/** Builds the schema.org breadcrumb of a page. */
export const buildBreadcrumbSchema = (
  { path, title, description }: SitePage,
  { brand, url }: SiteConfig,
) => ({
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
