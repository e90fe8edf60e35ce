import { SERVICES } from './copy/services.ts'
import { LEGAL_PAGES } from './legal/pages.ts'

export type SitePage = {
  path: string
  title: string
  description: string
  /** The name of its preview picture, where it has no picture of its own. */
  picture?: string
}

/** Every public page with its description for search engines and link previews. */
export const PAGES: readonly SitePage[] = [
  {
    path: '/',
    title: 'Investing with open books',
    description:
      'Choose a plan and see how it performs. Returns are paid only from recorded income, and ' +
      'we publish member balances and the assets held against them.',
  },
  {
    path: '/company',
    title: 'Company',
    description:
      'Who runs this firm, its values and registration, and how deposits, investments and ' +
      'withdrawals work.',
  },
  {
    path: '/career',
    title: 'Career',
    description: 'Who we are looking for, how we hire, our open positions, and how to apply.',
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'Our head office address, how to contact us, and when to expect a reply.',
  },
  {
    path: '/plans',
    title: 'Plans',
    description:
      'Every plan with its term, target return, minimum and maximum, fees, liquidity and ' +
      'risks, the basis for its target, and its worst and best month.',
  },
  {
    path: '/transparency',
    title: 'Open books',
    description:
      'Member balances and the assets held against them, each plan’s income, losses and ' +
      'returns, and how long withdrawals take.',
  },
  ...SERVICES.map(({ path, title, description }) => ({ path, title, description })),
  ...LEGAL_PAGES.map(({ name, title, description }) => ({
    path: `/legal/${name}`,
    title,
    description,
  })),
]

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

const findPage = (pages: readonly SitePage[], pathname: string) =>
  pages.find(({ path }) => path === (pathname.replace(/\/$/, '') || '/')) ?? null

/** Finds the page at an address, with or without a trailing slash; null when there is none. */
export const findSitePage = (pathname: string): SitePage | null => findPage(PAGES, pathname)

/** Finds the sign-up or login page at an address, likewise. */
export const findAuthPage = (pathname: string): SitePage | null => findPage(WAYS_IN, pathname)

/** Returns the name of a page's preview picture: `/social/home.png`, `/social/legal-terms.png`. */
export const getPictureName = ({ path, picture }: SitePage): string =>
  picture ?? (path.slice(1).replaceAll('/', '-') || 'home')
