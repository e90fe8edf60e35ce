import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { Outlet, useLoaderData } from 'react-router'
import { type SignedInStaff, SignedInStaffProvider } from '#app-ui/signed-in-staff.tsx'
import { BackofficePalette } from '#modules/backoffice/components/backoffice-palette.tsx'
import { backofficeCalls } from '#modules/backoffice/components/calls.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { StepUp } from '#modules/identity/components/step-up.tsx'
import { IntegrityTag } from '#modules/integrity/components/integrity-tag.tsx'
import { useMark, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { useLiveReads } from '#platform/client/live-reads.ts'
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
import { type KeyboardShortcut, KeysHelp } from '#ui/keys/keys-help.tsx'
import { AppShell } from '#ui/layout/app-shell.tsx'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { requireAdmin } from '../guard.ts'
import { useLogOut } from '../log-out.ts'
import { SessionWarning } from '../session-warning.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, label, firstName, role } = await requireAdmin(args)
  return { admin: { id, label, firstName, role } }
}

/** Skips reloading when only the query string changes, such as the page of a table. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate

const ADMIN = '/admin-dashboard'

/** Returns the name and role that the permission checks of the screens use. */
function useStaff(): SignedInStaff | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  if (!data) return undefined

  const { first_name, last_name, role } = data.data
  return { name: `${first_name} ${last_name}`, role }
}

type Waiting = Record<
  'deposits' | 'withdrawals' | 'approvals' | 'breaks' | 'messages' | 'testimonials',
  number
>

/** Returns the number of items that wait for the staff; undefined until it is known. */
function useWaiting(): Waiting | undefined {
  const { data } = useQuery(backofficeCalls.waiting.queryOptions())
  if (!data) return undefined

  const { pending_withdrawals, approved_withdrawals, ...waiting } = data.data

  return {
    deposits: waiting.pending_deposits,
    withdrawals: pending_withdrawals + approved_withdrawals,
    approvals: waiting.waiting_approvals,
    breaks: waiting.open_breaks,
    messages: waiting.open_messages,
    testimonials: waiting.offered_testimonials,
  }
}

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

function buildNav(
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

/** Returns every page of the menu, for the command palette. */
const listNavPages = (nav: readonly NavGroup[]) =>
  nav.flatMap(({ items }) =>
    items.flatMap((item) => ('to' in item ? [{ label: item.label, to: item.to }] : [])),
  )

const KEYS: readonly KeyboardShortcut[] = [
  { keys: ['Ctrl', 'K'], action: 'find a member, deposit or page' },
  { keys: ['J', 'K'], action: 'next and previous row; with a row open, its neighbour' },
  { keys: ['Enter'], action: 'open the row' },
  { keys: ['/'], action: 'search the list' },
  { keys: ['Esc'], action: 'close what is open' },
  { keys: ['?'], action: 'these keys' },
]

/** Renders the back office: for staff only, and read again when the server announces changes. */
export default function AdminLayout() {
  const site = useSiteConfig()
  const mark = useMark()
  const { admin } = useLoaderData<typeof loader>()
  const logOut = useLogOut(() => identityCalls.adminLogOut.call())

  useLiveReads('admin')

  const staff = useStaff()
  const nav = buildNav(useWaiting(), site.mode === 'sandbox', logOut)

  return (
    <AppShell
      brand={{ name: site.brand, to: '/admin-dashboard' }}
      navLabel="Back office"
      nav={nav}
      tone="deep"
      place="Back office"
      user={{ short: admin.firstName, name: admin.label, note: admin.role }}
      mark={mark}
      topStart={<BackofficePalette pages={listNavPages(nav)} />}
      topEnd={
        <>
          <IntegrityTag />
          <KeysHelp shortcuts={KEYS} />
        </>
      }
    >
      <SignedInStaffProvider value={staff}>
        <Outlet />
      </SignedInStaffProvider>
      <SessionWarning kind="admin" onLogOut={logOut} />
      <StepUp kind="admin" />
    </AppShell>
  )
}
