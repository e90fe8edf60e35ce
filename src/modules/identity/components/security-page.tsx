import { PageTitle } from '#app-ui/page-title.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ApprovalKeysPanel } from './approval-keys-panel.tsx'
import { AuthenticatorPanel } from './authenticator-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import type { Kind } from './security-calls.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInsPanel } from './sign-ins-panel.tsx'
import { useFactors } from './use-factors.tsx'

/**
 * Displays the second factors, passkeys, sessions and recent sign-ins of a member or a staff
 * member, and for staff the change of their password; a member has a page for it.
 */
export function SecurityPage({ kind }: { kind: Kind }) {
  const home = kind === 'member' ? '/dashboard' : '/admin-dashboard'
  const { factors } = useFactors(kind)
  const bare = factors && !factors.authenticatorSince && factors.passkeys.length === 0

  return (
    <Stack>
      <PageTitle>Security</PageTitle>
      <PageHeading
        back={<BackLink to={home}>Back to dashboard</BackLink>}
        title="Security"
        lead="Login methods, active sessions and login history."
      />
      {bare && (
        <Callout
          title={
            factors.required
              ? 'Set up two-factor authentication (2FA)'
              : 'Your account is protected only by a password'
          }
        >
          {factors.required
            ? 'All staff need 2FA in live mode. You can use the rest of the back office once ' +
              'it’s set up.'
            : 'Turn on two-factor authentication (2FA) so that a stolen password isn’t enough to ' +
              'log in. It takes two minutes.'}
        </Callout>
      )}
      <AuthenticatorPanel kind={kind} />
      <PasskeysPanel kind={kind} />
      {kind === 'admin' && <StaffApprovalKeys />}
      {kind === 'admin' && (
        <Panel title="Password">
          <Stack tight>
            <p className="muted">
              You’ll be logged out on all other devices, and we’ll email you about the change.
            </p>
            <PasswordForm kind={kind} />
          </Stack>
        </Panel>
      )}
      <SessionsPanel kind={kind} />
      <SignInsPanel kind={kind} />
    </Stack>
  )
}

function StaffApprovalKeys() {
  const mayAdd = usePermission('approval-key.add')
  return <ApprovalKeysPanel mayAdd={mayAdd ?? false} />
}
