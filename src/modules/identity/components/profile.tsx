import { useState } from 'react'
import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { DayOf, When } from '#ui/figures/when.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { identityCalls } from './calls.tsx'

export type Profile = Awaited<ReturnType<typeof identityCalls.profile.call>>['data']
export type CountryName = { value: string; label: string }

type Props = { profile: Profile; countries: readonly CountryName[]; reread: () => Promise<unknown> }

/** Displays the name, country and address of a member, each changed separately. */
export function ProfileSections(props: Props) {
  const { withdrawalsFrozenUntil, status } = props.profile
  return (
    <>
      {withdrawalsFrozenUntil && (
        <Callout tone="caution" title="Withdrawals rest">
          Until <When at={withdrawalsFrozenUntil} />, because of a change to how you sign in. Your
          balance is untouched.
        </Callout>
      )}
      {status === 'suspended' && (
        <Callout tone="info">
          While your account is suspended your profile can be read and not changed.
        </Callout>
      )}
      <NameSection {...props} />
      <PlaceSection {...props} />
      <EmailSection {...props} />
    </>
  )
}

const mayEdit = ({ status }: Profile) => status === 'active'

function NameSection({ profile, reread }: Props) {
  return (
    <EditablePanel
      title="Name"
      canEdit={mayEdit(profile)}
      reload={reread}
      rows={[
        { label: 'First name', value: profile.first_name },
        { label: 'Last name', value: profile.last_name },
        { label: 'Member since', value: <DayOf day={profile.createdAt.slice(0, 10)} /> },
      ]}
      fields={
        <FieldRow>
          <TextField
            label="First name"
            name="first_name"
            defaultValue={profile.first_name}
            autoComplete="given-name"
          />
          <TextField
            label="Last name"
            name="last_name"
            defaultValue={profile.last_name}
            autoComplete="family-name"
          />
        </FieldRow>
      }
      save={async ({ first_name, last_name }) => {
        const { version } = profile
        return (await identityCalls.updateProfile.call({ version, first_name, last_name })).message
      }}
    />
  )
}

function PlaceSection({ profile, countries, reread }: Props) {
  const [country, setCountry] = useState(profile.country)
  const getCountryName = (code: string) =>
    countries.find(({ value }) => value === code)?.label ?? code

  return (
    <EditablePanel
      title="Phone and country"
      canEdit={mayEdit(profile)}
      reload={reread}
      rows={[
        { label: 'Phone number', value: <span className="num">{profile.phone_number}</span> },
        { label: 'Country', value: getCountryName(profile.country) },
      ]}
      fields={
        <>
          <SelectField
            label="Country"
            name="country"
            options={[...countries]}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
            autoComplete="country"
          />
          {country !== profile.country && (
            <Callout tone="info" title={`Effects of living in ${getCountryName(country)}`}>
              {describeCountryChange(profile, country)}
            </Callout>
          )}
          <TextField
            label="Phone number"
            name="phone_number"
            type="tel"
            autoComplete="tel"
            defaultValue={profile.phone_number}
            hint="With the country code if it is from another country."
          />
        </>
      }
      save={async ({ phone_number, country: chosen }) => {
        const { version } = profile
        return (await identityCalls.updateProfile.call({ version, phone_number, country: chosen }))
          .message
      }}
    />
  )
}

/** Returns the warning before a change to a country that forbids referral rewards or campaigns. */
function describeCountryChange({ incentives }: Profile, country: string): string {
  const { elsewhere } = incentives
  const isAvailable = (countries: readonly string[] | null) =>
    countries === null || countries.includes(country)
  const describeAvailability = (what: string, now: boolean, then: boolean) =>
    then === now
      ? `${what} ${then ? 'stay available' : 'stay unavailable'} to you.`
      : `${what} ${then ? 'become available' : 'are not available there'}.`

  return [
    describeAvailability(
      'Rewards for inviting',
      incentives.referral,
      isAvailable(elsewhere.referral),
    ),
    describeAvailability('Campaigns', incentives.campaigns, isAvailable(elsewhere.campaigns)),
    'What is due to you already stays due, and your balance doesn’t change.',
  ].join(' ')
}

function EmailSection({ profile, reread }: Props) {
  return (
    <EditablePanel
      title="E-mail address"
      canEdit={mayEdit(profile)}
      reload={reread}
      actionLabel="Send the link"
      pendingLabel="Sending..."
      rows={[{ label: 'E-mail address', value: profile.email }]}
      note={profile.emailChange && <OpenChange change={profile.emailChange} reread={reread} />}
      fields={
        <>
          <TextField
            label="New e-mail address"
            name="email"
            type="email"
            autoComplete="email"
            hint={
              'We mail it a link that makes the change, and inform your current address. ' +
              'Withdrawals are paused for 24 hours afterwards.'
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
    <Callout tone="info" title="A change waits to be confirmed" inPanel>
      Open the link in the mail to {change.email} by <When at={change.expiresAt} />. Until then
      nothing changes.{' '}
      <Button
        size="sm"
        onClick={() => void takeBack()}
        pending={pending}
        pendingLabel="Taking back..."
      >
        Take it back
      </Button>
    </Callout>
  )
}
