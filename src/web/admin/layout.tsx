import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { Outlet, useLoaderData } from 'react-router'
import { type SignedInStaff, SignedInStaffProvider } from '#app-ui/signed-in-staff.tsx'
import { administrationCalls } from '#modules/administration/components/calls.tsx'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { BackofficePalette } from '#modules/backoffice/components/backoffice-palette.tsx'
import { backofficeCalls } from '#modules/backoffice/components/calls.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { StepUp } from '#modules/identity/components/step-up.tsx'
import { IntegrityTag } from '#modules/integrity/components/integrity-tag.tsx'
import { AlertStrip } from '#modules/operations/components/alert-strip.tsx'
import { useMark, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { useLiveReads } from '#platform/client/live-reads.ts'
import { type KeyboardShortcut, KeysHelp } from '#ui/keys/keys-help.tsx'
import { AppShell } from '#ui/layout/app-shell.tsx'
import type { NavGroup } from '#ui/layout/side-nav.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type ExportGate, ExportGateProvider } from '#ui/table/export-gate.tsx'
import { requireAdmin } from '../guard.ts'
import { useLogOut } from '../log-out.ts'
import { SessionWarning } from '../session-warning.tsx'
import { COMPLIANCE_PAGES } from './administration-nav.ts'
import type { Waiting } from './main-nav.ts'
import { buildNav } from './nav.ts'

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

/** Returns the name and role that the permission checks of the screens use. */
function useStaff(): SignedInStaff | undefined {
  const { data } = useQuery(identityCalls.admin.queryOptions())
  if (!data) return undefined

  const { first_name, last_name, role } = data.data
  return { name: `${first_name} ${last_name}`, role }
}

/** Returns the gate of exports: roles without the permission have none, and each is recorded. */
const buildExportGate = (staff: SignedInStaff | undefined): ExportGate => ({
  allowed: staff !== undefined && getPermittedRoles('data.export').includes(staff.role),
  onExport: async (table) => {
    try {
      await administrationCalls.recordExport.call(table)
      return true
    } catch (error) {
      toast.error(getErrorMessage(error))
      return false
    }
  },
})

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
    monitoring: waiting.open_monitoring,
    screening: waiting.open_screening,
    verifications: waiting.verifications_in_review,
    messages: waiting.open_messages,
    testimonials: waiting.offered_testimonials,
  }
}

/** Returns every page of the menu, for the command palette. */
const listNavPages = (nav: readonly NavGroup[]) =>
  nav.flatMap(({ items }) =>
    items.flatMap((item) => ('to' in item ? [{ label: item.label, to: item.to }] : [])),
  )

const KEYS: readonly KeyboardShortcut[] = [
  { keys: ['Ctrl', 'K'], action: 'find or do something' },
  { keys: ['J', 'K'], action: 'next or previous row; also with a row open' },
  { keys: ['Enter'], action: 'open the row' },
  { keys: ['/'], action: 'search the list' },
  { keys: ['Esc'], action: 'close the open dialog or panel' },
  { keys: ['?'], action: 'show shortcuts' },
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
    <SignedInStaffProvider value={staff}>
      <AppShell
        brand={{ name: site.brand, to: '/admin-dashboard' }}
        navLabel="Back office"
        nav={nav}
        tone="deep"
        place="Back office"
        user={{ short: admin.firstName, name: admin.label, note: admin.role }}
        mark={mark}
        topStart={<BackofficePalette pages={[...listNavPages(nav), ...COMPLIANCE_PAGES]} />}
        ticker={<AlertStrip />}
        topEnd={
          <>
            <IntegrityTag />
            <KeysHelp shortcuts={KEYS} />
          </>
        }
      >
        <ExportGateProvider value={buildExportGate(staff)}>
          <Outlet />
        </ExportGateProvider>
        <SessionWarning kind="admin" onLogOut={logOut} />
        <StepUp kind="admin" />
      </AppShell>
    </SignedInStaffProvider>
  )
}
