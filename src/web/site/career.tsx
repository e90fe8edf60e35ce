import { type SiteConfig, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './career.module.css'
import { SAMPLE_JOBS, STEPS } from './copy/career.ts'
import { createEnquiryAction, loadEnquiryForm } from './enquiry-page.ts'
import { buildSiteMeta } from './meta.ts'
import { Articles } from './parts/articles.tsx'
import { EnquiryForm, useEnquiry } from './parts/enquiry-form.tsx'
import { SampleNote } from './parts/facts.tsx'
import { PageHero } from './parts/page-hero.tsx'

export const meta = buildSiteMeta

export const loader = loadEnquiryForm

export const action = createEnquiryAction('career')

/** Renders the open positions and the application form. */
export default function Career() {
  const { mode, jobs: own } = useSiteConfig()
  const jobs = mode === 'sandbox' && own.length === 0 ? SAMPLE_JOBS : own

  return (
    <>
      <PageHero
        title="Work at a firm with open books"
        lead={
          'We look for people who report losses plainly and answer a member’s question the ' +
          'first time.'
        }
        scene="circles"
      />
      <Section id="recruitment" title="How we hire" lead="Four steps from application to decision.">
        <Articles articles={STEPS} />
      </Section>
      <Section
        id="positions"
        tone="surface"
        title="Open positions"
        lead={
          jobs.length > 0
            ? 'With location and salary.'
            : 'There are no open positions right now. You can still send us your application.'
        }
      >
        <Positions jobs={jobs} />
        <Apply />
        {mode === 'sandbox' && (
          <SampleNote>Sample text: this is a sandbox, and these positions don’t exist.</SampleNote>
        )}
      </Section>
    </>
  )
}

const Positions = ({ jobs }: Pick<SiteConfig, 'jobs'>) =>
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

const FILE_HINT =
  'One PDF, PNG, JPEG or WebP file, up to 10 MB. The Privacy Policy states how long we store it.'

/** Renders the application form, opened by the browser itself without a script. */
function Apply() {
  const { sent, refused } = useEnquiry()
  return (
    <details id="apply" className={styles.apply} open={Boolean(sent || refused)}>
      <summary>Submit Resume</summary>
      <EnquiryForm
        kind="career"
        subject="Position"
        button="Send application"
        thanks="We read every application and reply with a reason within two weeks."
      >
        <FileField
          label="Resume (CV)"
          name="cv"
          hint={
            <>
              {refused && <noscript>Please choose the file again. </noscript>}
              {FILE_HINT}
            </>
          }
          accept="application/pdf,image/png,image/jpeg,image/webp"
        />
      </EnquiryForm>
    </details>
  )
}
