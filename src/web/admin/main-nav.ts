import {
  arrowLineDown,
  arrowLineDownFill,
  arrowLineUp,
  arrowLineUpFill,
  chartPieSlice,
  chartPieSliceFill,
  flask,
  houseFill,
  house as houseIcon,
  megaphone,
  megaphoneFill,
  sealCheck,
  sealCheckFill,
  usersFill,
  users as usersIcon,
} from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'

export const ADMIN = '/admin-dashboard'

/** The number of items that wait for the staff, by kind. */
export type Waiting = Record<
  | 'deposits'
  | 'withdrawals'
  | 'approvals'
  | 'breaks'
  | 'screening'
  | 'verifications'
  | 'messages'
  | 'testimonials',
  number
>

export const SANDBOX: NavGroup = {
  title: 'Sandbox',
  items: [{ label: 'Sandbox tools', to: '/dev', icon: flask }],
}

/** Builds the group of daily work, with the counts that wait for the staff. */
export function buildMainNav(waiting: Waiting | undefined): NavGroup {
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
