import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { pickNextQuery } from '#platform/client/signed-out.ts'
import { Button } from '#ui/actions/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { AuthPage } from './auth-page.tsx'
import { identityCalls } from './calls.tsx'
import { rememberAddress, rememberNextQuery } from './remembered-address.tsx'
import { Consents, PersonFields, ReferralField, type SignUpPageProps } from './sign-up-fields.tsx'

/** Displays the sign-up form. */
export function SignUpPage({ countries, renderReferralNote }: SignUpPageProps) {
  const [search] = useSearchParams()
  const next = pickNextQuery(search.toString())
  const campaign = search.get('campaign') ?? ''
  const [invited, setInvited] = useState({ code: search.get('ref') ?? '', country: '' })
  const terms = useQuery(identityCalls.signUpTerms.queryOptions())
  const statements = terms.data?.data.statements ?? []
  const consentVersion = terms.data?.data.consentVersion ?? ''
  const form = useSignUp({ campaign, statements, consentVersion, next })

  return (
    <AuthPage
      title="Create account"
      lead="We’ll email you a code to verify your address."
      aside={<Link to={`/login${next}`}>Log in</Link>}
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
          hint="12 to 128 characters. You can paste from a password manager."
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
          Already have an account?{' '}
          <Link className="link" to={`/login${next}`}>
            Log in
          </Link>
        </p>
      </Form>
    </AuthPage>
  )
}

type Statement = { document: string }

type SignUpTerms = {
  campaign: string
  statements: readonly Statement[]
  consentVersion: string
  /** The query that carries the page to open after logging in. */
  next: string
}

function useSignUp({ campaign, statements, consentVersion, next }: SignUpTerms) {
  const navigate = useNavigate()

  return useFormAction(async (fields) => {
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
      consentVersion: agreed ? consentVersion : '',
    })

    rememberAddress(email)
    rememberNextQuery(next)
    await navigate(`/verify${next}`)
  })
}
