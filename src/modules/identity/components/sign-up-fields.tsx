import type { ReactNode } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow } from '#ui/form/form.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { ConsentBoxes, type Statement } from './consent-boxes.tsx'

/**
 * The referral code, the claimed campaign and the country of a sign-up, as far as they are filled
 * in.
 */
export type SignUpInvitation = { code: string; campaign: string; country: string }

export type SignUpPageProps = {
  countries: { value: string; label: string }[]
  /** Renders the note below the referral code for a member who was invited or claims a campaign. */
  renderReferralNote: (invited: SignUpInvitation) => ReactNode
}

type PersonProps = Pick<SignUpPageProps, 'countries'> & { onCountry: (country: string) => void }

/** Displays the name and address fields. */
export function PersonFields({ countries, onCountry }: PersonProps) {
  return (
    <>
      <FieldRow>
        <TextField label="First Name" name="firstName" autoComplete="given-name" />
        <TextField label="Last Name" name="lastName" autoComplete="family-name" />
      </FieldRow>
      <TextField label="Email Address" name="email" type="email" autoComplete="email" />
      <SelectField
        label="Country"
        name="country"
        options={countries}
        placeholder="Select your country"
        autoComplete="country"
        onChange={({ currentTarget: { value } }) => onCountry(value)}
      />
      <TextField
        label="Phone Number"
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        hint="Include the country code if it’s a foreign number."
      />
    </>
  )
}

type ReferralProps = { first: string; onCode: (code: string) => void }

/** The field for a referral code. */
export const ReferralField = ({ first, onCode }: ReferralProps) => (
  <TextField
    label="Referral Code"
    name="referralCode"
    optional
    defaultValue={first}
    autoComplete="off"
    onChange={({ currentTarget: { value } }) => onCode(value)}
  />
)

type ConsentProps = { statements: readonly Statement[]; failed: boolean; retry: () => void }

/** Displays the consent checkboxes once the statements are loaded. */
export function Consents({ statements, failed, retry }: ConsentProps) {
  if (statements.length === 0 && !failed) return <SkeletonLines lines={3} />

  if (failed)
    return (
      <Callout tone="error" title="We couldn’t load the terms">
        What you’ve entered is still here. <Button onClick={retry}>Try again</Button>
      </Callout>
    )

  return <ConsentBoxes statements={statements} />
}
