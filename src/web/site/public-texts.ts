import { SERVICES } from './copy/services.ts'
import { PAGES } from './pages.ts'
import type { SiteOffer } from './site-offer.ts'

export const ICONS = { '/apple-touch-icon.png': 180, '/icon-192.png': 192, '/icon-512.png': 512 }

const HIDDEN = ['/dashboard', '/admin-dashboard', '/admin-login', '/api', '/dev']

/**
 * Builds robots.txt. A sandbox excludes itself by a meta tag on each page, which only a crawler
 * that may read the page can find.
 */
export const buildRobotsTxt = (url: string, listed: boolean) =>
  [
    'User-agent: *',
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    ...(listed ? [`Sitemap: ${url}/sitemap.xml`] : []),
    '',
  ].join('\n')

/** Builds sitemap.xml from the public pages and the pages of the plans. */
export function buildSitemap(
  url: string,
  { services }: SiteOffer,
  planPaths: readonly string[],
): string {
  const hidden =
    services && SERVICES.map(({ path }) => path).filter((path) => !services.includes(path))
  const paths = PAGES.map(({ path }) => path).filter((path) => !hidden?.includes(path))
  const lines = [...paths, ...planPaths].map((path) => `<url><loc>${url}${path}</loc></url>`)

  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ` +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`
  )
}

/** Builds the web app manifest. */
export const buildManifest = (name: string) =>
  JSON.stringify({
    name,
    short_name: name.slice(0, 12),
    start_url: '/',
    display: 'browser',
    background_color: '#edf5ee',
    theme_color: '#edf5ee',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    ],
  })
