import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { CalendarDay, When } from '#ui/figures/when.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import type { Option } from '#ui/form/select-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { formatDocument } from '../model.ts'
import { type MemberLevel, type MemberVerification, verificationCalls } from './calls.tsx'
import { useStoredAnswer } from './use-verification-action.tsx'
import { formatReviewTime } from './verification-texts.tsx'
import { buildVerificationPath } from './verification-view.tsx'

type Props = {
  verification: MemberVerification
  level: MemberLevel
  verificationId: string
  countries: readonly Option[]
}

/** The step in which a member checks everything and submits it. */
export function ReviewStep({ verification, level, verificationId, countries }: Props) {
  const display = useStoredAnswer()
  const form = useFormAction(async () => {
    display(await verificationCalls.submit.call({ id: verificationId }))
  })

  return (
    <Form wide errors={form.errors} onSubmit={form.onSubmit}>
      <DetailsPanel verification={verification} level={level} countries={countries} />
      <Panel
        title="Documents"
        aside={
          <TextLink to={buildVerificationPath(level.level, 'documents')}>Change documents</TextLink>
        }
      >
        <DocumentList level={level} />
      </Panel>
      <Panel title="What happens next">
        <Timeline
          steps={[
            {
              title: 'You submit',
              note: 'Details and documents can’t be changed during the review.',
              state: 'now',
            },
            {
              title: 'Our staff review your documents',
              note: `Within ${formatReviewTime(verification)}.`,
              state: 'todo',
            },
            { title: 'We email you the result', state: 'todo' },
          ]}
        />
      </Panel>
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={form.pending}
          pendingLabel="Submitting..."
        >
          Submit for review
        </Button>
        <ButtonLink to={buildVerificationPath(level.level, 'documents')} size="lg">
          Back to documents
        </ButtonLink>
      </FormActions>
    </Form>
  )
}

function DetailsPanel({ verification, level, countries }: Omit<Props, 'verificationId'>) {
  const { details, detailsLocked } = verification
  if (!details) return null

  const getCountryName = (code: string) =>
    countries.find(({ value }) => value === code)?.label ?? code
  const { birthDate, nationality, street, postalCode, city, country } = details

  return (
    <Panel
      title="Your details"
      aside={
        detailsLocked ? undefined : (
          <TextLink to={buildVerificationPath(level.level, 'details')}>Change details</TextLink>
        )
      }
    >
      <KeyValues
        texts
        rows={[
          { label: 'Date of birth', value: <CalendarDay day={birthDate} /> },
          { label: 'Nationality', value: getCountryName(nationality) },
          {
            label: 'Address',
            value: `${street}, ${`${postalCode} ${city}`.trim()}, ${getCountryName(country)}`,
          },
        ]}
      />
    </Panel>
  )
}

/** Lists the documents of a level with the time of their upload. */
export const DocumentList = ({ level }: { level: MemberLevel }) => (
  <KeyValues
    texts
    rows={level.documents.map(({ kind, side, uploadedAt }) => ({
      label: formatDocument(kind, side),
      value: (
        <>
          Uploaded <When at={uploadedAt} />
        </>
      ),
    }))}
  />
)
