import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { AuthenticatorPanel } from './authenticator-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import type { Kind } from './security-calls.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInsPanel } from './sign-ins-panel.tsx'
import { useFactors } from './use-factors.tsx'

/**
 * Displays the second factors, passkeys, sessions and recent sign-ins of a member or a staff
 * member.
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
        lead="Your sign-in methods, open sessions and recent sign-in attempts."
      />
      {bare && (
        <Callout
          title={
            factors.required
              ? 'Set up a second factor first.'
              : 'Only your password protects your account.'
          }
        >
          {factors.required
            ? 'With real money every member of staff has one. The rest of the back office ' +
              'opens once it is set up.'
            : 'With a second factor a stolen password is not enough. It takes two minutes to ' +
              'set up.'}
        </Callout>
      )}
      <AuthenticatorPanel kind={kind} />
      <PasskeysPanel kind={kind} />
      <SessionsPanel kind={kind} />
      <SignInsPanel kind={kind} />
    </Stack>
  )
}
