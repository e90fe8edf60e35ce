import { SERVICES } from './copy/services.ts'
import { LEGAL_PAGES } from './legal/pages.ts'
import { findPage, type SitePage } from './site-page.ts'

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

/** Finds the page at an address, with or without a trailing slash; null when there is none. */
export const findSitePage = (pathname: string): SitePage | null => findPage(PAGES, pathname)
