import { Outlet } from 'react-router'
import { useHouse, useMark } from '#modules/settings/components/house.tsx'
import { SiteFrame } from '#ui/layout/site-frame.tsx'
import { RISK_WARNING } from '../house.ts'
import { SERVICES } from './words/services.ts'

const JOIN = { label: 'Start Membership', to: '/signup' }
const SIGN_IN = { label: 'Login', to: '/login' }
const SERVICE_LINKS = SERVICES.map(({ name, path, hint }) => ({ label: name, to: path, hint }))

const LINKS = [
  { label: 'Home', to: '/' },
  { label: 'Company', to: '/company' },
  { label: 'Services', items: SERVICE_LINKS },
  { label: 'Plans', to: '/plans' },
  { label: 'Open books', to: '/transparency' },
  { label: 'Career', to: '/career' },
  { label: 'Contact', to: '/contact' },
]

const COLUMNS = [
  {
    title: 'Company',
    links: [
      { label: 'About us', to: '/company' },
      { label: 'Career', to: '/career' },
      { label: 'Contact', to: '/contact' },
    ],
  },
  { title: 'Services', links: SERVICE_LINKS },
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
    links: [
      { label: 'Risk Disclosure', to: '/legal/risk-disclosure' },
      { label: 'Terms of Use', to: '/legal/terms' },
      { label: 'Privacy Policy', to: '/legal/privacy' },
      { label: 'Anti Money Laundering', to: '/legal/anti-money-laundering' },
      { label: 'Anti Spam Policy', to: '/legal/anti-spam' },
      { label: 'Placement of Statement', to: '/legal/placement-of-statement' },
    ],
  },
]

/** The frame of every public page. */
export default function SiteLayout() {
  const house = useHouse()
  const mark = useMark()
  return (
    <SiteFrame
      brand={{ name: house.brand }}
      links={LINKS}
      signIn={SIGN_IN}
      join={JOIN}
      mark={mark}
      risk={RISK_WARNING}
      help={{ text: 'Need help?', link: { label: 'Contact us', to: '/contact' } }}
      tagline="Investing with the books open. Every balance can be checked, and every return traced to the income behind it."
      columns={COLUMNS}
      warning={<p>{RISK_WARNING}</p>}
      legal={
        <p>
          © {house.year} {house.brand}. {house.address}. {house.registration}.
        </p>
      }
    >
      <Outlet />
    </SiteFrame>
  )
}
