import { useState } from 'react'
import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'
import { mayEditProfile, type ProfileSectionProps } from './profile-section.tsx'

/** Displays the e-mail address and requests its change. */
export function EmailSection({ profile, reread }: ProfileSectionProps) {
  return (
    <EditablePanel
      title="Email address"
      canEdit={mayEditProfile(profile)}
      reload={reread}
      actionLabel="Send confirmation link"
      pendingLabel="Sending..."
      rows={[{ label: 'Email address', value: profile.email }]}
      note={profile.emailChange && <OpenChange change={profile.emailChange} reread={reread} />}
      fields={
        <>
          <TextField
            label="New email address"
            name="email"
            type="email"
            autoComplete="email"
            hint={
              'We’ll send a confirmation link to the new address and notify your current one. ' +
              'Withdrawals are paused for 24 hours after the change.'
            }
          />
          <PasswordField label="Your password" name="password" autoComplete="current-password" />
        </>
      }
      save={async ({ email = '', password = '' }) =>
        (await identityCalls.requestEmailChange.call({ email, password })).message
      }
    />
  )
}

type OpenChangeProps = {
  change: { email: string; expiresAt: string }
  reread: () => Promise<unknown>
}

function OpenChange({ change, reread }: OpenChangeProps) {
  const [pending, setPending] = useState(false)
  const takeBack = async () => {
    setPending(true)

    try {
      toast.success((await identityCalls.cancelEmailChange.call({})).message)
      await reread()
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Callout tone="info" title="Email change pending" inPanel>
      Confirm it with the link we sent to {change.email} by <When at={change.expiresAt} />.{' '}
      <Button
        size="sm"
        onClick={() => void takeBack()}
        pending={pending}
        pendingLabel="Cancelling..."
      >
        Cancel change
      </Button>
    </Callout>
  )
}
