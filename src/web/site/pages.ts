import { SERVICES } from './copy/services.ts'
import { LEGAL_PAGES } from './legal/pages.ts'

export type SitePage = { path: string; title: string; description: string }

/** Every public page with its description for search engines and link previews. */
export const PAGES: readonly SitePage[] = [
  {
    path: '/',
    title: 'Investing with books you can check',
    description:
      'Put money to work and see where every cent of it went. Returns are paid only out of ' +
      'recorded income, and every member can check the books.',
  },
  {
    path: '/company',
    title: 'Company',
    description:
      'Who runs this firm, its values, its registration, and how deposits, investments and ' +
      'withdrawals work.',
  },
  {
    path: '/career',
    title: 'Career',
    description: 'Who we are looking for, how we hire, which positions are open, and how to apply.',
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'Where our head office is, how to write to us, and how soon a person answers.',
  },
  {
    path: '/plans',
    title: 'Plans',
    description:
      'Every plan on offer: its term, its target over that term, its limits, fees, ' +
      'liquidity and risks, the basis for the target, and its worst and best month.',
  },
  {
    path: '/transparency',
    title: 'Open books',
    description:
      'Member balances and the assets held against them, income and returns by plan with ' +
      'losing months, and how long withdrawals take.',
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
      'Open an account. Returns are paid only out of recorded income, and you can lose money.',
  },
  {
    path: '/login',
    title: 'Login',
    description: 'Your balance, your positions and every transaction behind them.',
  },
]

const findPage = (pages: readonly SitePage[], pathname: string) =>
  pages.find(({ path }) => path === (pathname.replace(/\/$/, '') || '/')) ?? null

/** Finds the page at an address, with or without a trailing slash; null when there is none. */
export const findSitePage = (pathname: string): SitePage | null => findPage(PAGES, pathname)

/** Finds the sign-up or login page at an address, likewise. */
export const findAuthPage = (pathname: string): SitePage | null => findPage(WAYS_IN, pathname)

/** Returns the name of a page's preview picture: `/social/home.png`, `/social/legal-terms.png`. */
export const getPictureName = ({ path }: SitePage): string =>
  path.slice(1).replaceAll('/', '-') || 'home'
