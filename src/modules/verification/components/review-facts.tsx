import { listCountryOptions } from '#lib/countries.ts'
import { isDay } from '#lib/dates.ts'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import type { VerificationReview } from './calls.tsx'
import styles from './review-facts.module.css'

const countries = new Map(listCountryOptions().map(({ value, label }) => [value, label]))
const nameCountry = (code: string) => countries.get(code) ?? code

/** Displays the declared details side by side with what was found and the profile. */
export const ReviewFacts = ({
  one: { submitted, found, profile },
}: {
  one: VerificationReview
}) => (
  <div className={styles.sides}>
    <section>
      <h3>Declared</h3>
      {submitted ? (
        <Declared submitted={submitted} />
      ) : (
        <p className="muted">Nothing was submitted, or it was deleted after its retention.</p>
      )}
    </section>
    {found && <Found found={found} />}
    <section>
      <h3>Profile</h3>
      <KeyValues
        texts
        rows={[
          { label: 'Name', value: profile.name },
          { label: 'Country', value: nameCountry(profile.country) },
          { label: 'Email', value: <span className="anywhere">{profile.email}</span> },
          { label: 'Phone', value: profile.phoneNumber },
          { label: 'Member since', value: <When at={profile.memberSince} timeZone="UTC" /> },
        ]}
      />
    </section>
  </div>
)

type FoundProps = { found: NonNullable<VerificationReview['found']> }

const Found = ({ found: { names, birthDate, countries } }: FoundProps) => (
  <section>
    <h3>On the document</h3>
    <KeyValues
      texts
      rows={[
        { label: 'Name', value: names.join(' / ') || 'Not shown' },
        { label: 'Date of birth', value: formatFoundDay(birthDate) },
        { label: 'Country', value: countries.map(nameCountry).join(', ') || 'Not shown' },
      ]}
    />
  </section>
)

/** Returns a date as the provider read it, which may be incomplete. */
const formatFoundDay = (text: string | null) =>
  text === null ? 'Not shown' : isDay(text) ? <CalendarDay day={text} /> : text

type DeclaredProps = { submitted: NonNullable<VerificationReview['submitted']> }

const Declared = ({ submitted }: DeclaredProps) => (
  <KeyValues
    texts
    rows={[
      { label: 'Name', value: submitted.name },
      { label: 'Date of birth', value: <CalendarDay day={submitted.birthDate} /> },
      { label: 'Nationality', value: nameCountry(submitted.nationality) },
      { label: 'Street', value: submitted.street },
      { label: 'City', value: submitted.city },
      ...(submitted.postalCode === ''
        ? []
        : [{ label: 'Postal code', value: submitted.postalCode }]),
      { label: 'Country', value: nameCountry(submitted.country) },
    ]}
  />
)
