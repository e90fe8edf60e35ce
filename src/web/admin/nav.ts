import { bell, bellFill, shieldCheck, shieldCheckFill, signOut } from '#ui/icons.ts'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { buildAdministrationNav } from './administration-nav.ts'
import { buildMainNav, SANDBOX, type Waiting } from './main-nav.ts'

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
      {
        label: 'Notifications',
        to: '/admin-dashboard/notifications',
        icon: bell,
        iconCurrent: bellFill,
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
