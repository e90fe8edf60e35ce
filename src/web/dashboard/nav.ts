import {
  houseFill,
  house as houseIcon,
  identificationBadge,
  identificationBadgeFill,
  listChecks,
  listChecksFill,
  lock,
  lockFill,
  shieldCheck,
  shieldCheckFill,
  signOut,
  user,
  userFill,
  usersThree,
  usersThreeFill,
  wallet,
  walletFill,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { FINANCE } from './finance-nav.ts'

const AFFILIATE = {
  label: 'Affiliate',
  to: '/dashboard/affiliate',
  icon: usersThree,
  iconCurrent: usersThreeFill,
}

const VERIFICATION = {
  label: 'Verification',
  to: '/dashboard/verification',
  icon: identificationBadge,
  iconCurrent: identificationBadgeFill,
}

type Offered = { referral: boolean; verification: boolean }

/**
 * Returns the groups of the sidebar, with the affiliate page and the verification only where they
 * are offered.
 */
export const buildNav = (
  logOut: () => void,
  { referral, verification }: Offered,
): readonly NavGroup[] => [
  {
    title: 'MEMBER ACCOUNT',
    items: [
      {
        label: 'Dashboard',
        to: '/dashboard',
        end: true,
        icon: houseIcon,
        iconCurrent: houseFill,
        also: ['/dashboard/markets', '/dashboard/notifications'],
      },
      {
        label: 'Your checklist',
        to: '/dashboard/eligibility',
        icon: listChecks,
        iconCurrent: listChecksFill,
      },
      ...(referral ? [AFFILIATE] : []),
    ],
  },
  FINANCE,
  {
    title: 'SETTINGS',
    items: [
      { label: 'Profile', to: '/dashboard/user-profile', icon: user, iconCurrent: userFill },
      ...(verification ? [VERIFICATION] : []),
      {
        label: 'Withdrawal Gateway',
        to: '/dashboard/update-wallet',
        icon: wallet,
        iconCurrent: walletFill,
      },
      {
        label: 'Password',
        to: '/dashboard/update-password',
        icon: lock,
        iconCurrent: lockFill,
        also: ['/dashboard/password-changed'],
      },
      {
        label: 'Security',
        to: '/dashboard/security',
        icon: shieldCheck,
        iconCurrent: shieldCheckFill,
      },
      { label: 'Log out', onSelect: logOut, icon: signOut },
    ],
  },
]
