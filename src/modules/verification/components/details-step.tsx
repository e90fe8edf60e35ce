import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { identityCalls } from '#modules/identity/components/calls.tsx'
import { findDraft, saveDraft } from '#platform/client/drafts.ts'
import { Button } from '#ui/actions/button.tsx'
import { FieldRow, Form, FormActions } from '#ui/form/form.tsx'
import { type Option, SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { type MemberLevel, type MemberVerification, verificationCalls } from './calls.tsx'
import { useStoredAnswer } from './use-verification-action.tsx'
import { buildVerificationPath } from './verification-view.tsx'

const DRAFT = 'verification-details'
const FIELDS = ['birthDate', 'nationality', 'street', 'city', 'postalCode', 'country'] as const

type Details = Record<(typeof FIELDS)[number], string>

/** Returns what was typed and not sent, else what is stored. */
function loadDetails({ details }: MemberVerification): Details {
  const draft = findDraft(DRAFT)
  const load = (field: (typeof FIELDS)[number]) => {
    const typed = draft[field]
    return typeof typed === 'string' ? typed : (details?.[field] ?? '')
  }

  return Object.fromEntries(FIELDS.map((field) => [field, load(field)])) as Details
}

const readForm = (form: HTMLFormElement): Details => {
  const fields = new FormData(form)
  return Object.fromEntries(
    FIELDS.map((field) => [field, String(fields.get(field) ?? '')]),
  ) as Details
}

type Props = {
  verification: MemberVerification
  level: MemberLevel
  countries: readonly Option[]
}

/** The step in which a member states who they are. What is typed stays until it is saved. */
export function DetailsStep({ verification, level, countries }: Props) {
  const [typed] = useState(() => loadDetails(verification))
  const navigate = useNavigate()
  const display = useStoredAnswer()
  const form = useFormAction(async (fields) => {
    const version = verification.details?.version ?? 0
    await verificationCalls.saveDetails.call({ ...(fields as Details), version })
    saveDraft(DRAFT, null)

    display(await verificationCalls.begin.call({ level: level.level }))
    await navigate(buildVerificationPath(level.level, 'documents'))
  })

  return (
    <Form
      errors={form.errors}
      onSubmit={form.onSubmit}
      onChange={({ currentTarget }) => saveDraft(DRAFT, readForm(currentTarget))}
    >
      <OwnName />
      <TextField
        label="Date of birth"
        name="birthDate"
        type="date"
        autoComplete="bday"
        hint={`You have to be at least ${verification.minAge} years old.`}
        defaultValue={typed.birthDate}
      />
      <SelectField
        label="Nationality"
        name="nationality"
        options={[...countries]}
        placeholder="Choose a country"
        hint="As on your identity document."
        defaultValue={typed.nationality}
      />
      <AddressFields typed={typed} countries={countries} />
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={form.pending}
          pendingLabel="Saving..."
        >
          Save and continue
        </Button>
      </FormActions>
    </Form>
  )
}

const AddressFields = ({ typed, countries }: { typed: Details; countries: readonly Option[] }) => (
  <>
    <TextField
      label="Street and number"
      name="street"
      autoComplete="street-address"
      hint="The address where you live, no PO box."
      defaultValue={typed.street}
    />
    <FieldRow>
      <TextField
        label="Postal code"
        name="postalCode"
        optional
        autoComplete="postal-code"
        defaultValue={typed.postalCode}
      />
      <TextField
        label="Town or city"
        name="city"
        autoComplete="address-level2"
        defaultValue={typed.city}
      />
    </FieldRow>
    <SelectField
      label="Country"
      name="country"
      options={[...countries]}
      placeholder="Choose a country"
      autoComplete="country"
      defaultValue={typed.country}
    />
  </>
)

/** Shows the name that the documents have to show. */
function OwnName() {
  const { data } = useQuery(identityCalls.profile.queryOptions())
  if (!data) return null

  const { first_name: first, last_name: last } = data.data

  return (
    <p className="small muted">
      Your name on your profile is{' '}
      <b>
        {first} {last}
      </b>
      . If your identity document shows another one,{' '}
      <Link className="link" to="/dashboard/user-profile">
        change it first
      </Link>
      .
    </p>
  )
}
