import { Outlet } from 'react-router'
import { useHouse, useMark } from '#modules/settings/components/house.tsx'
import { SiteFrame } from '#ui/layout/site-frame.tsx'
import { RISK_WARNING } from '../house.ts'

const JOIN = { label: 'Start Membership', to: '/signup' }
const SIGN_IN = { label: 'Login', to: '/login' }

/** The frame of every public page. */
export default function SiteLayout() {
  const house = useHouse()
  const mark = useMark()
  return (
    <SiteFrame
      brand={{ name: house.brand }}
      links={[{ label: 'Home', to: '/' }]}
      signIn={SIGN_IN}
      join={JOIN}
      mark={mark}
      risk={RISK_WARNING}
      help={{ text: 'Need help?', link: { label: 'Contact us', to: `mailto:${house.email}` } }}
      columns={[
        {
          title: 'Members',
          links: [JOIN, { label: 'Client Portal', to: '/login' }],
        },
        {
          title: 'Legal',
          links: [
            { label: 'Risk Disclosure', to: '/legal/risk-disclosure' },
            { label: 'Terms of Use', to: '/legal/terms' },
          ],
        },
      ]}
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
