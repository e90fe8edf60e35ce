import { useState } from 'react'
import { EditablePanel } from '#app-ui/editable-panel.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { identityCalls } from './calls.tsx'
import { mayEditProfile, type Profile, type ProfileSectionProps } from './profile-section.tsx'

/** Displays and edits the phone number and country. */
export function PlaceSection({ profile, countries, reread }: ProfileSectionProps) {
  const [country, setCountry] = useState(profile.country)
  const getCountryName = (code: string) =>
    countries.find(({ value }) => value === code)?.label ?? code

  return (
    <EditablePanel
      title="Phone and country"
      canEdit={mayEditProfile(profile)}
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
            <Callout tone="info" title={`If you move to ${getCountryName(country)}`}>
              {describeCountryChange(profile, country)}
            </Callout>
          )}
          <TextField
            label="Phone number"
            name="phone_number"
            type="tel"
            autoComplete="tel"
            defaultValue={profile.phone_number}
            hint="Include the country code if it’s a foreign number."
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
      ? `${what} ${then ? 'stay available' : 'stay unavailable'}.`
      : `${what} ${then ? 'become available' : 'aren’t available there'}.`

  return [
    describeAvailability('Referral rewards', incentives.referral, isAvailable(elsewhere.referral)),
    describeAvailability('Campaigns', incentives.campaigns, isAvailable(elsewhere.campaigns)),
    'Rewards already due stay due, and your balance doesn’t change.',
  ].join(' ')
}
