import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { formStamp } from '#modules/enquiries/queries.ts'
import { type House, useHouse } from '#modules/settings/components/house.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { appContext, formContext } from '../context.ts'
import styles from './career.module.css'
import company from './company.module.css'
import { siteMeta } from './meta.ts'
import { EnquiryForm, type Refused } from './parts/enquiry-form.tsx'
import { PageHero } from './parts/page-hero.tsx'

export const meta = siteMeta

/** Hands the form out; what was sent is told in the address, so that reading the page again sends nothing again. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return { shown: formStamp(context.get(appContext)), sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const answer = await context.get(formContext)(request, 'career')
  return answer.sent ? redirect('/career?sent#apply', 303) : data(answer, { status: answer.status })
}

/** Whom the house looks for, and the form for who wants to come. */
export default function Career() {
  const { mode, jobs } = useHouse()
  const { shown, sent } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHero
        title="Work where the books are open"
        lead="We look for people who would rather write down a loss than explain it away, and who answer a member’s question before it is asked twice."
        scene="circles"
      />
      <Section id="recruitment" title="Staff recruitment" lead="How we choose, and how we work.">
        <div className={company.steps}>
          {STEPS.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <Section
        id="positions"
        tone="surface"
        title="Open positions"
        lead={
          jobs.length > 0
            ? 'Each with its place and its pay.'
            : 'No role is open today. A résumé that fits is kept for the next one.'
        }
      >
        <Positions jobs={jobs} />
        <Apply
          open={Boolean(sent || refused)}
          {...{ shown, sent }}
          refused={refused ? { errors: refused.errors, written: refused.written } : null}
        />
        {mode === 'sandbox' && (
          <p className={company.sample}>Sample text: this is a sandbox, and nobody is hired here.</p>
        )}
      </Section>
    </>
  )
}

const Positions = ({ jobs }: Pick<House, 'jobs'>) =>
  jobs.length > 0 && (
    <ul className={styles.jobs}>
      {jobs.map(({ title, place, pay, text }) => (
        <li key={`${title} ${place}`}>
          <h3>{title}</h3>
          <p className={styles.where}>
            {place}. {pay}
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )

type ApplyProps = { open: boolean; shown: string; sent: boolean; refused: Refused | null }

/** Opened by the browser itself, so that it needs no script. */
const Apply = ({ open, shown, sent, refused }: ApplyProps) => (
  <details id="apply" className={styles.apply} open={open}>
    <summary>Submit Resume</summary>
    <EnquiryForm
      kind="career"
      id="application-form"
      action="/career"
      shown={shown}
      refused={refused}
      sent={sent && <p>We read every letter ourselves, and answer with a reason within two weeks.</p>}
      button="Send application"
      subject={
        <TextField label="Position" name="subject" maxLength={160} defaultValue={refused?.written.subject} />
      }
    >
      <FileField
        label="CV"
        name="cv"
        hint="One PDF, PNG, JPEG or WebP of at most 10 MB. It is kept for a year at most."
        accept="application/pdf,image/png,image/jpeg,image/webp"
      />
    </EnquiryForm>
  </details>
)

const STEPS = [
  {
    title: 'You write',
    text: 'Tell us what you did and what you learned when it went wrong. We read every letter ourselves.',
  },
  {
    title: 'We talk',
    text: 'One conversation with the people you would work with, about real cases and without riddles.',
  },
  { title: 'You try', text: 'A paid day of work on something real, with the tools we use.' },
  { title: 'You hear', text: 'An answer with its reason within two weeks, whichever it is.' },
]
