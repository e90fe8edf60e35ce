import type { LoaderFunctionArgs } from 'react-router'
import { Outlet, useLoaderData } from 'react-router'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { useHouse, useMark } from '#modules/settings/components/house.tsx'
import { useLiveReads } from '#platform/client/live-reads.ts'
import {
  arrowLineDown,
  arrowLineDownFill,
  arrowLineUp,
  arrowLineUpFill,
  houseFill,
  house as houseIcon,
  signOut,
} from '#ui/icons.ts'
import { AppShell } from '#ui/layout/app-shell.tsx'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { requireAdmin } from '../guard.ts'
import { useLogOut } from '../log-out.ts'
import { SessionWarning } from '../session-warning.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, label, firstName, role } = await requireAdmin(args)
  return { admin: { id, label, firstName, role } }
}

const navOf = (logOut: () => void): readonly NavGroup[] => [
  {
    items: [
      { label: 'Dashboard', to: '/admin-dashboard', end: true, icon: houseIcon, iconCurrent: houseFill },
      {
        label: 'Transaction',
        to: '/admin-dashboard/alltransaction',
        icon: arrowLineDown,
        iconCurrent: arrowLineDownFill,
      },
      {
        label: 'Withdrawals',
        to: '/admin-dashboard/withdrawals',
        icon: arrowLineUp,
        iconCurrent: arrowLineUpFill,
      },
      { label: 'Log out', onSelect: logOut, icon: signOut },
    ],
  },
]

/** The back office: only for the staff, and read again whenever the server says so. */
export default function AdminLayout() {
  const house = useHouse()
  const mark = useMark()
  const { admin } = useLoaderData<typeof loader>()
  const logOut = useLogOut(() => identityCalls.adminLogOut.call())
  useLiveReads('admin')
  return (
    <AppShell
      brand={{ name: house.brand, to: '/admin-dashboard' }}
      navLabel="Back office"
      nav={navOf(logOut)}
      tone="deep"
      place="Back office"
      who={{ short: admin.firstName, name: admin.label, note: admin.role }}
      mark={mark}
    >
      <Outlet />
      <SessionWarning kind="admin" onLogOut={logOut} />
    </AppShell>
  )
}
