import { useState } from 'react'
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { Outlet, useLoaderData, useMatch } from 'react-router'
import { getIncentives } from '#modules/affiliates/queries.ts'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { ConsentGate } from '#modules/identity/components/consent-gate.tsx'
import { StepUp } from '#modules/identity/components/step-up.tsx'
import { formatConsentVersion } from '#modules/identity/model.ts'
import { listMissingConsents } from '#modules/identity/queries.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { Ticker } from '#modules/market/components/ticker.tsx'
import { NotificationBell } from '#modules/notifications/components/bell.tsx'
import { useMark, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { claimDrafts } from '#platform/client/drafts.ts'
import { useLiveReads } from '#platform/client/live-reads.ts'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { AppShell } from '#ui/layout/app-shell.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { OfflineCallout } from '#ui/status/offline-callout.tsx'
import { appContext } from '../context.ts'
import { requireMember } from '../guard.ts'
import { useLogOut } from '../log-out.ts'
import { SessionWarning } from '../session-warning.tsx'
import { buildNav } from './nav.ts'
import { Zone } from './zone.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { id, label, firstName, email, status, suspendedReason, reviewOn, country } =
    await requireMember(args)
  const app = args.context.get(appContext)
  const { referral } = await getIncentives(app.db, app.config, country, app.clock.today())

  return {
    member: { id, label, firstName, email, status, suspendedReason, reviewOn },
    offered: { referral, verification: app.config.IDENTITY_PROVIDER !== 'none' },
    consentRequest: await loadConsentState(app, id),
    frozenSince: (await findFreeze(app.db))?.frozenAt.toISOString() ?? null,
  }
}

async function loadConsentState({ db, config }: App, memberId: string) {
  const legal = await getSetting(db, config, 'legal')
  return {
    consentVersion: formatConsentVersion(legal),
    missing: await listMissingConsents(db, config, memberId),
  }
}

/** Skips reloading when only the query string changes, such as the page of a table. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate

/**
 * Renders the member's pages: only with a session, and read again when the server announces
 * changes.
 */
export default function DashboardLayout() {
  const site = useSiteConfig()
  const mark = useMark()
  const { member, offered, consentRequest, frozenSince } = useLoaderData<typeof loader>()

  useState(() => claimDrafts(member.id)) // once, before any form below reads a draft

  const logOut = useLogOut(() => identityCalls.logOut.call())
  useLiveReads('member')

  const isHome = useMatch('/dashboard') !== null
  const hasTicker = useMatch('/dashboard/markets') !== null || isHome

  return (
    <AppShell
      brand={{ name: site.brand, to: '/dashboard' }}
      navLabel="Member account"
      nav={buildNav(logOut, offered)}
      user={{ short: member.firstName, name: member.label, note: member.email }}
      mark={mark}
      topEnd={
        <>
          <Zone />
          <NotificationBell />
        </>
      }
      ticker={hasTicker && <Ticker />}
    >
      <Stack>
        <AccountCallouts member={member} frozenSince={frozenSince} />
        <OfflineCallout />
        <ConsentGate request={consentRequest}>
          <Outlet />
        </ConsentGate>
      </Stack>
      <SessionWarning kind="member" onLogOut={logOut} />
      <StepUp kind="member" />
    </AppShell>
  )
}

type CalloutProps = Pick<Awaited<ReturnType<typeof loader>>, 'member' | 'frozenSince'>

/** Explains a suspension of the member and a freeze of the ledger. */
const AccountCallouts = ({ member, frozenSince }: CalloutProps) => (
  <>
    {member.status === 'suspended' && (
      <Callout tone="caution" title="Your account is suspended">
        {member.suspendedReason} We’ll review this on{' '}
        {member.reviewOn && <CalendarDay day={member.reviewOn} />}. You can still view your account,
        and we’ll process pending withdrawals.
      </Callout>
    )}
    {frozenSince && (
      <Callout tone="error" title="All transfers are frozen">
        An integrity check of our ledger failed on <When at={frozenSince} />, so no money can move
        until our staff have resolved it. You can still view your account. See{' '}
        <TextLink to="/transparency">Open books</TextLink> for the check that failed.
      </Callout>
    )}
  </>
)
