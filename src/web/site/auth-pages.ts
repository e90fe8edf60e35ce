import type { MetaFunction } from 'react-router'
import type { SiteConfig } from '#modules/settings/components/site-config.tsx'
import { buildCardMeta, findPage, type SitePage } from './site-page.ts'

/** Sign-up and login pages: not in the sitemap, but shared as links. */
export const WAYS_IN: readonly SitePage[] = [
  {
    path: '/signup',
    title: 'Create account',
    description:
      'Open an account. Returns are paid only from recorded income, and you can lose money.',
  },
  {
    path: '/login',
    title: 'Login',
    description: 'View your portfolio, your investments and every transaction.',
  },
]

/**
 * Builds description and card of a sign-up or login page, whose screen sets its title; nothing for
 * other pages.
 */
export const buildAuthPageMeta: MetaFunction = (args) => {
  const page = findPage(WAYS_IN, args.location.pathname)
  const site = args.matches.find((match) => match?.id === 'root')?.loaderData as
    | SiteConfig
    | undefined
  return page && site && !args.error ? buildCardMeta(page, site, page.title) : []
}
