import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow, Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { AuthPage } from './auth-page.tsx'
import { identityCalls } from './calls.tsx'
import { ConsentBoxes, type Statement } from './consent-boxes.tsx'
import { rememberAddress } from './remembered-address.tsx'

/**
 * The referral code, the claimed campaign and the country of a sign-up, as far as they are filled
 * in.
 */
export type SignUpInvitation = { code: string; campaign: string; country: string }

type Props = {
  countries: { value: string; label: string }[]
  /** Renders the note below the referral code for a member who was invited or claims a campaign. */
  renderReferralNote: (invited: SignUpInvitation) => ReactNode
}

/** Displays the sign-up form. Long because it is one form with a field per line. */
export function SignUpPage({ countries, renderReferralNote }: Props) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const campaign = search.get('campaign') ?? ''
  const [invited, setInvited] = useState({ code: search.get('ref') ?? '', country: '' })
  const terms = useQuery(identityCalls.signUpTerms.queryOptions())
  const statements = terms.data?.data.statements ?? []
  const form = useFormAction(async (fields) => {
    const agreed =
      statements.length > 0 && statements.every(({ document }) => fields[`agree-${document}`])
    const {
      firstName = '',
      lastName = '',
      email = '',
      phoneNumber = '',
      country = '',
      password = '',
    } = fields

    await identityCalls.signUp.call({
      firstName,
      lastName,
      email,
      phoneNumber,
      country,
      password,
      referralCode: fields.referralCode ?? '',
      campaign,
      consentVersion: agreed ? (terms.data?.data.consentVersion ?? '') : '',
    })

    rememberAddress(email)
    await navigate('/verify')
  })

  return (
    <AuthPage
      title="Create account"
      lead="We mail you a code to verify your address."
      aside={<Link to="/login">Login</Link>}
    >
      {terms.data?.data.paused && (
        <Callout title="Sign-ups are paused">{terms.data.data.paused}</Callout>
      )}
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <PersonFields
          countries={countries}
          onCountry={(country) => setInvited((before) => ({ ...before, country }))}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="12 characters or more. Pasting from a password manager is fine."
        />
        <ReferralField
          first={search.get('ref') ?? ''}
          onCode={(code) => setInvited((before) => ({ ...before, code }))}
        />
        {renderReferralNote({ ...invited, campaign })}
        <Consents
          statements={statements}
          failed={terms.isError}
          retry={() => void terms.refetch()}
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={form.pending}
          pendingLabel="Creating Account..."
        >
          Create Account
        </Button>
        <p className="small muted">
          Have an account?{' '}
          <Link className="link" to="/login">
            Login
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}

type PersonProps = Pick<Props, 'countries'> & { onCountry: (country: string) => void }

/** Displays the name and address fields. */
function PersonFields({ countries, onCountry }: PersonProps) {
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
        placeholder="Choose your country"
        autoComplete="country"
        onChange={({ currentTarget: { value } }) => onCountry(value)}
      />
      <TextField
        label="Phone Number"
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        hint="With the country code if it is from another country."
      />
    </>
  )
}

type ReferralProps = { first: string; onCode: (code: string) => void }

const ReferralField = ({ first, onCode }: ReferralProps) => (
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
function Consents({ statements, failed, retry }: ConsentProps) {
  if (statements.length === 0 && !failed) return <SkeletonLines lines={3} />

  if (failed)
    return (
      <Callout tone="error" title="The terms could not be loaded">
        Nothing you typed is lost. <Button onClick={retry}>Try again</Button>
      </Callout>
    )

  return <ConsentBoxes statements={statements} />
}
