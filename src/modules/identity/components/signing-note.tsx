import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { identityCalls } from './calls.tsx'
import type { SigningRequest } from './sign-approval.tsx'

const SECURITY = '/admin-dashboard/security'

/** States how the admin's approval of a proposal is signed. */
export function SigningNote({ proposal }: { proposal: string }) {
  const { data } = useQuery(identityCalls.statement.queryOptions({ input: { id: proposal } }))
  return data ? <SigningText signedBy={data.data.signedBy} /> : null
}

/** States what signs an approval. */
export function SigningText({ signedBy }: Pick<SigningRequest, 'signedBy'>) {
  if (signedBy === 'passkey')
    return (
      <Callout tone="info" title="You sign this with your approval key">
        Your device asks for your fingerprint, face, PIN or security key. The signature covers this
        proposal and its content, and its hash is published.
      </Callout>
    )

  if (signedBy === 'software')
    return (
      <Callout tone="caution" title="Signed by a software key of the sandbox">
        The server holds this key, so the signature proves nothing.{' '}
        <TextLink to={SECURITY}>Add an approval key</TextLink> to sign with your device.
      </Callout>
    )

  return (
    <Callout tone="error" title="You need an active approval key to approve">
      <TextLink to={SECURITY}>View your approval keys</TextLink>
    </Callout>
  )
}
