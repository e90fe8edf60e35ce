import { useLocation } from 'react-router'
import { TabLinks } from '#ui/layout/tab-links.tsx'

const TABS = [
  { label: 'Verifications', to: '/admin-dashboard/verifications' },
  { label: 'Screening', to: '/admin-dashboard/screening' },
  { label: 'Transaction monitoring', to: '/admin-dashboard/monitoring' },
  { label: 'Eligibility rules', to: '/admin-dashboard/rules' },
] as const

/** Links the screens of compliance, which are one item of the menu. */
export function ComplianceTabs() {
  const { pathname } = useLocation()

  return (
    <TabLinks
      label="Compliance"
      tabs={TABS.map((tab) => ({ ...tab, current: pathname === tab.to }))}
    />
  )
}
