import { useEffect } from 'react'
import { Link, Outlet, useLocation, useMatches } from 'react-router'
import { useMark, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { LEARN_MORE, RISK_STRIP, RISK_SUMMARY_PATH, RISK_WARNING } from '#modules/settings/model.ts'
import { SiteFrame } from '#ui/layout/site-frame.tsx'
import { findEnhancement } from '../enhancement.ts'
import { listOfferedServices, type Service } from './copy/services.ts'
import { LEGAL_PAGES } from './legal/pages.ts'

const JOIN = { label: 'Start Membership', to: '/signup' }
const SIGN_IN = { label: 'Login', to: '/login' }

const toNavLink = ({ name, path, hint }: Service) => ({ label: name, to: path, hint })

const buildSiteLinks = (services: readonly Service[]) => [
  { label: 'Home', to: '/' },
  { label: 'Company', to: '/company' },
  ...(services.length > 0 ? [{ label: 'Services', items: services.map(toNavLink) }] : []),
  { label: 'Plans', to: '/plans' },
  { label: 'Open books', to: '/transparency' },
  { label: 'Career', to: '/career' },
  { label: 'Contact', to: '/contact' },
]

const buildFooterColumns = (services: readonly Service[]) => [
  {
    title: 'Company',
    links: [
      { label: 'About us', to: '/company' },
      { label: 'Career', to: '/career' },
      { label: 'Contact', to: '/contact' },
    ],
  },
  ...(services.length > 0 ? [{ title: 'Services', links: services.map(toNavLink) }] : []),
  {
    title: 'Members',
    links: [
      JOIN,
      { label: 'Client Portal', to: '/login' },
      { label: 'Plans', to: '/plans' },
      { label: 'Open books', to: '/transparency' },
    ],
  },
  {
    title: 'Legal',
    links: [...LEGAL_PAGES.map(({ name, title }) => ({ label: title, to: `/legal/${name}` }))],
  },
]

/** Renders the risk warning of every public page, with a link to its two-minute explanation. */
const RiskStripText = () => (
  <>
    {RISK_STRIP} <Link to={RISK_SUMMARY_PATH}>{LEARN_MORE}</Link>
  </>
)

/** Public pages come without React; `start.ts` enhances them. */
export const handle = { enhancement: 'script' }

/** Enhances a public page that the reader reached from a page that runs React. */
function useEnhancement() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is enhanced again
  useEffect(() => {
    let stopEnhancing = () => {}
    let gone = false
    import('#ui/enhance/enhance-page.ts').then(({ enhancePage }) => {
      if (!gone) stopEnhancing = enhancePage(document, { alone: false })
    })
    if (document.querySelector('[data-log-check]'))
      import('./transparency/check-log.ts').then(({ checkLog }) => checkLog(document))

    return () => {
      gone = true
      stopEnhancing()
    }
  }, [pathname])
}

/** Renders the frame of every public page. */
export default function SiteLayout() {
  useEnhancement()

  const plain = findEnhancement(useMatches()) === 'none'
  const site = useSiteConfig()
  const mark = useMark()
  const services = listOfferedServices(site.services)

  return (
    <SiteFrame
      brand={{ name: site.brand }}
      links={buildSiteLinks(services)}
      signIn={SIGN_IN}
      join={JOIN}
      plain={plain}
      mark={mark}
      risk={<RiskStripText />}
      help={{ text: 'Need help?', link: { label: 'Contact us', to: '/contact' } }}
      tagline={
        'Investing with open books. We publish member balances, the assets held against them, ' +
        'and the income that returns are paid from.'
      }
      columns={buildFooterColumns(services)}
      warning={<p>{RISK_WARNING}</p>}
      legal={
        <p>
          © {site.year} {site.legalName}. {site.address}. {site.registration}.
        </p>
      }
    >
      <Outlet />
    </SiteFrame>
  )
}
