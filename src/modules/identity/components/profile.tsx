import { When } from '#ui/figures/when.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmailSection } from './profile-email.tsx'
import { NameSection } from './profile-name.tsx'
import { PlaceSection } from './profile-place.tsx'
import type { ProfileSectionProps } from './profile-section.tsx'

/** Displays the name, country and address of a member, each changed separately. */
export function ProfileSections(props: ProfileSectionProps) {
  const { withdrawalsFrozenUntil, status } = props.profile
  return (
    <>
      {withdrawalsFrozenUntil && (
        <Callout tone="caution" title="Withdrawals are paused">
          Until <When at={withdrawalsFrozenUntil} />, because your login settings changed.
        </Callout>
      )}
      {status === 'suspended' && (
        <Callout tone="info">You can’t edit your profile while your account is suspended.</Callout>
      )}
      <NameSection {...props} />
      <PlaceSection {...props} />
      <EmailSection {...props} />
    </>
  )
}
