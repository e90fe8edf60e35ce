import {
  arrowLineDown,
  arrowLineDownFill,
  arrowLineUp,
  arrowLineUpFill,
  bookOpen,
  bookOpenFill,
  chartPieSlice,
  chartPieSliceFill,
  chats,
  chatsFill,
  flask,
  gearSix,
  gearSixFill,
  houseFill,
  house as houseIcon,
  identificationBadge,
  identificationBadgeFill,
  listChecks,
  listChecksFill,
  megaphone,
  megaphoneFill,
  queue,
  queueFill,
  quotes,
  quotesFill,
  scales,
  scalesFill,
  sealCheck,
  sealCheckFill,
  shieldCheck,
  shieldCheckFill,
  signOut,
  usersFill,
  users as usersIcon,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'

const ADMIN = '/admin-dashboard'

/** The number of items that wait for the staff, by kind. */
export type Waiting = Record<
  'deposits' | 'withdrawals' | 'approvals' | 'breaks' | 'messages' | 'testimonials',
  number
>

const SANDBOX: NavGroup = {
  title: 'Sandbox',
  items: [{ label: 'Sandbox tools', to: '/dev', icon: flask }],
}

function buildMainNav(waiting: Waiting | undefined): NavGroup {
  return {
    items: [
      {
        label: 'Dashboard',
        to: '/admin-dashboard',
        end: true,
        icon: houseIcon,
        iconCurrent: houseFill,
      },
      {
        label: 'Transaction',
        to: '/admin-dashboard/alltransaction',
        icon: arrowLineDown,
        iconCurrent: arrowLineDownFill,
        badge: waiting?.deposits || undefined,
      },
      {
        label: 'Withdrawals',
        to: '/admin-dashboard/withdrawals',
        icon: arrowLineUp,
        iconCurrent: arrowLineUpFill,
        badge: waiting?.withdrawals || undefined,
      },
      {
        label: 'All User',
        to: '/admin-dashboard/alluser',
        also: ['/admin-dashboard/manage-user'],
        icon: usersIcon,
        iconCurrent: usersFill,
      },
      {
        label: 'Approvals',
        to: '/admin-dashboard/approvals',
        icon: sealCheck,
        iconCurrent: sealCheckFill,
        badge: waiting?.approvals || undefined,
      },
      {
        label: 'Plans',
        to: '/admin-dashboard/plans',
        icon: chartPieSlice,
        iconCurrent: chartPieSliceFill,
      },
      {
        label: 'Campaigns',
        to: '/admin-dashboard/campaigns',
        icon: megaphone,
        iconCurrent: megaphoneFill,
      },
    ],
  }
}

function buildAdministrationNav(waiting: Waiting | undefined): NavGroup {
  return {
    title: 'Operations',
    items: [
      { label: 'Ledger', to: `${ADMIN}/ledger`, icon: bookOpen, iconCurrent: bookOpenFill },
      {
        label: 'Reconciliation',
        to: `${ADMIN}/reconciliation`,
        icon: scales,
        iconCurrent: scalesFill,
        badge: waiting?.breaks || undefined,
      },
      {
        label: 'Messages',
        to: `${ADMIN}/messages`,
        icon: chats,
        iconCurrent: chatsFill,
        badge: waiting?.messages || undefined,
      },
      {
        label: 'Testimonials',
        to: `${ADMIN}/testimonials`,
        icon: quotes,
        iconCurrent: quotesFill,
        badge: waiting?.testimonials || undefined,
      },
      { label: 'Settings', to: `${ADMIN}/settings`, icon: gearSix, iconCurrent: gearSixFill },
      {
        label: 'Staff',
        to: `${ADMIN}/staff`,
        icon: identificationBadge,
        iconCurrent: identificationBadgeFill,
      },
      { label: 'Audit', to: `${ADMIN}/audit`, icon: listChecks, iconCurrent: listChecksFill },
      { label: 'Jobs', to: `${ADMIN}/jobs`, icon: queue, iconCurrent: queueFill },
    ],
  }
}

/** Returns the groups of the sidebar. */
export function buildNav(
  waiting: Waiting | undefined,
  sandbox: boolean,
  logOut: () => void,
): readonly NavGroup[] {
  const leaving: NavGroup = {
    title: 'Your account',
    items: [
      {
        label: 'Security',
        to: '/admin-dashboard/security',
        icon: shieldCheck,
        iconCurrent: shieldCheckFill,
      },
      { label: 'Log out', onSelect: logOut, icon: signOut },
    ],
  }

  return [
    buildMainNav(waiting),
    buildAdministrationNav(waiting),
    ...(sandbox ? [SANDBOX] : []),
    leaving,
  ]
}
